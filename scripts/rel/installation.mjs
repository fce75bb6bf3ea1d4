// A Dosar over services: a gateway, and in the distributed profile a projector beside it.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { aFolder, freePort, remove, ROOT, startServer } from './server.mjs';

const TRIES = 5;
const NOT_REACHED = /ended with 78: .*no \S+ answers at/;
const PROJECTOR = join(ROOT, 'apps/projector/dist/main.js');

/** Addresses on the same services that share nothing with those of another name; a log cannot be shared out. */
export const apart = (environment, name) => {
  const renamed = { ...environment };
  if (renamed.DOSAR_MONGODB_URL)
    renamed.DOSAR_MONGODB_URL = renamed.DOSAR_MONGODB_URL.replace(/\/[^/?]+\?/, `/${name}?`);
  if (renamed.DOSAR_S3_URL) renamed.DOSAR_S3_URL = renamed.DOSAR_S3_URL.replace(/\/[^/]+$/, `/${name}`);
  if (renamed.DOSAR_NATS_URL) renamed.DOSAR_NATS_URL += `/${name}`;
  if (renamed.DOSAR_MEILISEARCH_URL) renamed.DOSAR_MEILISEARCH_URL += `/${name}`;
  return renamed;
};

/**
 * Starts the processes of an installation: gateways, and in the distributed profile a projector.
 * @param {object} environment the addresses of its services, and more
 */
export const startInstallation = async (
  environment,
  { profile = 'embedded', dataDir = aFolder(), gateways = 1 } = {},
) => {
  const own = {
    DOSAR_PROFILE: profile,
    DOSAR_MASTER_KEY: process.env.DOSAR_MASTER_KEY ?? randomBytes(32).toString('hex'),
    ...environment,
  };
  const starts = {};
  // a gateway on an empty log waits for its views: whoever fills them comes first
  if (profile === 'distributed')
    starts.projector = () => startServer({ dataDir, port: 0, environment: own, main: PROJECTOR });
  for (let at = 1; at <= gateways; at += 1) {
    const port = await freePort();
    starts[at === 1 ? 'gateway' : `gateway ${at}`] = () => startServer({ dataDir, port, environment: own });
  }
  const running = {};
  for (const name of Object.keys(starts)) running[name] = await starts[name]();
  const names = Object.keys(starts);
  return {
    url: running.gateway.url,
    urls: names.filter((name) => name !== 'projector').map((name) => running[name].url),
    names,
    dataDir,
    /** What its processes are started with: may be changed for those that are started later. */
    environment: own,
    running,
    /** kill -9 of one of them. */
    kill: (name) => running[name].kill(),
    /** As whoever watches over processes does it: one that did not reach a service in time is started once more. */
    async again(name) {
      for (let tries = 1; ; tries += 1)
        try {
          running[name] = await starts[name]();
          return;
        } catch (error) {
          if (tries === TRIES || !NOT_REACHED.test(error.message)) throw error;
        }
    },
    /** @returns the exit codes. */
    async stop() {
      const codes = [];
      for (const name of names.toReversed()) codes.push(await running[name].stop());
      return codes;
    },
    forget: () => remove(dataDir),
  };
};
