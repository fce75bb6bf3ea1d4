import { authApi } from '@dosar/contracts';
import { call, session } from '../../platform/api';
import { refusedWith } from '../../platform/refusals';
import { send } from '../../platform/send';

/** A link that somebody has opened: still good, over, or opened by somebody who is signed in. */
export type Link<T> =
  | { readonly kind: 'good'; readonly token: string; readonly about: T }
  | { readonly kind: 'over'; readonly token: string | null }
  | { readonly kind: 'signedIn'; readonly email: string | null };

const emailOfSignedIn = async (): Promise<string | null> => {
  try {
    return (await call(authApi.me, {})).user.email;
  } catch {
    return null;
  }
};

/** @throws Unreachable, and Refused for what may be otherwise later. */
const linkOf = async <T>(token: string | undefined, check: (token: string) => Promise<T>): Promise<Link<T>> => {
  if (await session.isOpen().catch(() => false)) return { kind: 'signedIn', email: await emailOfSignedIn() };
  if (token === undefined || token === '') return { kind: 'over', token: null };
  try {
    return { kind: 'good', token, about: await check(token) };
  } catch (error) {
    if (!refusedWith(error, 404, 410, 422)) throw error;
    return { kind: 'over', token };
  }
};

export const resetLink = (token: string | undefined) =>
  linkOf(token, (link) => send(authApi.checkReset, { params: { token: link } }));

export const invitationLink = (token: string | undefined) =>
  linkOf(token, (link) => send(authApi.checkInvitation, { params: { token: link } }));
