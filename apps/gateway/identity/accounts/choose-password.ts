import { authApi } from '@dosar/contracts';
import { wrongField } from '../../platform/http/problem';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { Attempts } from '../sign-in/attempts';
import { Links, type OpenLink } from '../sign-in/links';
import { NewPasswords } from './new-passwords';
import { Reauthentication } from './reauthentication';

export const changePassword = useCase(
  authApi.changePassword,
  async ({ body: { current_password: current, new_password: wanted } }, { call, use }) => {
    const state = await use(Reauthentication).prove(call, current);
    if (current === wanted) throw wrongField('new_password', 'password_same');
    const { sessionId } = call.caller;
    const choice = { person: call.caller, state, field: 'new_password' };
    await use(NewPasswords).choose(call, choice, wanted, (credentialId) => ({
      type: 'ChangePassword',
      data: { credentialId, sessionId, shownId: state.credentialId },
    }));
  },
);

/** Sets a password with the link of a letter. */
const chooseWithLink = async (
  { call, use }: UseCaseContext,
  kind: 'reset' | 'invitation',
  token: string,
  password: string,
): Promise<void> => {
  const link: OpenLink = await use(Links).open(kind, token);
  const choice = { person: use(Links).identify(call, link), state: link.state, field: 'password' };
  await use(NewPasswords).choose(call, choice, password, (credentialId) => ({
    type: kind === 'reset' ? 'CompleteReset' : 'AcceptInvitation',
    data: { requestId: link.requestId, credentialId },
  }));
  if (link.state.email !== null) await use(Attempts).forgetSignIns(link.state.email, call.ip);
};

export const reset = useCase(authApi.reset, ({ body }, context) =>
  chooseWithLink(context, 'reset', body.token, body.password),
);

export const acceptInvitation = useCase(authApi.acceptInvitation, ({ body }, context) =>
  chooseWithLink(context, 'invitation', body.token, body.password),
);

export const checkReset = useCase(authApi.checkReset, async ({ params }, { use }) => {
  const { state } = await use(Links).open('reset', params.token);
  return { valid: true as const, email: state.email };
});

export const checkInvitation = useCase(authApi.checkInvitation, async ({ params }, { use }) => {
  const { state } = await use(Links).open('invitation', params.token);
  return { valid: true as const, name: state.name, email: state.email };
});
