import { shownFor } from '../descriptions';
import { reportId } from './descriptions';

/** Parameters of deleteReport in docs/openapi.yaml. */
export const reportDelete = shownFor('report', 'delete', [reportId]);
