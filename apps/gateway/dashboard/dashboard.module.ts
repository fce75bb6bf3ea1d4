import { context } from '../platform/hosting/context';
import { getDashboard } from './get-dashboard';
import { ShownActivity } from './shown-activity';

/** Figures, and recent activity. */
export const dashboard = context({ useCases: [getDashboard], providers: [ShownActivity] });
