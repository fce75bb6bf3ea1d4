import { LEVEL, updateIn, type Vault } from '@dosar/kernel/runtime';
import { raiseFolder } from './folder-level';
import { mustNotBeHigher } from './levels';

export type Stores = {
  readonly vault: Vault;
  /** The data folder, where there is one. */
  readonly folder: string | null;
};

/**
 * Events are upcast when they are read; everything else is migrated once for a new level. A migration may be interrupted
 * anywhere and run again, even beside another process doing the same: it changes rows by compare and swap, and skips those
 * already done.
 */
export type Migration = {
  /** The level that needs it. */
  readonly to: number;
  /** A description for whoever waits for it. */
  readonly what: string;
  readonly run: (stores: Stores) => Promise<void>;
};

/** In the order in which they run. A released migration stays for ever. */
export const MIGRATIONS: readonly Migration[] = [];

/** Place in the vault: the level of the vault and of the files beside it. A vault without it is of the first level. */
const PLACE = 'level';
const FIRST = 1;

const levelOf = (kept: string | null): number => (kept === null ? FIRST : Number(kept));

const raise = (vault: Vault, to: number) =>
  updateIn(vault, PLACE, (kept) => (kept !== null && levelOf(kept) >= to ? null : String(to)));

/** @throws CannotStart when a higher level has written to the vault */
export const mustBeReadableVault = async (vault: Pick<Vault, 'get'>): Promise<void> =>
  mustNotBeHigher('the vault', levelOf(await vault.get(PLACE)));

/** The migrations still due for these stores. */
export const migrationsDue = async (
  vault: Pick<Vault, 'get'>,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<readonly Migration[]> => {
  const level = levelOf(await vault.get(PLACE));
  return migrations.filter(({ to }) => to > level);
};

/** Runs them, and notes each completed step. */
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
  /** Descriptions of the due migrations. */
  readonly due: () => Promise<readonly string[]>;
  /** Runs them, once the log says that this level writes from now on. */
  readonly run: () => Promise<void>;
};

export const upgradingOf = (stores: Stores): Upgrading => ({
  due: async () => (await migrationsDue(stores.vault)).map(({ what }) => what),
  async run() {
    await migrate(stores);
    if (stores.folder !== null) raiseFolder(stores.folder);
  },
});
