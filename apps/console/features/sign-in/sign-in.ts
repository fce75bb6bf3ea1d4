import { authApi, type ReplyOf, type SecondFactor } from '@dosar/contracts';
import { session } from '../../platform/api';
import { send } from '../../platform/send';

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
