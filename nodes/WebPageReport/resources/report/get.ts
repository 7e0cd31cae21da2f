import { fields, shownFor } from '../shared';
import { reportId, simplify } from './shared';

/** Parameters of getReport in docs/openapi.yaml. */
export const reportGet = shownFor('report', 'get', [reportId, simplify, fields]);
