import { shownFor } from '../shared';
import { reportId } from './shared';

/** Parameters of deleteReport in docs/openapi.yaml. */
export const reportDelete = shownFor('report', 'delete', [reportId]);
