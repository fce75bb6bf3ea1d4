import { authApi, type Language } from '@dosar/contracts';
import { once, readSigned } from '@dosar/kernel/runtime';
import { user } from '@dosar/domain/identity/user.decider';
import type { UserCommand } from '@dosar/domain/identity/user-state';
import { networkOf } from '../../platform/connections/network';
import { AfterResponse } from '../../platform/http/after-response';
import { Problem } from '../../platform/http/problem';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { Attempts } from '../sign-in/attempts';
import { Credentials } from './credentials';

const COMMANDS = { reset: 'RequestReset', sign_in: 'SendSignInLink', invitation: 'InviteUser' } as const;

/**
 * Requests a letter with a link, by e-mail or by the token of an invitation. The answer never reveals whether such an
 * account exists.
 */
const requestLetter = (context: UseCaseContext, kind: keyof typeof COMMANDS, to: string): void =>
  context.use(AfterResponse).after(context.call, () => write(context, kind, to));

export const forgotPassword = useCase(authApi.forgotPassword, ({ body }, context) =>
  requestLetter(context, 'reset', body.email),
);

export const requestInvitation = useCase(authApi.requestInvitation, ({ body }, context) =>
  requestLetter(context, 'invitation', body.token),
);

export const requestLink = useCase(authApi.requestLink, ({ body }, context) =>
  requestLetter(context, 'sign_in', body.email),
);

const write = async (context: UseCaseContext, kind: keyof typeof COMMANDS, to: string): Promise<void> => {
  const { call, installation, use } = context;
  const email = kind === 'invitation' ? await invited(context, to) : to;
  if (email === null) return;
  try {
    await use(Attempts).take('mailsOfAddress', networkOf(call.ip));
    await use(Attempts).take('mailsOfAccount', email);
  } catch (error) {
    if (error instanceof Problem) return; // too often: the answer is the same
    throw error;
  }
  const userId = await use(Credentials).userIdOf(email);
  const person = userId === null ? null : installation.access.user(userId);
  if (person?.status !== 'active') return;
  // an invited user has no language yet, so that of the page is used
  const language: Language =
    kind === 'invitation' ? call.language : (await use(Credentials).stateOf(person.id)).preferences.language;
  const command: UserCommand = { type: COMMANDS[kind], data: { language } };
  // a refusal sends no letter, and is not reported
  const { commandHandler } = installation;
  await commandHandler.handle({ decider: user, id: person.id, command, context: once(), origin: call.origin() });
};

/** The e-mail of an invitation, however old. */
const invited = async ({ installation, use }: UseCaseContext, token: string): Promise<string | null> => {
  const [said, userId = ''] = readSigned(installation.keys.links, token) ?? [];
  return said === 'invitation' ? (await use(Credentials).stateOf(userId)).email : null;
};
