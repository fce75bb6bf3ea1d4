import { build } from '@dosar/adapters/build';
import { eventSchemasText } from '@dosar/domain/event-schemas';
import { policyAsData } from '@dosar/domain/policy';
import {
  noteSoftwareSoon,
  softwareOf,
  watchProcesses,
  watchSoftware,
  type OpenedLog,
  type Ports,
  type Software,
} from '@dosar/kernel/runtime';
import type { Logger } from 'pino';
import type { Config } from './config';
import type { Findings } from '../health/findings';

/** This program, and the rules it decides by with this configuration. */
export const softwareHere = ({ features, timeZone }: Pick<Config, 'features' | 'timeZone'>): Software =>
  softwareOf({ ...build, catalogue: eventSchemasText(), policy: policyAsData, features: [...features], timeZone });

type Parts = { readonly events: Ports['events']; readonly log: OpenedLog; readonly logger: Logger };

/** Notes in the log by which software this process decides, and notices when a newer one begins to. @throws CannotStart */
export const decideBy = async (software: Software, { events, log, logger }: Parts, signal: AbortSignal) => {
  await noteSoftwareSoon(events, software, signal, (error) =>
    logger.error({ err: error }, 'which software decides could not be said in the log'),
  );
  return watchSoftware(events, software, log, (sentence) => logger.error({ part: 'log' }, sentence));
};

const OTHERS = 'processes';
type Beside = Pick<Ports, 'vault'> & {
  readonly processId: string;
  readonly findings: Findings;
  readonly logger: Logger;
};

/** Reports other running processes with other features or another time zone in health. */
export const namingOthers = (
  software: Software,
  { vault, processId, findings, logger }: Beside,
  signal: AbortSignal,
): Promise<void> =>
  watchProcesses(
    { vault, id: processId, software },
    (sentences) => {
      findings.clear(OTHERS);
      for (const sentence of sentences) findings.add(OTHERS, sentence);
    },
    (error) => logger.error({ err: error }, 'which other processes run is not known'),
    signal,
  );
