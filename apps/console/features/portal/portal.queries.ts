import { settingsApi, systemApi } from '@dosar/contracts';
import { reading } from '../../platform/queries';

export const settings = () => reading(settingsApi.get, {});

export const health = () => reading(systemApi.details, {});

/** What is wrong may be mended meanwhile. */
export const LOOK_MS = 10_000;
