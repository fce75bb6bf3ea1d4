import { randomUUID } from 'node:crypto';
import { destination, pino, type Logger } from 'pino';
import { build } from '@dosar/adapters/build';
import { CannotStart } from '@dosar/adapters/cannot-start';
import { masterKeysOf } from '@dosar/adapters/master-key';
import { openPorts, type OpenedPorts } from '@dosar/adapters/open-ports';
import {
  changedRows,
  checkpoints,
  commandHandler,
  dropForeignViews,
  effectsOf,
  keepProjecting,
  keepReacting,
  keyring,
  mustNotBeOlder,
  notWritten,
  noteSoftwareSoon,
  noteDamage,
  usedKeys,
  masters as mastersOf,
  openLog,
  purposeKey,
  reactorFacts,
  refusing,
  rowsKey,
  Tries,
  softwareOf,
  UNTIL_MENDED,
  UNTIL_SHOWN,
  WaitingLetters,
  untilDone,
  watchProcesses,
  watchRefusal,
  watchSoftware,
  type Foreign,
  type Masters,
  type OpenedLog,
  type Software,
  type Stop,
  type Vault,
} from '@dosar/kernel/runtime';
import { registry, projectors, reactorGroups } from '@dosar/domain/registry';
import { eventSchemasText } from '@dosar/domain/event-schemas';
import { policyAsData } from '@dosar/domain/policy';
import type { Config } from './config';
import { tenants } from './tenants';

export type Running = { readonly stop: () => Promise<void> };

type Installation = {
  readonly config: Config;
  readonly ports: OpenedPorts;
  readonly masters: Masters;
  readonly logger: Logger;
  readonly software: Software;
};

/**
 * Fills the views and runs the reactors, whose commands it handles itself, in a process of its own. An outage makes it wait;
 * it reports in the log, and by its exit code.
 * @throws CannotStart
 */
export const start = async (config: Config): Promise<Running> => {
  if (config.profile !== 'distributed')
    throw new CannotStart('DOSAR_PROFILE must be distributed: an embedded gateway fills its views itself');
  const logger = pino({ level: config.logLevel, base: null, redact: ['err.config'] }, destination(2));
  const masters = mastersOf(masterKeysOf(config));
  const told = toldOfLog(logger);
  const ports = await openPorts(config, projectors, told);
  told.use(ports.vault);
  const installation: Installation = { config, ports, masters, logger, software: softwareHere(config) };
  const stopping = new AbortController();
  const log = await openedLog(installation, ports.foreign, stopping.signal).catch(async (error: unknown) => {
    stopping.abort();
    await ports.close();
    throw error;
  });
  const { vault } = ports;
  const unmet = (error: unknown) => logger.error({ err: error }, 'which other processes run is not known');
  const here = { vault, id: randomUUID(), software: installation.software };
  void watchProcesses(here, () => {}, unmet, stopping.signal);
  const working = workUntil(installation, log, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await working;
      await ports.close();
    },
  };
};

/** The rules by which reactors decide: those of this release, with this configuration. */
const softwareHere = ({ features, timeZone }: Config) =>
  softwareOf({ ...build, catalogue: eventSchemasText(), policy: policyAsData, features: [...features], timeZone });

/** @throws CannotStart when a newer Dosar writes to the log */
const openedLog = async (
  { ports, masters, logger, software }: Installation,
  foreign: Foreign,
  signal: AbortSignal,
): Promise<OpenedLog> => {
  await mustNotBeOlder(ports.events, software);
  const log = await openLog(ports, masters, reactorGroups, foreign);
  await noteSoftwareSoon(refusing(ports.events, log), software, signal, (error) =>
    logger.error({ err: error }, 'which software decides could not be said in the log'),
  );
  await ports.upgrading.run();
  return log;
};

/** Reports about the log: a damaged record makes it read-only for all processes, as soon as that can be stored. */
const toldOfLog = (logger: Logger) => {
  let vault: Vault | null = null;
  let damage: string | null = null;
  const note = () => {
    if (vault === null || damage === null) return;
    noteDamage(vault, damage).catch((error: unknown) => logger.error({ err: error }, 'damage could not be noted'));
  };
  const say = (what: string) => logger.error(what);
  return {
    onFinding: say,
    onHidden: (sentences: readonly string[]) => sentences.forEach((each) => say(`${each}; ${UNTIL_SHOWN}`)),
    onDamage: (what: string) => {
      say((damage = `${what}; ${UNTIL_MENDED}`));
      note();
    },
    use: (opened: Vault) => {
      vault = opened;
      note();
    },
  };
};

