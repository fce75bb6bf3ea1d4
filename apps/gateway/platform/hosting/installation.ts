import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import {
  changedRows,
  commandHandler,
  Damaged,
  Unreadable,
  documentBytes,
  keyring,
  mustNotBeOlder,
  usedKeys,
  type Software,
  masters as mastersOf,
  openLog,
  recordClock,
  refusing,
  watchActs,
  watchRefusal,
  type CommandHandler,
  type Documents,
  type Foreign,
  type Keyring,
  type OnDamage,
  type OnRefusal,
  type OpenedLog,
  type Position,
  type Tries,
  type TryKind,
  type Vault,
} from '@dosar/kernel/runtime';
import type { PortsWithSearch } from '@dosar/search';
import { projectors, reactorGroups, registry } from '@dosar/domain/registry';
import { Access } from '../access/access';
import type { Config } from './config';
import { type Findings } from '../health/findings';
import { openKeys, type Keys } from './keys';
import { Limits } from '../access/limits';
import { Metrics } from './metrics';
import { decideBy, namingOthers, softwareHere } from './software';
import { allTries } from '../writes/tries';
import { ACCESS_MEMORY, Views } from '../reads/views';

/** Injection token of the installation. */
export const INSTALLATION = Symbol('Installation');

/** One running Dosar: its ports, its keys, and its state in memory. */
export type Installation = {
  readonly config: Config;
  /** Bytes are stored through `documents` only, which encrypts them. */
  readonly ports: Omit<PortsWithSearch, 'blobs'> & { readonly blobs: Omit<PortsWithSearch['blobs'], 'put'> };
  readonly log: OpenedLog;
  readonly keys: Keys;
  readonly keyring: Keyring;
  /** The bytes of documents: nothing else reads or writes their store. */
  readonly documents: Documents;
  readonly commandHandler: CommandHandler;
  readonly access: Access;
  readonly views: Views;
  readonly limits: Limits;
  readonly metrics: Metrics;
  /** Identifies this run of the process. */
  readonly processId: string;
  readonly tries: Readonly<Record<TryKind, Tries>>;
  /** Up to this position destroyed data is removed from the files of the search. */
  readonly searchErased: { upTo: Position | null };
  /** Faults, reported in health. */
  readonly findings: Findings;
  readonly logger: Logger;
};

/** The groups of reactors that calls wait for, by the events they handle. */
export const waitedGroups: ReadonlyMap<string, readonly string[]> = reactorGroups
  .filter(({ isWaitedFor }) => isWaitedFor)
  .reduce((groups, { name, reactors }) => {
    for (const type of reactors.flatMap(({ on }) => Object.keys(on)))
      groups.set(type, [...(groups.get(type) ?? []), name]);
    return groups;
  }, new Map<string, string[]>());

/** The awaited groups that may handle what this one appends. */
export const groupsAfter = (group: string): readonly string[] => {
  const waited = reactorGroups.filter(({ isWaitedFor }) => isWaitedFor).map(({ name }) => name);
  return waited.slice(waited.indexOf(group) + 1);
};

export type InstallationParts = {
  readonly config: Config;
  readonly ports: PortsWithSearch & {
    readonly foreign?: Foreign;
    readonly upgrading?: { readonly run: () => Promise<void> };
  };
  readonly masterKeys: readonly Buffer[];
  readonly findings: Findings;
  readonly logger: Logger;
  /** Called for bytes of a document that are not those of its record. */
  readonly onDamage: (vault: Vault, logger: Logger) => OnDamage;
  /** Another software, for tests. */
  readonly software?: Software;
  /** Called when the log becomes writable again. */
  readonly onMended?: () => void;
};

const REFUSAL = 'refusal';

/**
 * State decided while the log was read-only is loaded again; a process that decided on data which is gone must be restarted.
 */
