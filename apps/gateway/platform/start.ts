import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { destination, pino, type Logger } from 'pino';
import { openPorts } from '@dosar/adapters/open-ports';
import { runReactors, type Recorded } from '@dosar/kernel';
import { library, projectors, reactors } from '@dosar/domain/everything';
import { furnish } from '../demo/furnish';
import { BulkRunner } from '../files/bulk-runner';
import { Leftovers } from '../files/leftovers';
import { Attempts } from '../identity/attempts';
import { CannotStart, type Config } from './config';
import { createGateway } from './gateway';
import { openInstallation, type Installation } from './installation';
import { masterKeyIn } from './keys';
import { projectInThread } from './projecting';
import { setTimeZone } from './time';

const SWEEP_MS = 60 * 60 * 1000;
const REACT_AGAIN_MS = 1_000;

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
  mkdirSync(config.dataDir, { recursive: true });
  const master = config.masterKey ?? masterKeyIn(config.dataDir);
  const ports = await openPorts({ ...config, onDamage }, projectors);
  const stopping = new AbortController();
  const installation = await openInstallation(config, ports, master, damages, stopping.signal);
  const projecting = await projectInThread({ dataDir: config.dataDir, master: master.toString('hex') }, (reason) =>
    logger.error({ reason }, 'the projectors stopped and are started again'),
  );
  const reacting = keepReacting(installation, logger, stopping.signal);
  const app = await createGateway(installation, logger);
  const accounts = await furnish(app, installation);
  void app
    .get(BulkRunner, { strict: false })
    .resume()
    .catch((error: unknown) => logger.error({ err: error }, 'an operation could not be gone on with'));
  const sweep = () =>
    Promise.all([app.get(Leftovers, { strict: false }).sweep(), app.get(Attempts, { strict: false }).sweep()]).catch(
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
    address: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
    accounts,
    async stop() {
      clearInterval(sweeping);
      await app.close();
      stopping.abort();
      await reacting;
      await projecting.stop();
      await ports.close();
    },
  };
};

/** The reactors, again and again: what keeps them from going on is an outage. */
export const keepReacting = async (installation: Installation, logger: Logger, signal: AbortSignal): Promise<void> => {
  const onDefect = (reactor: string, event: Recorded, error: unknown) =>
    logger.error({ err: error, reactor, event_id: event.id }, 'a reaction failed');
  const ports = { ...installation, ...installation.ports, secret: installation.keys.marks, onDefect };
  while (!signal.aborted) {
    try {
      await runReactors(reactors, library, ports, signal);
    } catch (error) {
      logger.error({ err: error }, 'the reactors stopped and are started again');
      await new Promise((resolve) => setTimeout(resolve, REACT_AGAIN_MS));
    }
  }
};
