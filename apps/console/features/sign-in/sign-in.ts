import { authApi, type ReplyOf, type SecondFactor } from '@dosar/contracts';
import { session } from '../../platform/api';
import { remembered } from '../../platform/storage/remembered';
import { send } from '../../platform/send';

/** A sign-in that waits for its second proof. */
export type Halfway = SecondFactor['second_factor'];

const wasHere = remembered('dosar.was_here');

/** Whether somebody has signed in in this browser before: nobody is welcomed back who was never here. */
export const isKnownHere = (): boolean => wasHere.get() !== null;

/** Somebody is in. */
export const openSession = (answer: Parameters<typeof session.open>[0]): void => {
  wasHere.set('1');
  session.open(answer);
};

const opened = (answer: ReplyOf<typeof authApi.login>): Halfway | null => {
  if ('second_factor' in answer) return answer.second_factor;
  openSession(answer);
  return null;
};

/** @returns what is still asked for, null when nothing. @throws Refused, Unreachable */
export const signIn = async (email: string, password: string): Promise<Halfway | null> =>
  opened(await send(authApi.login, { body: { email, password } }));

/** The same with the link of a letter, which is then spent. @throws Refused, Unreachable */
export const signInWithLink = async (token: string): Promise<Halfway | null> =>
  opened(await send(authApi.useLink, { body: { token } }));
