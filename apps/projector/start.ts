import { destination, pino, type Logger } from 'pino';
import { CannotStart } from '@dosar/adapters/cannot-start';
import { masterKeysOf } from '@dosar/adapters/master-key';
import { openPorts, type OpenedPorts } from '@dosar/adapters/open-ports';
import type { PortsConfig } from '@dosar/adapters/ports-config';
import {
  checkpoints,
  commandHandler,
  effectsOf,
  keepProjecting,
  keepReacting,
  keyring,
  masters as mastersOf,
  openLog,
  parseRecord,
  purposeKey,
  reactorFacts,
  recordClock,
  refusing,
  viewMemory,
  type Keyring,
  type ReactorPorts,
  type Stop,
} from '@dosar/kernel/runtime';
import { access, type AccessRow } from '@dosar/domain/identity/access.projector';
import { tenantOf } from '@dosar/domain/identity/tenants';
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
  const opened = await openPorts(config, projectors, {
    onDamage: (what) => logger.fatal({ part: 'damage' }, what),
    onFinding: (what) => logger.error({ part: 'log' }, what),
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  try {
    const masters = mastersOf(masterKeysOf(config));
    const log = await openLog(opened, masters, reactorGroups, opened.viewsAhead);
    for (const what of [...log.findings, ...(log.refusal ? [log.refusal] : [])]) logger.error({ part: 'log' }, what);
    const ports = { ...opened, events: refusing(opened.events, log) };
    const ring = keyring(ports.vault, masters);
    ring.watch(signal);
    const linksKey = await purposeKey(ports.vault, masters, 'links');

    logger.info({ views: projectors.length }, 'the projectors follow the log');
    const working = Promise.all([
      keepProjecting(projectors, registry, projecting(ports, ring, logger), signal),
      keepReacting(reactorGroups, registry, reacting(ports, ring, logger, signal)(config, linksKey), signal),
    ]);
    return {
      async stop() {
        stopping.abort();
        await working;
        await opened.close();
      },
    };
  } catch (error) {
    stopping.abort();
    await opened.close();
    throw error;
  }
};

const projecting = (ports: OpenedPorts, ring: Keyring, logger: Logger) => ({
  ...ports,
  keyring: ring,
  onFailure: (error: Error) => logger.error({ err: error }, 'the projectors stopped and are started again'),
  onStop: (view: string, { eventId, reason }: Stop) =>
    logger.error({ view, event_id: eventId, reason }, 'a view stopped'),
});

/** What reactors decide with: whose a record is follows from a memory of the log like a gateway's. */
const reacting = (ports: OpenedPorts, ring: Keyring, logger: Logger, signal: AbortSignal) => {
  const clock = recordClock(() => new Date());
  const memory = viewMemory<AccessRow>(access, {
    ...{ events: ports.events, reads: ports.reads, registry },
    onStep: (batch) => clock.saw(parseRecord(batch.at(-1)!).occurredAt),
    onFailure: (error) => logger.error({ err: error }, 'who may do what is not heard of'),
    onStop: ({ eventId, reason }) => logger.error({ event_id: eventId, reason }, 'who may do what stopped'),
  });
  void memory.open(signal);
  const handler = commandHandler({
    ...{ events: ports.events, snapshots: ports.snapshots, keyring: ring, clock },
    tenantOf: tenantOf((id) => memory.get(id)),
    onFinding: (about, error) => logger.warn({ err: error }, `${about} could not be kept`),
  });
  return ({ publicUrl }: PortsConfig, linksKey: Buffer): ReactorPorts => ({
    ...{ events: ports.events, signals: ports.signals, keyring: ring },
    checkpoints: checkpoints(ports.vault),
    effects: effectsOf(handler, ports.mail),
    facts: reactorFacts(publicUrl, linksKey),
    reach: memory.reach,
    onStop: (group, { eventId, reason }) => logger.error({ group, event_id: eventId, reason }, 'reactors stopped'),
    onFailure: (group, error) => logger.error({ err: error, group }, 'the reactors stopped and are started again'),
  });
};
