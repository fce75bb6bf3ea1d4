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

const OTHERS = 'processes';
type Beside = Pick<Ports, 'vault'> & {
  readonly processId: string;
  readonly findings: Findings;
  readonly logger: Logger;
};

/** Processes beside this one that are told to offer something else, or have other days, are named in the health. */
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
