import { usersApi } from '@dosar/contracts';
import { user } from '@dosar/domain/identity/user.decider';
import { useCase } from '../../platform/use-cases/use-case';
import { Accounts } from './accounts';

export const inviteUser = useCase(
  usersApi.invite,
  async ({ params: { id }, body: { language = 'ro' } }, { call, writes, use }) => {
    use(Accounts).must(id);
    await writes.once(call).handle(user, id, { type: 'InviteUser', data: { language } });
    await writes.visible(call);
  },
);
