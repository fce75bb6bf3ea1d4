import { authApi } from '@dosar/contracts';
import { call, session } from '../../api';
import { send } from '../../send';

const PATIENCE_MS = 2_000;

/** @throws Refused, Unreachable */
export const signIn = async (email: string, password: string): Promise<void> => {
  session.open(await send(authApi.login, { body: { email, password } }));
};

/** Leaves here at once; the server is told, too, when it can be reached. */
export const signOut = async (): Promise<void> => {
  const telling = call(authApi.logout, {}).catch(() => undefined);
  await Promise.race([telling, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  session.close();
};
