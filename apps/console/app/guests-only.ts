import { redirect } from '@tanstack/react-router';
import { session } from '../platform/api';

/** @throws a redirection for whoever is signed in. */
export const guestsOnly = async (): Promise<void> => {
  if (await session.isOpen().catch(() => false)) throw redirect({ to: '/' });
};
