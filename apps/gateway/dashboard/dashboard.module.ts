import { context } from '../platform/hosting/context';
import { getDashboard } from './get-dashboard';
import { ShownActivity } from './shown-activity';

/** What there is, in figures, and what was done last. */
export const dashboard = context({ useCases: [getDashboard], providers: [ShownActivity] });
