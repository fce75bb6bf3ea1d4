// A Dosar over services: a gateway, and in the distributed profile a projector beside it.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { aFolder, freePort, remove, ROOT, startServer } from './server.mjs';

const PROJECTOR = join(ROOT, 'apps/projector/dist/main.js');

/** Addresses on the same services that share nothing with those of another name; a log cannot be shared out. */
export const apart = (environment, name) => {
  const renamed = { ...environment };
  if (renamed.DOSAR_MONGODB_URL)
    renamed.DOSAR_MONGODB_URL = renamed.DOSAR_MONGODB_URL.replace(/\/[^/?]+\?/, `/${name}?`);
  if (renamed.DOSAR_S3_URL) renamed.DOSAR_S3_URL = renamed.DOSAR_S3_URL.replace(/\/[^/]+$/, `/${name}`);
  if (renamed.DOSAR_NATS_URL) renamed.DOSAR_NATS_URL += `/${name}`;
  return renamed;
};

/**
 * Starts the processes of an installation.
 * @param {object} environment the addresses of its services, and more
 */
export const startInstallation = async (environment, { profile = 'embedded', dataDir = aFolder() } = {}) => {
  const port = await freePort();
  const own = {
    DOSAR_PROFILE: profile,
    DOSAR_MASTER_KEY: process.env.DOSAR_MASTER_KEY ?? randomBytes(32).toString('hex'),
    ...environment,
  };
  const gateway = () => startServer({ dataDir, port, environment: own });
  const projector = () => startServer({ dataDir, port: 0, environment: own, main: PROJECTOR });
  const running = { projector: null, gateway: null };
  // a gateway on an empty log waits for its views: whoever fills them comes first
  if (profile === 'distributed') running.projector = await projector();
  running.gateway = await gateway();
  return {
    url: running.gateway.url,
    dataDir,
    environment: own,
    running,
    /** kill -9 of one of them. */
    kill: (name) => running[name].kill(),
    async again(name) {
      running[name] = name === 'gateway' ? await gateway() : await projector();
    },
    /** @returns the exit codes. */
    async stop() {
      const codes = [await running.gateway.stop()];
      if (running.projector) codes.push(await running.projector.stop());
      return codes;
    },
    forget: () => remove(dataDir),
  };
};
