import { dashboardApi, foldersApi } from '@dosar/contracts';
import { invalidate, reading } from '../../platform/queries';

/** What is asked, and what an address says, where only the assigned clients are wanted. */
export const assignedOnly = (isAssignedOnly: boolean): { readonly assigned_only?: 'true' } =>
  isAssignedOnly ? { assigned_only: 'true' } : {};

export const dashboard = (isAssignedOnly: boolean) =>
  reading(dashboardApi.get, { query: assignedOnly(isAssignedOnly) });

/** Whether a client has folders at all. */
export const firstFolder = (clientId: string) =>
  reading(foldersApi.list, { query: { clientId, page: 1, pageSize: 1 } });

/** Its figures follow a little later than what they count, and many changes at once are one look at the server. */
const FOLLOWS_MS = 1_000;
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Reads it again after something happened, wherever it is shown. */
export const refreshDashboard = (): void => {
  waiting ??= setTimeout(() => {
    waiting = undefined;
    void invalidate(['dashboard']);
  }, FOLLOWS_MS);
};
