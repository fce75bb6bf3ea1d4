import { usersApi } from '@dosar/contracts';
import { user } from '@dosar/domain/identity/user.decider';
import { useCase } from '../../platform/use-cases/use-case';
import { Accounts } from './accounts';
import { Credentials } from './credentials';

export const deleteUser = useCase(usersApi.delete, async ({ params: { id } }, { call, writes, use }) => {
  const write = await writes.begin(call, { id });
  const { email } = await use(Credentials).stateOf(id);
  // for a deleted user the handler answers a repeated request, and refuses any other
  await use(Accounts).keepingOne(id, true, (anotherStays) =>
    write.handle(user, id, {
      type: 'DeleteUser',
      data: { assignments: use(Accounts).assignments(id), anotherStays },
    }),
  );
  await writes.visible(call);
  if (email !== null) await use(Credentials).release(email, id);
  await use(Credentials).forgetOthers(id, 'none');
});
