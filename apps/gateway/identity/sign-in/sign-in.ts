import { authApi, PROBLEMS } from '@dosar/contracts';
import { LINKS } from '@dosar/domain/identity/user-state';
import { AfterResponse } from '../../platform/http/after-response';
import { Problem } from '../../platform/http/problem';
import { useCase } from '../../platform/use-cases/use-case';
import { Credentials } from '../accounts/credentials';
import { Links } from './links';
import { OneTimeTokens } from './one-time-tokens';
import { PasswordCheck } from './password-check';
import { RefreshCookie } from './refresh-cookie';
import { Sessions } from './sessions';
import { SignInFlow } from './sign-in-flow';

export const login = useCase(authApi.login, async ({ body }, { call, exchange, use }) => {
  const { userId, credentialId, state } = await use(PasswordCheck).pass(call, body);
  use(AfterResponse).after(call, () => use(Credentials).renew(userId, state, body.password));
  const answer = await use(SignInFlow).proceed(call, state, { userId, method: 'password', credentialId });
  return use(RefreshCookie).with(exchange.reply, answer);
});

/** Signs in with the link of a letter, once. @throws Problem RESET_LINK_INVALID */
export const useLink = useCase(authApi.useLink, async ({ body }, { call, exchange, use }) => {
  const link = await use(Links).open('sign_in', body.token);
  const person = use(Links).identify(call, link);
  const isFirst = await use(OneTimeTokens).spend(link.requestId, LINKS.sign_in);
  if (person.role !== 'user' || !isFirst) throw new Problem('RESET_LINK_INVALID');
  const proven = { userId: person.id, method: 'link', credentialId: link.requestId } as const;
  return use(RefreshCookie).with(exchange.reply, await use(SignInFlow).proceed(call, link.state, proven));
});

export const refresh = useCase(authApi.refresh, async (_, { call, exchange, use }) => {
  const { request, reply } = exchange;
  const given = use(RefreshCookie).read(request);
  try {
    return use(RefreshCookie).with(reply, await use(SignInFlow).answer(await use(Sessions).refresh(call, given)));
  } catch (error) {
    // an outage does not end the session
    if (error instanceof Problem && PROBLEMS[error.code] === 401) use(RefreshCookie).clear(reply);
    throw error;
  }
});
