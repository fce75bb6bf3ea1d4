import { setMaxListeners } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { destination, pino } from 'pino';
import { masterKeysOf } from '@dosar/adapters/master-key';
import { openPorts, type OpenedPorts } from '@dosar/adapters/open-ports';
import { changedRows, endable, mustBeNew } from '@dosar/kernel/runtime';
import { projectors } from '@dosar/domain/registry';
import { contexts } from './app.module';
import { reportConfinement } from './files/readers/report-confinement';
import { readDemo, type Account } from './demo/seed-demo';
import { firstAccounts } from './first-accounts';
import { CannotStart, type Config } from './platform/hosting/config';
import { exposureOf, isShared } from './platform/health/exposure';
import { Findings } from './platform/health/findings';
import { createGateway } from './platform/hosting/gateway';
import { openInstallation, type Installation } from './platform/hosting/installation';
import { damagedIn, keepFilled, sayRenewed, type Filled } from './platform/reads/keep-filled';
import { foundInLog } from './platform/health/found-in-log';
import { missingKeys } from './platform/health/missing-keys';
import { doing, jobsOf, type Job } from './platform/hosting/job';
import { indexingFindings } from './platform/hosting/indexing';
import { followInThread, type IndexingOptions, type ProjectorOptions } from './platform/hosting/projecting';
import { react } from './platform/hosting/reacting';
import { Components } from './system/components';
import { noteDamaged, sayDamaged } from './files/checks/damaged-documents';
import { setTimeZone } from './platform/hosting/time';
import { sayGivenUp } from './platform/writes/tries';
import { softwareHere } from './platform/hosting/software';
import { upgradeAhead } from './platform/hosting/upgrade';
import { verification } from './platform/health/verification';
import { watchRoom } from './platform/health/room';

const NOBODY =
  'other machines would reach it (DOSAR_HOST, DOSAR_PUBLIC_URL), and nobody could sign in: set DOSAR_ADMIN_EMAIL and DOSAR_ADMIN_PASSWORD, or DOSAR_DEMO=1 for a demo that whoever reaches it may look at';

const DEMO_INSIDE =
  'a demo workspace is in this data folder, all of whose accounts have the one password that was shown, and other machines would reach it (DOSAR_HOST, DOSAR_PUBLIC_URL): take another DOSAR_DATA_DIR, or set DOSAR_DEMO=1 if whoever reaches it may look at it';

/** Closes one of the opened parts. */
type Closing = () => Promise<unknown>;

export type Running = {
  readonly address: string;
  /** Resolves when requests can be served, to the demo's accounts at its first start. */
  readonly ready: Promise<readonly Account[]>;
  /** How much of the state needed first is loaded: 0 to 1; null when all is. */
  readonly progress: () => Promise<number | null>;
  readonly stop: () => Promise<void>;
};

/**
 * Opens everything in the order of dependencies, and closes it in reverse. It listens early, so that progress can be
 * requested; calls are refused until rights are loaded.
 */
export const start = async (config: Config, say: (sentence: string) => void = () => {}): Promise<Running> => {
  setTimeZone(config.timeZone);
  const logger = pino({ level: config.logLevel, base: null, redact: ['req', 'err.config'] }, destination(2));
  const findings = new Findings(logger);
  const masterKeys = masterKeysOf(config);
  const known = { config, masterKeys, findings, logger };
  const failed = (what: string) => (error: unknown) => logger.error({ err: error }, what);
  const verifying = verification(failed('how far the log was verified could not be kept'));
  const filled: Filled = {};
  const told = { ...foundInLog(findings, verifying, config), onDamagedFile: damagedIn(filled, findings) };
  const ports = await openPorts(config, projectors, told);
  const log = endable(ports.events);
  const stopping = new AbortController();
  const { signal } = stopping;
  // all followers of the log end with this signal
  setMaxListeners(0, signal);
  const close: Closing[] = [ports.close];
  const stop = async () => {
    for (let next = close.pop(); next; next = close.pop()) await next();
  };

  try {
    await mustBeAttended(config, ports);
    for (const sentence of await upgradeAhead(ports, softwareHere(config))) say(sentence);
    const installation = await openInstallation(
      {
        ...known,
        ports: { ...ports, events: log.events },
        onDamage: sayDamaged,
        onMended: () => void verifying.again().catch(failed('the log could not be looked through again')),
      },
      signal,
    );
    close.push(async () => {
      for (const tries of Object.values(installation.tries)) await tries.release();
    });
    const isAlone = config.profile === 'embedded';
    if (isAlone) close.push(() => log.end(ports.vault).catch(failed('where the log ended could not be kept')));
    if (isAlone) close.push((filled.views = await projectBeside(installation, ports, masterKeys)).stop);
    close.push((filled.search = await indexBeside(installation, ports, masterKeys)).stop);
    const app = await createGateway(installation, contexts);
    close.push(
      async () => stopping.abort(),
      () => app.close(),
    );
    await listen(app, config);
    // a refused start prints only its reason
    for (const sentence of exposureOf(config, process.getuid?.() ?? null)) logger.warn({ part: 'start' }, sentence);
    const working = serve(app, installation, isAlone, signal);
    close.splice(-2, 0, () => working.ended);
    if (isAlone) void watchRoom(installation, signal).catch(failed('how much room the disk has is not known'));
    void working.ready
      .then(() => reportConfinement(installation))
      .then(() => verifying.run(ports.verify, ports.vault, signal))
      .catch(failed('the log is not verified'));
    return { address: addressOf(app, config), ready: working.ready, progress: app.get(Components).progress, stop };
  } catch (error) {
    stopping.abort();
    await stop();
    throw error;
  }
};

