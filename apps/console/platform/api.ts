import { authApi, type EndpointSpec, type ReplyOf, type RequestOf } from '@dosar/contracts';
import { isOver, Unreachable } from './refusals';
import { newKey, send, type SendOptions } from './send';
import { Session } from './session';
import { goOn, patiently } from './live/waits';

let queue: Promise<unknown> = Promise.resolve();

/**
 * Web Locks work across tabs; a page over plain HTTP has none, and the server then accepts one refresh token from two tabs.
 */
const alone = <T>(work: () => Promise<T>): Promise<T> => {
  if ('locks' in navigator) return navigator.locks.request('dosar.session', work);
  const mine = queue.then(work);
  queue = mine.catch(() => undefined);
  return mine;
};

export const session = new Session({
  storage: localStorage,
  now: () => Date.now(),
  schedule: (work, ms) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  renew: () => send(authApi.refresh, {}),
  alone,
});

// nothing that one person has begun waits any longer
session.onEnd(goOn);

/** `key`: the same for all attempts of one write; `deed`: the same for all calls of one deed. */
type Sending = Pick<SendOptions, 'key' | 'deed'>;

/** Sends a request as the signed-in user, renewing an expired token. @throws Refused, Unreachable */
export const call = async <E extends EndpointSpec>(
  spec: E,
  input: RequestOf<E>,
  signal?: AbortSignal,
  { key = spec.method === 'GET' ? null : newKey(), deed }: Sending = {},
): Promise<ReplyOf<E>> => {
  const asking = { key, deed, ...(signal && { signal }) };
  const by = session.personId;
  const sendWith = (token: string | null) => {
    // it may have waited until somebody else signed in
    if (session.personId !== null && session.personId !== by) throw new Unreachable('the session ended');
    return send(spec, input, { ...asking, token });
  };
  const once = async () => {
    const token = await session.freshToken();
    try {
      return await sendWith(token);
    } catch (error) {
      if (!isOver(error) || token === null || !(await session.renewed(token))) throw error;
      return sendWith(session.token);
    }
  };
  return patiently(once, signal);
};
