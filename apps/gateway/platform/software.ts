import { build } from '@dosar/adapters/build';
import { eventSchemasText } from '@dosar/domain/event-schemas';
import { policyAsData } from '@dosar/domain/policy';
import {
  noteSoftwareSoon,
  softwareOf,
  watchSoftware,
  type OpenedLog,
  type Ports,
  type Software,
} from '@dosar/kernel/runtime';
import type { Logger } from 'pino';
import type { Config } from './config';

/** This program, and by which rules it decides with what this process offers. */
export const softwareHere = ({ features, timeZone }: Pick<Config, 'features' | 'timeZone'>): Software =>
  softwareOf({ ...build, catalogue: eventSchemasText(), policy: policyAsData, features: [...features], timeZone });

type Parts = { readonly events: Ports['events']; readonly log: OpenedLog; readonly logger: Logger };

/** Says in the log by which software this process decides, and finds out when a newer one begins to. @throws CannotStart */
export const decideBy = async (software: Software, { events, log, logger }: Parts, signal: AbortSignal) => {
  await noteSoftwareSoon(events, software, signal, (error) =>
    logger.error({ err: error }, 'which software decides could not be said in the log'),
  );
  return watchSoftware(events, software, log, (sentence) => logger.error({ part: 'log' }, sentence));
};
