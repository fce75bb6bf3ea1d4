import { authApi } from '@dosar/contracts';
import { queries, reading } from '../../platform/queries';
import { refreshMe } from './me.queries';

/** What the own account has beside its password. */
export const twoStep = () => reading(authApi.twoStep, {});

/** The devices that are signed in. */
export const devices = () => reading(authApi.sessions, {});

/** Whether it has a second step is also said of the account. */
export const refreshTwoStep = (): Promise<void> =>
  Promise.all([queries.invalidateQueries({ queryKey: twoStep().queryKey }), refreshMe()]).then(() => undefined);

export const refreshDevices = (): void => void queries.invalidateQueries({ queryKey: devices().queryKey });
