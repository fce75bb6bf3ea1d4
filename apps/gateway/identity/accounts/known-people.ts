import type { AccessOf } from '@dosar/domain/identity/access.projector';
import type { Access } from '../../platform/access/access';
import type { Account } from '../../platform/access/call';

/**
 * The people somebody may assign or write to: administrators; accountants who may see the same clients; and the users of
 * those clients. Limited to one client, when it is given.
 */
export const knownPeople = (access: Access, person: Account, clientId: string | null): string[] => {
  const { firmId, clientIds } = access.scope(person);
  const isMine = (id: string) => (clientId === null || id === clientId) && access.clientFor(person, id) !== null;
  const firms = new Set(
    clientId !== null || person.role === 'user'
      ? (clientId !== null ? [clientId] : person.clientIds).filter(isMine).map((id) => access.client(id)!.firmId)
      : [firmId],
  );
  const sees = (accountant: Account) => {
    if (person.role === 'admin' && clientId === null) return true;
    if (!firms.has(accountant.firmId)) return false;
    // colleagues may assign each other; a client's user knows only accountants who may see the client
    if (person.role !== 'user') return true;
    const scope = access.scope(accountant);
    return scope.clientIds === null || scope.clientIds.some(isMine);
  };
  const isKnown = (other: AccessOf<'user'>) => {
    if (other.id === person.id || other.status !== 'active') return false;
    if (other.role === 'admin') return true;
    if (other.role === 'accountant') return sees(other);
    return other.clientIds.some((id) => isMine(id) && (clientIds === null || clientIds.includes(id)));
  };
  return [...access.all('user')].filter(isKnown).map(({ id }) => id);
};
