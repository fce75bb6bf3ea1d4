import { notFound, redirect } from '@tanstack/react-router';
import { isOffered, RANK, type Feature, type Role } from '@dosar/contracts';

/** Where to go after signing in: a place of this site, and of no other; null when it is none. */
export const sameSite = (target: string | undefined, origin: string): string | null => {
  // what begins with two slashes, or with what browsers take for one, is another host
  if (!target || !/^\/(?![/\\])/.test(target) || /[\t\r\n]/.test(target)) return null;
  const url = URL.canParse(target, origin) ? new URL(target, origin) : null;
  if (url?.origin !== origin) return null;
  return /^\/login(\/|$)/.test(url.pathname) ? null : url.pathname + url.search + url.hash;
};

/** Where whoever is signed in goes on: where they wanted to be before, or home. */
export const placeAfterSignIn = (target: string | undefined): string => sameSite(target, location.origin) ?? '/';

/** The screens before sign-in: nobody who leaves is sent away from them. */
export const isGuestPath = (path: string): boolean =>
  /^\/(login|forgot-password|reset-password|invitation|sign-in-link)\/?$/.test(path);

type Offered = { readonly features: readonly Feature[] };

/** Whether this installation has the feature. */
export const offers = ({ features }: Offered, feature: Feature): boolean => isOffered(features, [feature]);

/** @throws that there is no such screen. */
export const mustBeThere = (isThere: boolean): void => {
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to say so
  if (!isThere) throw notFound();
};

/** @throws that there is no such screen, where the installation does not have the feature. */
export const mustOffer = (feature: Feature, person: Offered): void => mustBeThere(offers(person, feature));

/** @throws a redirection for whoever has a lower rank. */
export const mustBe = (needed: Role, { role }: { readonly role: Role }): void => {
  if (RANK[role] < RANK[needed]) throw redirect({ to: '/unauthorized' });
};
