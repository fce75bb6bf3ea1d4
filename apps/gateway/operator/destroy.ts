import { setTimeout as pause } from 'node:timers/promises';
import { CannotStart } from '@dosar/adapters/cannot-start';
import { userOfFolder } from '@dosar/adapters/folder-lock';
import { openVaultAlone } from '@dosar/adapters/open-ports';
import type { PortsConfig } from '@dosar/adapters/ports-config';
import { putRequested, readRequested, type DestructionStep, type Vault } from '@dosar/kernel/runtime';
import { resolve } from 'node:path';

const USAGE =
  'dosar destroy <key> lists what goes with it, such as files:<client>/2026, conversation:<id>/2026, searches:<user>/2026, origin:<user>/2026, user:<id>/1, client:<id>/1, firm:<id>/1; "dosar destroy <key> carry" carries what is there into this year, "dosar destroy <key> now" destroys it';
const STEPS: Readonly<Record<string, DestructionStep>> = { carry: 'carry', now: 'destroy' };
const NAME = /^[a-z]+:[^/\s]+\/\d+$/;
const LOOK_MS = 100;
/** How long to wait for a server to begin; once begun, the wait has no limit. */
const PATIENCE_MS = 10 * 60_000;

/** Leaves a request for a running server, or one started for it, and waits for its answer. */
const answered = async (vault: Vault, name: string, step: DestructionStep): Promise<readonly string[]> => {
  await putRequested(vault, name, { step, at: new Date().toISOString() });
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    const { lines, refusal } = (await readRequested(vault))[name] ?? {};
    if (lines ?? refusal) await putRequested(vault, name, null);
    if (refusal !== undefined) throw new CannotStart(refusal);
    if (lines) return lines;
    await pause(LOOK_MS);
  }
  throw new CannotStart('it is not done yet: it stays in the vault, and is done by a server as soon as one can');
};

/** Starts a server that only this program reaches, if none runs on the folder, until the work is done. */
const withServer = async (config: PortsConfig, work: () => Promise<readonly string[]>): Promise<readonly string[]> => {
  if (config.profile !== 'embedded' || userOfFolder(resolve(config.dataDir))) return work();
  const { start } = await import('../start');
  const { readConfig } = await import('../platform/hosting/config');
  const running = await start(readConfig({ ...process.env, DOSAR_HOST: '127.0.0.1', DOSAR_PORT: '0' }));
  try {
    await running.ready;
    return await work();
  } finally {
    await running.stop();
  }
};

/** Destroys a key of personal data, or says what would be lost with it. @returns what was found or done, in sentences */
export const destroy = async (config: PortsConfig, words: readonly string[]): Promise<readonly string[]> => {
  const [name = '', what, ...more] = words;
  const step = what === undefined ? 'look' : STEPS[what];
  if (!NAME.test(name) || !step || more.length > 0) throw new CannotStart(USAGE);
  return withServer(config, async () => {
    const vault = await openVaultAlone(config);
    try {
      return await answered(vault, name, step);
    } finally {
      await vault.close();
    }
  });
};
