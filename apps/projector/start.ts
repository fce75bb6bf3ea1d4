import { destination, pino } from 'pino';
import { CannotStart } from '@dosar/adapters/cannot-start';
import { openPorts } from '@dosar/adapters/open-ports';
import type { PortsConfig } from '@dosar/adapters/ports-config';
import {
  commandHandler,
  keepGoing,
  keepReacting,
  keyring,
  marksKey,
  reactorFacts,
  runProjectors,
  type Recorded,
} from '@dosar/kernel/runtime';
import { registry, projectors, reactorGroups } from '@dosar/domain/registry';

export type Running = { readonly stop: () => Promise<void> };

/**
 * What follows from events, in a process of its own: it fills the views, and handles with a command handler of its own what the
 * reactors ask for. An outage keeps it waiting; what it says of itself are lines of the log, and its end.
 * @throws CannotStart
 */
export const start = async (config: PortsConfig): Promise<Running> => {
  if (config.profile !== 'distributed')
    throw new CannotStart('DOSAR_PROFILE must be distributed: an embedded gateway fills its views itself');
  const logger = pino({ level: config.logLevel, base: null, redact: ['err.config'] }, destination(2));
  const master = Buffer.from(config.masterKey!, 'hex');
  const ports = await openPorts(config, projectors, (what) => logger.fatal(what));
  const ring = keyring(ports.vault, master);
  const stopping = new AbortController();
  const { signal } = stopping;

  const project = async () => {
    const { ended } = await runProjectors(projectors, registry, { ...ports, keyring: ring }, signal);
    logger.info({ views: projectors.length }, 'the projectors follow the log');
    await ended;
  };
  const onDefect = (reactor: string, event: Recorded, error: unknown) =>
    logger.error({ err: error, reactor, event_id: event.id }, 'a reaction failed');
  const reacting = {
    ...ports,
    keyring: ring,
    commandHandler: commandHandler({ ...ports, keyring: ring }),
    facts: reactorFacts(config.publicUrl, master),
    secret: marksKey(master),
    onDefect,
  };

  const working = Promise.all([
    keepGoing(project, signal, (error) => logger.error({ err: error }, 'the projectors stopped and are started again')),
    keepReacting(reactorGroups, registry, reacting, signal, (group, error) =>
      logger.error({ err: error, group }, 'the reactors stopped and are started again'),
    ),
  ]);
  return {
    async stop() {
      stopping.abort();
      await working;
      await ports.close();
    },
  };
};
