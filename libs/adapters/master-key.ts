import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { shelvesOf } from './blob-store/shelves';
import { CannotStart } from './cannot-start';
import { placesIn } from './places';
import type { PortsConfig } from './ports-config';

const LINES = /^[0-9a-f]{64}(\n[0-9a-f]{64})?\n?$/i;

/** The file of the master key, for an installation whose configuration does not give one. */
export const masterKeyFile = ({ dataDir }: Pick<PortsConfig, 'dataDir'>) => join(resolve(dataDir), 'master.key');

/** Stores the keys durably before they are used: without them everything encrypted is lost. */
export const writeMasterKeys = (config: Pick<PortsConfig, 'dataDir'>, keys: readonly Buffer[]): void =>
  writeKeys(masterKeyFile(config), keys);

const writeKeys = (file: string, keys: readonly Buffer[]): void => {
  const written = openSync(`${file}.new`, 'w', 0o600);
  writeSync(written, keys.map((key) => `${key.toString('hex')}\n`).join(''));
  fsyncSync(written);
  closeSync(written);
  renameSync(`${file}.new`, file);
  const folder = openSync(dirname(resolve(file)), 'r');
  fsyncSync(folder);
  closeSync(folder);
};

/** Empty folders of documents do not count: a first start makes them. */
const hasDocuments = (folder: string): boolean =>
  existsSync(folder) && shelvesOf(folder).some((shelf) => existsSync(shelf) && readdirSync(shelf).length > 0);

export const newMasterKey = (): Buffer => randomBytes(32);

/** @throws CannotStart */
const readKeys = (file: string): readonly Buffer[] => {
  const text = readFileSync(file, 'utf8');
  if (!LINES.test(text))
    throw new CannotStart(
      `${file} is not a master key: 64 hexadecimal digits are expected, or two lines of them. Restore it from its backup`,
    );
  return text
    .trim()
    .split('\n')
    .map((line) => Buffer.from(line, 'hex'));
};

/** Copies the master keys, to be stored apart. @throws CannotStart when there are none */
export const copyMasterKeys = (config: Pick<PortsConfig, 'dataDir' | 'masterKeys'>, to: string): void =>
  writeKeys(to, masterKeysOf(config));

/** Reads such a copy. @throws CannotStart */
export const masterKeysIn = (file: string): readonly Buffer[] => {
  if (!existsSync(file)) throw new CannotStart(`${file} is missing: it is to be the copy of the master key`);
  return readKeys(file);
};

/** Puts master keys into a data folder. @throws CannotStart when it has others */
export const bringMasterKeys = (keys: readonly Buffer[], config: Pick<PortsConfig, 'dataDir'>): void => {
  const file = masterKeyFile(config);
  const others = existsSync(file) && Buffer.concat(masterKeysIn(file)).compare(Buffer.concat(keys)) !== 0;
  if (others) throw new CannotStart(`${file} is another master key: nothing is overwritten`);
  writeMasterKeys(config, keys);
};

/**
 * The master keys of an installation: those of the configuration, or those in its folder, which the first start makes. While
 * one is being replaced there are two, the new one first.
 * @throws CannotStart when something encrypted exists but no key
 */
export const masterKeysOf = (config: Pick<PortsConfig, 'dataDir' | 'masterKeys'>): readonly Buffer[] => {
  if (config.masterKeys.length > 0) return config.masterKeys.map((key) => Buffer.from(key, 'hex'));
  const file = masterKeyFile(config);
  mkdirSync(resolve(config.dataDir), { recursive: true, mode: 0o700 });
  if (existsSync(file)) return readKeys(file);
  const { log, vault, blobs } = placesIn(config.dataDir);
  if (existsSync(log) || existsSync(vault) || hasDocuments(blobs))
    throw new CannotStart(
      `${file} is missing: without it nothing that was stored here can be read. Restore it from its backup`,
    );
  writeMasterKeys(config, [newMasterKey()]);
  return masterKeysOf(config);
};
