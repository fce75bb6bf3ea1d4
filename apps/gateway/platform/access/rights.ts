import type { AccessOf } from '@dosar/domain/identity/access.projector';
import type { KnownRights } from './known-rights';
import type { Right } from './unit-of-work';

/** @param isOfPast it may be deleted since */
export const clientRight = (rights: KnownRights, id: string, isOfPast = false): Right<AccessOf<'client'>> => ({
  name: `client ${id}`,
  clientId: id,
  of: (who) => (isOfPast ? rights.formerClientFor(who, id) : rights.clientFor(who, id)),
});

export const conversationRight = (
  rights: KnownRights,
  id: string,
  isOfPast = false,
): Right<AccessOf<'conversation'>> => ({
  name: `conversation ${id}`,
  clientId: rights.conversation(id)?.clientId ?? null,
  of: (who) => {
    const found = rights.conversation(id);
    if (!found) return null;
    const client = found.clientId === null ? null : clientRight(rights, found.clientId, isOfPast).of(who);
    return rights.mayRead(who, found, client) ? found : null;
  },
});
