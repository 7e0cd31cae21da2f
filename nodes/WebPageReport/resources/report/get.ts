import { fields, shownFor } from '../descriptions';
import { reportId, simplify } from './descriptions';

/** Parameters of getReport in docs/openapi.yaml. */
export const reportGet = shownFor('report', 'get', [reportId, simplify, fields]);
