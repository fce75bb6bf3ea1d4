import type { AccessOf } from '@dosar/domain/identity/access.projector';
import type { Access } from './access';
import type { Right } from './unit-of-work';

export const clientRight = (access: Access, id: string): Right<AccessOf<'client'>> => ({
  name: `client ${id}`,
  of: (who) => access.clientFor(who, id),
});

export const conversationRight = (access: Access, id: string): Right<AccessOf<'conversation'>> => ({
  name: `conversation ${id}`,
  of: (who) => {
    const found = access.conversation(id);
    return found && access.mayRead(who, found) ? found : null;
  },
});