/** Works until the signal aborts, and starts again when another process finds that the log was restored, or accepts it. */
const workUntil = async (installation: Installation, opened: OpenedLog, signal: AbortSignal): Promise<void> => {
  const { ports, logger } = installation;
  for (let log: OpenedLog | null = opened; log !== null;) {
    const changing = new AbortController();
    const until = AbortSignal.any([signal, changing.signal]);
    tell(logger, log);
    void watchRefusal(ports.vault, log.refusal, () => changing.abort(), until);
    const watching = watchSoftware(ports.events, installation.software, log, (sentence) => {
      logger.error(sentence);
      changing.abort();
    });
    await work(installation, log, watching, until);
    // the newer process is responsible for views and letters from now on
    if (log.outgrown !== null) return;
    log = null;
    const reopen = async () => {
      const foreign = await dropForeignViews(ports.reads, ports.events, projectors);
      log = await openedLog(installation, foreign, signal);
    };
    await untilDone(reopen, signal, (error) => logger.error({ err: error }, 'the log cannot be opened again'));
  }
};

const tell = (logger: Logger, log: OpenedLog) => {
  const refused = notWritten(log);
  for (const finding of log.findings) logger.error(finding);
  if (refused) logger.error(refused);
  else logger.info({ views: projectors.length }, 'the projectors follow the log');
};

const postingOf = ({ mail, vault }: Pick<Installation['ports'], 'mail' | 'vault'>, logger: Logger) => ({
  mail,
  tries: new Tries({
    vault,
    kind: 'letter',
    process: randomUUID(),
    isAlone: false,
    onGivenUp: (_, eventId, why) => logger.error({ event_id: eventId }, `a letter was given up: ${why}`),
  }),
  waits: new WaitingLetters({
    vault,
    onWait: (eventId, why) => logger.warn({ event_id: eventId }, `a letter waits: ${why}`),
  }),
});

const work = async (
  { config, ports, masters, logger }: Installation,
  log: OpenedLog,
  watching: ReturnType<typeof watchSoftware>,
  signal: AbortSignal,
) => {
  let key: Buffer | null = null;
  const failed = (error: Error) => logger.error({ err: error }, 'the projectors and reactors cannot begin');
  await untilDone(async () => void (key = await rowsKey(ports.vault, masters)), signal, failed);
  if (key === null) return;
  const events = refusing(ports.events, log);
  const ring = keyring(ports.vault, masters);
  ring.watch(signal);
  const parts = { ...ports, events, keyring: ring, rowsKey: key, isRefused: notWritten(log) !== null };
  const sealing = { ...ports, masters, host: new URL(config.publicUrl).host, sealer: randomUUID() };
  const project = () =>
    keepProjecting(
      projectors,
      registry,
      {
        ...parts,
        sealing,
        onChangedRows: (view) => logger.error(changedRows(view)),
        onStop: (view: string, { eventId, reason }: Stop) =>
          logger.error({ view, event_id: eventId, reason }, 'a view stopped'),
        onFailure: (error) => logger.error({ err: error }, 'the projectors stopped and are started again'),
      },
      signal,
    );
  const react = async () => {
    const { tenantOf, clock, reach } = await tenants({ ...parts, onRead: watching.onRead }, registry, logger, signal);
    await watching.look();
    if (signal.aborted) return;
    const isUsed = await usedKeys({ events, reads: ports.reads });
    const handler = commandHandler({
      ...parts,
      clock,
      tenantOf,
      isUsed,
      onFinding: (about, error) => logger.warn({ err: error }, about),
    });
    const linksKey = await purposeKey(ports.vault, masters, 'links');
    const posting = postingOf(ports, logger);
    const reacting = {
      ...parts,
      reach,
      checkpoints: checkpoints(ports.vault),
      effects: effectsOf(handler, posting),
      posting,
      facts: reactorFacts(config.publicUrl, linksKey),
      onStop: (group: string, { eventId, reason }: Stop) =>
        logger.error({ group, event_id: eventId, reason }, 'reactors stopped'),
      onFailure: (group: string, error: Error) =>
        logger.error({ err: error, group }, 'the reactors stopped and are started again'),
    };
    await keepReacting(reactorGroups, registry, reacting, signal);
    await posting.tries.release();
  };
  await Promise.all([project(), untilDone(react, signal, failed)]);
};
