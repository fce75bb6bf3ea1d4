import { settingsApi } from '@dosar/contracts';
import { reading } from '../../platform/queries';

export const settings = () => reading(settingsApi.get, {});
