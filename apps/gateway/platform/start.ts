import type { AddressInfo } from 'node:net';
import { destination, pino, type Logger } from 'pino';
import { openPorts } from '@dosar/adapters/open-ports';
import { keepReacting, reactorFacts, type Recorded } from '@dosar/kernel';
import { library, projectors, reactorGroups } from '@dosar/domain/everything';
import { furnish } from '../demo/furnish';
import { BulkRunner } from '../files/bulk-runner';
import { Leftovers } from '../files/leftovers';
import { Upkeep } from '../identity/upkeep';
import { CannotStart, type Config } from './config';
import { createGateway } from './gateway';
import { openInstallation, type Installation } from './installation';
import { masterKeyIn } from './keys';
import { projectInThread, type Projecting } from './projecting';
import { setTimeZone } from './time';

const SWEEP_MS = 60 * 60 * 1000;

export type Running = {
  readonly address: string;
  /** The accounts that were made at this start, for whoever looks at it for the first time. */
  readonly accounts: readonly { readonly email: string; readonly password: string; readonly role: string }[];
  readonly stop: () => Promise<void>;
};

/** Opens everything, in the order in which it depends on each other, and closes it in the reverse. */
export const start = async (config: Config): Promise<Running> => {
  setTimeZone(config.timeZone);
  const logger = pino({ level: config.logLevel, base: null, redact: ['req', 'err.config'] }, destination(2));
  const damages: string[] = [];
  const onDamage = (what: string) => {
    damages.push(what);
    logger.fatal(`${what}; nothing more is written until it is repaired from a backup`);
  };
  const master = config.masterKey ? Buffer.from(config.masterKey, 'hex') : masterKeyIn(config.dataDir);
  const ports = await openPorts(config, projectors, onDamage);
  const stopping = new AbortController();
  const installation = await openInstallation(config, ports, master, damages, stopping.signal);
  const hosted =
    config.profile === 'embedded' ? await host(installation, ports.commits, logger, stopping.signal) : null;
  const app = await createGateway(installation, logger);
  const accounts = await furnish(app, installation);
  void app
    .get(BulkRunner, { strict: false })
    .resume(stopping.signal)
    .catch((error: unknown) => logger.error({ err: error }, 'an operation could not be gone on with'));
  const sweep = () =>
    Promise.all([app.get(Leftovers, { strict: false }).sweep(), app.get(Upkeep, { strict: false }).sweep()]).catch(
      (error: unknown) => logger.error({ err: error }, 'leftovers could not be cleared away'),
    );
  const sweeping = setInterval(() => void sweep(), SWEEP_MS).unref();

  try {
    await app.listen(config.port, config.host);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'EADDRINUSE'
      ? new CannotStart(`port ${config.port} of ${config.host} is in use: choose another with DOSAR_PORT`)
      : error;
  }
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    address: `http://${nameOf(config.host)}:${port}`,
    accounts,
    async stop() {
      clearInterval(sweeping);
      await app.close();
      stopping.abort();
      await hosted?.stop();
      await ports.close();
    },
  };
};

/** As a browser is told it. Of this machine's own address by its name: passkeys belong to names. */
const nameOf = (host: string) => {
  if (host === '127.0.0.1') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};

/** What follows from events, in this process: in the distributed profile it is one of its own. */
const host = async (
  installation: Installation,
  commits: SharedArrayBuffer,
  logger: Logger,
  signal: AbortSignal,
): Promise<Projecting> => {
  const { config, keys } = installation;
  const projecting = await projectInThread({ config, master: keys.master.toString('hex'), commits }, (reason) =>
    logger.error({ reason }, 'the projectors stopped and are started again'),
  );
  const reacting = react(installation, logger, signal);
  return {
    async stop() {
      await reacting;
      await projecting.stop();
    },
  };
};

/** What follows from events: as commands, and as letters. */
export const react = (installation: Installation, logger: Logger, signal: AbortSignal): Promise<void> => {
  const { config, keys, ports } = installation;
  const facts = reactorFacts(config.publicUrl, keys.master);
  const onDefect = (reactor: string, event: Recorded, error: unknown) =>
    logger.error({ err: error, reactor, event_id: event.id }, 'a reaction failed');
  const shared = { ...installation, ...ports, secret: keys.marks, facts, onDefect };
  return keepReacting(reactorGroups, library, shared, signal, (group, error) =>
    logger.error({ err: error, group }, 'the reactors stopped and are started again'),
  );
};
