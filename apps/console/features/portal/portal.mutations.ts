import { settingsApi } from '@dosar/contracts';
import { writing } from '../../platform/queries';
import { PEOPLE } from '../users/users.queries';

export const changeSettings = () => writing(settingsApi.change, { touches: PEOPLE, failure: null });
