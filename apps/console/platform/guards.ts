import { notFound, redirect } from '@tanstack/react-router';
import { isOffered, RANK, type Feature, type Role } from '@dosar/contracts';

/** The target after signing in: a path of this site; null for any other. */
export const sameSite = (target: string | undefined, origin: string): string | null => {
  // two slashes, or what browsers take for them, lead to another host
  if (!target || !/^\/(?![/\\])/.test(target) || /[\t\r\n]/.test(target)) return null;
  const url = URL.canParse(target, origin) ? new URL(target, origin) : null;
  if (url?.origin !== origin) return null;
  return /^\/login(\/|$)/.test(url.pathname) ? null : url.pathname + url.search + url.hash;
};

/** The page after signing in: the one requested before, or home. */
export const placeAfterSignIn = (target: string | undefined): string => sameSite(target, location.origin) ?? '/';

/** Pages for guests: signing out does not redirect from them. */
export const isGuestPath = (path: string): boolean =>
  /^\/(login|forgot-password|reset-password|invitation|sign-in-link)\/?$/.test(path);

type Offered = { readonly features: readonly Feature[] };

/** Whether this installation offers the feature. */
export const offers = ({ features }: Offered, feature: Feature): boolean => isOffered(features, [feature]);

/** @throws not found */
export const mustBeThere = (isThere: boolean): void => {
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to say so
  if (!isThere) throw notFound();
};

/** @throws not found, where the installation does not offer the feature */
export const mustOffer = (feature: Feature, person: Offered): void => mustBeThere(offers(person, feature));

/** @throws a redirection for a lower rank */
export const mustBe = (needed: Role, { role }: { readonly role: Role }): void => {
  if (RANK[role] < RANK[needed]) throw redirect({ to: '/unauthorized' });
};

/** @throws a redirection of an auditor from what is not theirs: their home, and their own settings */
export const mustBeTheirs = ({ role }: { readonly role: Role }, path: string): void => {
  if (role === 'auditor' && !/^\/(?:$|settings(?:\/|$)|unauthorized$)/.test(path)) throw redirect({ to: '/' });
};
