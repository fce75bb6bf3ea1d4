import { Damaged, REMEDY } from '../model/damage';
import { randomOf } from '../log/ids';
import { WrongMaster, type Masters } from './masters';
import type { Vault } from '../ports';
import { updateIn } from './update-in';

/** Lists the purposes whose keys were ever made: one of these without a key has lost it. */
const MADE = 'purposes';
const GENERATION = 1;

const placeOf = (purpose: string) => `purpose/${purpose}/${GENERATION}`;

/** Places of the vault that are filled before the first record of a log. */
export const FOUNDED_WITH: readonly string[] = [placeOf('root'), MADE];

/** Prefixes of all places in the vault whose values a master key has wrapped. */
export const WRAPPED = ['key/', 'purpose/'] as const;

/** False for a key that was destroyed. */
export const isWrapped = (text: string): boolean => text.startsWith('{');

/**
 * The random key of a purpose, such as the HMACs of idempotency keys, made once and stored wrapped in the vault:
 * replacing the master key changes none of them.
 * @throws Damaged when it was made before and is missing; WrongMaster
 */
export const purposeKey = async (vault: Vault, masters: Masters, purpose: string): Promise<Buffer> => {
  const place = placeOf(purpose);
  const kept = await vault.get(place);
  if (kept !== null) return unwrapped(masters, purpose, kept);
  if (madeIn(await vault.get(MADE)).includes(purpose))
    throw new Damaged(`the vault has lost its key for ${purpose}: ${REMEDY.vault}`);
  await vault.putIfAbsent(place, masters.wrap(place, randomOf(32)));
  await updateIn(vault, MADE, (made) => JSON.stringify([...new Set([...madeIn(made), purpose])]));
  return masters.unwrap(place, (await vault.get(place))!);
};

const unwrapped = (masters: Masters, purpose: string, kept: string): Buffer => {
  try {
    return masters.unwrap(placeOf(purpose), kept);
  } catch (error) {
    if (error instanceof WrongMaster) throw error;
    throw new Damaged(`the vault’s key for ${purpose} is not what was put there: ${REMEDY.vault}`);
  }
};

/** Makes a new key for a purpose whose key was lost, allowed only where everything made with it can be made again. */
export const purposeKeyAnew = async (vault: Vault, masters: Masters, purpose: string): Promise<Buffer> => {
  const place = placeOf(purpose);
  await vault.putIfAbsent(place, masters.wrap(place, randomOf(32)));
  return masters.unwrap(place, (await vault.get(place))!);
};

const madeIn = (text: string | null): readonly string[] => (text === null ? [] : (JSON.parse(text) as string[]));
