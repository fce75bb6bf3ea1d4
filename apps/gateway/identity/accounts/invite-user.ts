import { usersApi } from '@dosar/contracts';
import { user } from '@dosar/domain/identity/user.decider';
import { useCase } from '../../platform/use-cases/use-case';
import { Links } from '../sign-in/links';
import { Accounts } from './accounts';

/** The link of the letter, for whoever hands it over by other means; it is made anew and kept nowhere. */
export const showInvitationLink = useCase(usersApi.showInvitationLink, async ({ params: { id } }, context) => {
  const { call, writes, use } = context;
  use(Accounts).must(id);
  await writes.once(call).handle(user, id, { type: 'ShowInvitationLink', data: {} });
  return use(Links).ofInvitation(id);
});

export const inviteUser = useCase(
  usersApi.invite,
  async ({ params: { id }, body: { language = 'ro' } }, { call, writes, use }) => {
    use(Accounts).must(id);
    await writes.once(call).handle(user, id, { type: 'InviteUser', data: { language } });
    await writes.visible(call);
  },
);
