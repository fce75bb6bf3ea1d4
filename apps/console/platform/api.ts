import { authApi, type EndpointSpec, type ReplyOf, type RequestOf } from '@dosar/contracts';
import { Refused } from './refusals';
import { newKey, send } from './send';
import { Session } from './session';

let queue: Promise<unknown> = Promise.resolve();

/** Web Locks hold over all tabs; a page over plain HTTP has none, and the server then accepts one refresh token from two tabs. */
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

/**
 * Asks as whoever is signed in; a token that has run out is replaced on the way. `key`: the same for every attempt of one
 * writing. @throws Refused, Unreachable
 */
export const call = async <E extends EndpointSpec>(
  spec: E,
  input: RequestOf<E>,
  signal?: AbortSignal,
  key = spec.method === 'GET' ? null : newKey(),
): Promise<ReplyOf<E>> => {
  const asking = { key, ...(signal && { signal }) };
  const token = await session.freshToken();
  try {
    return await send(spec, input, { ...asking, token });
  } catch (error) {
    const isOver = error instanceof Refused && error.status === 401 && token !== null;
    if (!isOver || !(await session.renewed(token))) throw error;
    return send(spec, input, { ...asking, token: session.token });
  }
};