const followRefusal = (log: OpenedLog, findings: Findings, onMended: () => void = () => {}): OnRefusal => {
  let isLost = false;
  return (now, isDamage) => {
    isLost ||= log.refusal === null && now !== null && !isDamage;
    if (now === null) onMended();
    log.refusal = now ?? (isLost ? 'the log was set back while this process was running: start it again' : null);
    findings.clear(REFUSAL);
    if (log.refusal) findings.add(REFUSAL, log.refusal);
  };
};

/** Opens the log, which is not written while read-only, and notes the software that writes it from now on. */
const openLogHere = async (
  { config, ports: opened, masterKeys, findings, logger, software = softwareHere(config), onMended }: InstallationParts,
  metrics: Metrics,
  signal: AbortSignal,
) => {
  await mustNotBeOlder(opened.events, software);
  const log = await openLog(opened, mastersOf(masterKeys), reactorGroups, opened.foreign);
  for (const finding of log.findings) findings.add('log', finding);
  if (log.refusal) findings.add(REFUSAL, log.refusal);
  if (log.damage) findings.add('damage', log.damage);
  void watchRefusal(opened.vault, log.refusal, followRefusal(log, findings, onMended), signal);
  const ports = { ...opened, events: metrics.watching(refusing(opened.events, log)) };
  const watching = await decideBy(software, { events: ports.events, log, logger }, signal);
  // processes of a lower level have stopped writing
  await opened.upgrading?.run();
  const failed = (error: unknown) => logger.error({ err: error }, 'what the operator did could not be said in the log');
  void watchActs(ports, failed, signal);
  return { log, ports, watching };
};

/** Opens everything that is needed before requests; rights follow later, by `access.open`. */
export const openInstallation = async (parts: InstallationParts, signal: AbortSignal): Promise<Installation> => {
  const { config, findings, logger } = parts;
  const masters = mastersOf(parts.masterKeys);
  const metrics = new Metrics();
  const { log, ports, watching } = await openLogHere(parts, metrics, signal);
  const keys = await openKeys(ports.vault, masters);
  const ring = keyring(ports.vault, masters);
  ring.watch(signal);
  const clock = recordClock(() => new Date());
  const views = new Views(ports, projectors);
  signal.addEventListener('abort', () => views.close(), { once: true });
  const access = new Access({
    onRead: watching.onRead,
    events: ports.events,
    reads: ports.reads,
    registry,
    clock,
    rowsKey: keys.rows,
    onChangedRows: (view) => findings.add('access', changedRows(view)),
    onMoved: (position) => views.moved([ACCESS_MEMORY], position),
    onFailure: (error) => logger.error({ err: error }, 'who may do what is not heard of'),
    onStop: (stop) => logger.error({ event_id: stop.eventId, reason: stop.reason }, 'who may do what stopped'),
  });
  void access.ready
    .then(watching.look)
    .catch((error: unknown) => logger.error({ err: error }, 'whether a newer Dosar writes is not known'));
  const handler = commandHandler({
    events: ports.events,
    snapshots: ports.snapshots,
    keyring: ring,
    clock,
    tenantOf: access.tenantOf,
    isUsed: await usedKeys(ports),
    onFinding(about, error) {
      logger.warn({ err: error }, about);
      if (error instanceof Unreadable) findings.count('log', error.why, error.what);
      else if (error instanceof Damaged) findings.add('log', error.message);
    },
  });
  const documents = documentBytes(ports.blobs, ring, parts.onDamage(ports.vault, logger));
  const limits = new Limits(config.limits);
  const processId = randomUUID();
  const told = parts.software ?? softwareHere(config);
  if (config.profile === 'distributed') void namingOthers(told, { ...ports, processId, findings, logger }, signal);
  const tries = allTries({ vault: ports.vault, config, processId, logger });
  const opened = { config, ports, log, keys, keyring: ring, documents, commandHandler: handler };
  const searchErased = { upTo: null };
  return { ...opened, access, views, limits, metrics, processId, tries, searchErased, findings, logger };
};
