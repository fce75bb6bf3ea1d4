import { redirect } from '@tanstack/react-router';
import { session } from '../platform/api';
import { placeAfterSignIn } from '../platform/guards';

/** @throws a redirection for whoever is signed in. */
export const guestsOnly = async (wanted?: string): Promise<void> => {
  if (await session.isOpen().catch(() => false)) throw redirect({ href: placeAfterSignIn(wanted) });
};
