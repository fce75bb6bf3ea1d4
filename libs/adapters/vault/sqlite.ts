import type { Vault } from '@dosar/kernel/runtime';
import { thread } from '../thread';
import { openSecrets, type Answer, type Question, type Secret } from './sqlite-secrets';

/** The embedded vault in the caller's own thread, which it blocks: for commands of an operator, which answer no calls. */
export const sqliteVault = (file: string): Vault => {
  const secrets = openSecrets(file);
  return vaultThat(
    async (question) => secrets.answer(question),
    async () => secrets.close(),
  );
};

/**
 * The same in a thread of its own: a change takes several fsyncs, and a lock that others hold is waited for, while who
 * answers calls goes on. Changes that wait together are made durable together.
 * @throws CannotStart
 */
export const sqliteVaultInThread = (file: string): Vault => {
  openSecrets(file).close();
  const asking = thread<Question, Answer>('sqlite-vault.worker', file, 'the vault');
  return vaultThat(asking.ask, asking.close);
};

const vaultThat = (ask: (question: Question) => Promise<Answer>, close: () => Promise<void>): Vault => ({
  get: async (key) => (await ask(['get', key])) as string | null,
  putIfAbsent: async (key, value) => (await ask(['putIfAbsent', key, value])) as boolean,
  replaceIf: async (key, expected, value) => (await ask(['replaceIf', key, expected, value])) as boolean,
  async remove(key) {
    await ask(['remove', key]);
  },
  async *all(prefix) {
    const page = async (key: string, isAfter: boolean) => (await ask(['page', key, isAfter])) as readonly Secret[];
    for (let found = await page(prefix, false); found.length > 0; found = await page(found.at(-1)!.key, true)) {
      await new Promise((turn) => setImmediate(turn));
      for (const { key, value } of found) {
        if (!key.startsWith(prefix)) return;
        yield [key, value] as const;
      }
    }
  },
  close,
});
