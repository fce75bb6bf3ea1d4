import { authApi } from '@dosar/contracts';
import { session } from './api';
import { newKey, send } from './send';

const PATIENCE_MS = 2_000;

/** Signs out here in any case; the server ends the session, too, if it can be reached. */
export const signOut = async (): Promise<void> => {
  const leaving = session.leave((token) => send(authApi.logout, {}, { token, key: newKey() }));
  await Promise.race([leaving.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  session.close();
};

/** Ends every session; this one only once the server has ended them all. @throws Refused, Unreachable */
export const signOutEverywhere = (): Promise<void> =>
  session.leave((token) => send(authApi.logoutAll, {}, { token, key: newKey() }));