/**
 * @throws CannotStart when a new installation would have no user who can sign in, or a demo would be reachable from other
 * machines
 */
const mustBeAttended = async (config: Config, ports: OpenedPorts): Promise<void> => {
  if (isShared(config) && !config.demo && (await readDemo(ports.vault)) !== null) throw new CannotStart(DEMO_INSIDE);
  if (!config.isUnattended || (await ports.events.head()) !== null) return;
  await mustBeNew(ports);
  throw new CannotStart(NOBODY);
};

const listen = async (app: NestFastifyApplication, { port, host }: Config): Promise<void> => {
  // failures to listen are reported in one sentence of our own
  app.useLogger(false);
  try {
    await app.listen(port, host);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new CannotStart(`port ${port} of ${host} is in use: choose another with DOSAR_PORT`);
    if (code === 'EACCES') throw new CannotStart(`port ${port} may not be opened: choose another with DOSAR_PORT`);
    if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code))
      throw new CannotStart(`DOSAR_HOST: ${host} is no address of this machine`);
    throw error;
  } finally {
    app.useLogger(['error', 'warn']);
  }
};

const addressOf = (app: NestFastifyApplication, { host }: Config): string =>
  `http://${nameOf(host)}:${(app.getHttpServer().address() as AddressInfo).port}`;

/** The host for a browser. The local address by name, since passkeys need a name. */
const nameOf = (host: string) => {
  if (host === '127.0.0.1') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};

const inHex = (keys: readonly Buffer[]) => keys.map((key) => key.toString('hex'));

/** Fills the views in a thread; in the distributed profile a process of its own does so. */
const projectBeside = (
  { config, logger, findings }: Installation,
  { commits, renew }: OpenedPorts,
  masterKeys: readonly Buffer[],
) =>
  keepFilled({
    begin: (onDamaged) =>
      followInThread<ProjectorOptions>(
        'projector.worker',
        { config, masterKeys: inHex(masterKeys), commits },
        {
          onDamaged,
          onChangedRows: (view) => findings.add('access', changedRows(view)),
          onFailure: (reason) => logger.error({ reason }, 'the projectors stopped and are started again'),
          onStop: (view, stop) => logger.error({ view, event_id: stop.eventId, reason: stop.reason }, 'a view stopped'),
        },
      ),
    renew: renew.views,
    onRenew: sayRenewed(findings, 'views'),
    onFailure: (error) => logger.error({ err: error }, 'views.db could not be made anew'),
  });

/** Fills the index in a thread: each process has its own file. */
const indexBeside = (
  { config, ports, logger, findings, processId, searchErased }: Installation,
  { renew }: OpenedPorts,
  masterKeys: readonly Buffer[],
) => {
  if (config.profile === 'distributed' && config.searchUrl === null)
    logger.info({ folder: config.dataDir }, 'documents are found by an index of this process, kept in its own folder');
  const options = { config, masterKeys: inHex(masterKeys), ocr: config.ocr, processId };
  const note = noteDamaged(ports.vault, logger);
  return keepFilled({
    begin: (onDamaged) =>
      followInThread<IndexingOptions>('indexing.worker', options, {
        ...indexingFindings(findings),
        onErased: (upTo) => (searchErased.upTo = BigInt(upTo)),
        onTold: (what) => logger.info(what),
        onDamaged,
        onDamagedDocument: (damaged) => void note(damaged),
        onGivenUp: sayGivenUp(logger),
      }),
    renew: renew.search,
    onRenew: sayRenewed(findings, 'search'),
    onFailure: (error) => logger.error({ err: error }, 'search.db could not be made anew'),
  });
};

/** All background work, from when rights are known. */
const serve = (app: NestFastifyApplication, installation: Installation, isAlone: boolean, signal: AbortSignal) => {
  const { access, log, logger } = installation;
  const jobs: readonly Job[] = jobsOf(app, contexts);
  const working: Promise<void>[] = [];
  const keep = (work: Promise<void>, what: string) =>
    void working.push(work.catch((error: unknown) => logger.error({ err: error }, what)));

  const begun = (job: Job) =>
    void working.push(
      doing(job, signal, {
        // an older process does not tidy up after a newer one
        mayRun: () => log.outgrown === null,
        onFailure: (error) => logger.error({ err: error }, job.failure),
      }),
    );

  const begin = async (): Promise<readonly Account[]> => {
    await access.open(signal);
    if (signal.aborted) return [];
    if (isAlone) keep(react(installation, signal), 'the reactors ended');
    for (const job of jobs.filter(({ isFirst }) => isFirst)) begun(job);
    keep(missingKeys(installation), 'keys could not be looked through');
    const accounts = await firstAccounts(app, installation, signal);
    for (const job of jobs.filter(({ isFirst }) => !isFirst)) begun(job);
    return accounts;
  };
  const ready = begin();
  const ended = ready.then(
    () => Promise.all(working),
    () => Promise.all(working),
  );
  return { ready, ended };
};
