import { authApi } from '@dosar/contracts';
import { call, session } from './api';

const PATIENCE_MS = 2_000;

/** Leaves here at once; the server is told, too, when it can be reached. */
export const signOut = async (): Promise<void> => {
  const telling = call(authApi.logout, {}).catch(() => undefined);
  const work = () => Promise.race([telling, new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  await session.leave(work);
};

/** Ends every session; this one only when the server has ended them all. @throws Refused, Unreachable */
export const signOutEverywhere = (): Promise<void> => session.leave(() => call(authApi.logoutAll, {}));
