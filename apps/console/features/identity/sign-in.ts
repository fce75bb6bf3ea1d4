import { authApi, type ReplyOf, type SecondFactor } from '@dosar/contracts';
import { call, session } from '../../api';
import { send } from '../../send';

const PATIENCE_MS = 2_000;

/** A sign-in that waits for its second proof. */
export type Halfway = SecondFactor['second_factor'];

const opened = (answer: ReplyOf<typeof authApi.login>): Halfway | null => {
  if ('second_factor' in answer) return answer.second_factor;
  session.open(answer);
  return null;
};

/** @returns what is still asked for, null when nothing. @throws Refused, Unreachable */
export const signIn = async (email: string, password: string): Promise<Halfway | null> =>
  opened(await send(authApi.login, { body: { email, password } }));

/** The same with the link of a letter, which is then spent. @throws Refused, Unreachable */
export const signInWithLink = async (token: string): Promise<Halfway | null> =>
  opened(await send(authApi.useLink, { body: { token } }));

/** Leaves here at once; the server is told, too, when it can be reached. */
export const signOut = async (): Promise<void> => {
  const telling = call(authApi.logout, {}).catch(() => undefined);
  const work = () => Promise.race([telling, new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  await session.leave(work);
};

/** Ends every session; this one only when the server has ended them all. @throws Refused, Unreachable */
export const signOutEverywhere = (): Promise<void> => session.leave(() => call(authApi.logoutAll, {}));
