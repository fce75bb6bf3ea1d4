import { settingsApi, systemApi } from '@dosar/contracts';
import { reading } from '../../platform/queries';

export const settings = () => reading(settingsApi.get, {});

/** What is wrong may be mended meanwhile. */
const LOOK_MS = 10_000;
export const health = () => ({ ...reading(systemApi.details, {}), refetchInterval: LOOK_MS });
