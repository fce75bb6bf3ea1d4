import { authApi } from '@dosar/contracts';
import { queries, writing } from '../../platform/queries';
import { refreshDevices } from './account.queries';
import { me } from './me.queries';

/** The answer is the account as it then is. */
export const changeMe = () =>
  writing(authApi.changeMe, {
    touches: (answer) => void queries.setQueryData(me().queryKey, answer),
    failure: null,
  });

/** The other devices are then signed out. */
export const changePassword = () =>
  writing(authApi.changePassword, {
    touches: () => {
      void queries.invalidateQueries({ queryKey: me().queryKey });
      refreshDevices();
    },
    failure: null,
  });

export const endSession = () =>
  writing(authApi.endSession, {
    input: (id: string) => ({ params: { id } }),
    failure: 'account.devices.notEnded',
  });
