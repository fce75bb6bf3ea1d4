import type { Belonging, Tenant } from '@dosar/kernel';
import type { AccessOf, AccessRow } from './access.projector';

type Find = (id: string) => AccessRow | null;

/** The single value of several, null when there are none or different ones. */
const only = (ids: readonly (string | null)[]): string | null => (new Set(ids).size === 1 ? ids[0]! : null);

const ofPlace = (find: Find, firmId: string | null, clientIds: readonly string[]): Tenant => {
  const firmOf = (id: string) => {
    const row = find(id);
    return row?.kind === 'client' ? row.firmId : null;
  };
  return { firmId: firmId ?? only(clientIds.map(firmOf)), clientId: clientIds.length === 1 ? clientIds[0]! : null };
};

/**
 * The tenant of a record. For a user: an accountant's firm; for a client's user the company and its firm, with several
 * companies only the firm if they share one. Users and clients are found in the view of access, also deleted ones.
 */
export const tenantOf =
  (find: Find) =>
  (belonging: Belonging): Tenant => {
    if (!('userId' in belonging)) return ofPlace(find, belonging.firmId, belonging.clientIds);
    const user = find(belonging.userId) as AccessOf<'user'> | null;
    return user ? ofPlace(find, user.firmId, user.clientIds) : { firmId: null, clientId: null };
  };
