import { shownFor } from '../shared';
import { reportId } from './shared';

/** Parameters of DELETE /reports/{id} (interface document, section 4.7). */
export const reportDelete = shownFor('report', 'delete', [reportId]);
