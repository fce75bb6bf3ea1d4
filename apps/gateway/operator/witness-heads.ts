import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '@dosar/adapters/cannot-start';
import { portalAt } from '@dosar/adapters/witness/portal';
import type { PortsConfig } from '@dosar/adapters/ports-config';
import {
  hasSigned,
  headIn,
  NOT_COSIGNED,
  signerOf,
  verifierKey,
  witness,
  type Signer,
  type Tree,
} from '@dosar/kernel/runtime';
import { wordsOf } from './backup';
import { Unwell } from './doctor';

const USAGE =
  'dosar witness <folder> --from <address of the portal> [--key <verifier key>] [--name <name>] cosigns its newest head, with DOSAR_WITNESS_EMAIL and DOSAR_WITNESS_PASSWORD of an account that may audit';

/** What a witness keeps in its folder, which lies elsewhere than the log. */
const placesIn = (folder: string) => ({
  seed: join(folder, 'witness.key'),
  name: join(folder, 'witness.name'),
  logKeys: join(folder, 'log.keys'),
  head: join(folder, 'head'),
});

const ownSigner = (folder: string, name: string): Signer => {
  const { seed, name: named } = placesIn(folder);
  if (!existsSync(seed)) {
    writeFileSync(named, name, { mode: 0o600 });
    writeFileSync(seed, randomBytes(32).toString('hex'), { mode: 0o600 });
  }
  const known = Buffer.from(readFileSync(seed, 'utf8'), 'hex');
  if (known.length !== 32) throw new CannotStart(`${seed} is not the key that was put there`);
  return signerOf(readFileSync(named, 'utf8'), known);
};

/** The name of a verifier key's log, and its bytes. */
const keyIn = (text: string): Buffer => {
  const bytes = Buffer.from(text.trim().split('+').slice(2).join('+'), 'base64');
  if (bytes.length !== 33 || bytes[0] !== 1) throw new CannotStart(`"${text}" is not the key of a log: ${USAGE}`);
  return bytes.subarray(1);
};

const keep = (file: string, text: string): void => {
  writeFileSync(`${file}.part`, text, { mode: 0o600 });
  renameSync(`${file}.part`, file);
};

type Portal = Awaited<ReturnType<typeof portalAt>>;

/** The keys that this witness believes: the one it was given or met first, and those that it signed. */
const believed = (folder: string, given: string | undefined, offered: Awaited<ReturnType<Portal['keys']>>) => {
  const { logKeys } = placesIn(folder);
  const first = existsSync(logKeys) ? readFileSync(logKeys, 'utf8') : (given ?? offered[0]?.verifier_key ?? '');
  if (given !== undefined && !keyIn(given).equals(keyIn(first)))
    throw new CannotStart(`${logKeys} has another key than the one that is given`);
  if (!existsSync(logKeys)) keep(logKeys, first);
  const keys = [keyIn(first)];
  for (const { verifier_key, note } of offered) {
    const next = keyIn(verifier_key);
    if (note !== null && isHandedTo(next, note, keys.at(-1)!)) keys.push(next);
  }
  return keys;
};

/** Whether a key that is believed, and the next one itself, have signed that it is the next. */
const isHandedTo = (next: Buffer, note: string, from: Buffer): boolean => {
  const encoded = (key: Buffer) => Buffer.concat([Buffer.from([1]), key]).toString('base64');
  return [from, next].every((key) => note.includes(encoded(key)) && hasSigned(note, key));
};

const lastHead = (folder: string, keys: readonly Buffer[]): Tree | null => {
  const { head } = placesIn(folder);
  if (!existsSync(head)) return null;
  const tree = headIn(readFileSync(head, 'utf8'), keys);
  if (!tree) throw new Unwell([`${head} is not signed by the key of this log any more: nothing is cosigned`], 13);
  return tree;
};

/**
 * Cosigns the newest head of a portal if its log goes on from the one that was cosigned last.
 * @throws Unwell with 11 (the log is shorter), 12 (it is another one) or 13 (a stranger's signature); CannotStart
 */
export const witnessHeads = async (_: PortsConfig, words: readonly string[]): Promise<readonly string[]> => {
  const { given, positionals } = wordsOf(words, ['from', 'key', 'name'], USAGE);
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0 || given.from === undefined) throw new CannotStart(USAGE);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const signer = ownSigner(folder, given.name ?? 'dosar-witness');
  const portal = await portalAt(given.from);
  const keys = believed(folder, given.key, await portal.keys());
  const { note } = await portal.head();
  const last = lastHead(folder, keys);
  const tree = headIn(note, keys);
  const isLater = last && tree && tree.origin === last.origin && tree.size >= last.size;
  const proof = isLater ? await portal.proof(last.size, tree.size) : [];
  const done = witness({ note, keys, last, proof }, signer, new Date());
  if ('refused' in done) {
    const evidence = join(folder, `refused-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
    keep(evidence, note);
    throw new Unwell(
      [`Not cosigned: ${done.why}. Both heads stay as evidence: ${placesIn(folder).head}, ${evidence}.`],
      NOT_COSIGNED[done.refused],
    );
  }
  keep(placesIn(folder).head, done.note);
  return [
    `Cosigned: ${done.tree.size} records of ${done.tree.origin}. The note is ${placesIn(folder).head}.`,
    `This witness: ${verifierKey(signer.name, signer.publicKey, 'timed')}`,
  ];
};
