import type { Belonging, Tenant } from '@dosar/kernel';
import type { AccessOf, AccessRow } from './access.projector';

type Find = (id: string) => AccessRow | null;

/** The one thing of several, null when there are none or others. */
const only = (ids: readonly (string | null)[]): string | null => (new Set(ids).size === 1 ? ids[0]! : null);

const ofPlace = (find: Find, firmId: string | null, clientIds: readonly string[]): Tenant => {
  const firmOf = (id: string) => {
    const row = find(id);
    return row?.kind === 'client' ? row.firmId : null;
  };
  return { firmId: firmId ?? only(clientIds.map(firmOf)), clientId: clientIds.length === 1 ? clientIds[0]! : null };
};

/**
 * Whose a record is. Of somebody: the firm of an accountant; the one company of a client's user and its firm, of several
 * companies the firm if it is one. People and clients are found in the view of access, also when they are gone.
 */
export const tenantOf =
  (find: Find) =>
  (belonging: Belonging): Tenant => {
    if (!('userId' in belonging)) return ofPlace(find, belonging.firmId, belonging.clientIds);
    const user = find(belonging.userId) as AccessOf<'user'> | null;
    return user ? ofPlace(find, user.firmId, user.clientIds) : { firmId: null, clientId: null };
  };
