import { fields, shownFor } from '../shared';
import { reportId, simplify } from './shared';

/** Parameters of GET /reports/{id} (interface document, section 4.4). */
export const reportGet = shownFor('report', 'get', [reportId, simplify, fields]);
