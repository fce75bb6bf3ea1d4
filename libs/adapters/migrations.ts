import { LEVEL, updateIn, type Vault } from '@dosar/kernel/runtime';
import { raiseFolder } from './folder-level';
import { mustNotBeHigher } from './levels';

export type Stores = {
  readonly vault: Vault;
  /** The data folder, where there is one. */
  readonly folder: string | null;
};

/**
 * What is no event is not lifted when it is read: it is made what a level expects, once. Each may be cut off anywhere, and be
 * run again, also beside another process that does the same: it changes rows by comparing, and passes over what it has done.
 */
export type Migration = {
  /** The level that expects it. */
  readonly to: number;
  /** What is done, for whoever waits for it. */
  readonly what: string;
  readonly run: (stores: Stores) => Promise<void>;
};

/** In the order in which they are run. One that was ever released stays. */
export const MIGRATIONS: readonly Migration[] = [];

/** In the vault: up to which level it and what lies beside it were brought. A vault without is of the first one. */
const PLACE = 'level';
const FIRST = 1;

const levelOf = (kept: string | null): number => (kept === null ? FIRST : Number(kept));

const raise = (vault: Vault, to: number) =>
  updateIn(vault, PLACE, (kept) => (kept !== null && levelOf(kept) >= to ? null : String(to)));

/** @throws CannotStart when a higher level has written to the vault */
export const mustBeReadableVault = async (vault: Pick<Vault, 'get'>): Promise<void> =>
  mustNotBeHigher('the vault', levelOf(await vault.get(PLACE)));

/** What is still to be done with these stores. */
export const migrationsDue = async (
  vault: Pick<Vault, 'get'>,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<readonly Migration[]> => {
  const level = levelOf(await vault.get(PLACE));
  return migrations.filter(({ to }) => to > level);
};

/** Does it, and remembers after each step that it is done. */
export const migrate = async (
  stores: Stores,
  migrations: readonly Migration[] = MIGRATIONS,
  level: number = LEVEL,
): Promise<void> => {
  for (const { to, run } of await migrationsDue(stores.vault, migrations)) {
    await run(stores);
    await raise(stores.vault, to);
  }
  await raise(stores.vault, level);
};

export type Upgrading = {
  /** What is to be done, for whoever waits for it. */
  readonly due: () => Promise<readonly string[]>;
  /** Does it, once the log says that this level writes from now on. */
  readonly run: () => Promise<void>;
};

export const upgradingOf = (stores: Stores): Upgrading => ({
  due: async () => (await migrationsDue(stores.vault)).map(({ what }) => what),
  async run() {
    await migrate(stores);
    if (stores.folder !== null) raiseFolder(stores.folder);
  },
});
