import { updateIn, type Vault } from '@dosar/kernel/runtime';

/** In the vault: how far documents were read to their ends, by which process, and when it said so last. */
const PLACE = 'documents/checked';

/** An id that the store of documents gives to nothing: whether it answers is asked by it. */
export const NOBODYS_BLOB = '0'.repeat(32);

/** Among documents in the order in which they came: those of before were read, and so many of that instant. */
export type Mark = { readonly created: string; readonly done: number };
export const BEGINNING: Mark = { created: '', done: 0 };

/** Going over all of them, again and again. */
export type Round = {
  readonly begunAt: string;
  readonly mark: Mark;
  readonly read: number;
  readonly doneAt: string | null;
};

export type Checked = {
  /** All that came before was read once at least, soon after it came. */
  readonly newest: Mark;
  readonly round: Round | null;
  readonly process: string;
  readonly toldAt: string;
};

const parsed = (text: string | null): Checked | null => (text === null ? null : (JSON.parse(text) as Checked));

/** @throws Unavailable */
export const readChecked = async (vault: Pick<Vault, 'get'>): Promise<Checked | null> => parsed(await vault.get(PLACE));

/** Whoever has said nothing for so long is not at it any more. */
const SILENT_MS = 3 * 60_000;

/** Makes this process the one that reads them. @returns where it goes on; null: another one is at it. @throws Unavailable */
export const claim = async (vault: Vault, process: string, now: Date): Promise<Checked | null> => {
  const isFree = (kept: Checked | null) =>
    kept === null || kept.process === process || now.getTime() - Date.parse(kept.toldAt) > SILENT_MS;
  const mine = (kept: Checked | null): Checked => ({
    newest: kept?.newest ?? BEGINNING,
    round: kept?.round ?? null,
    process,
    toldAt: now.toISOString(),
  });
  const kept = await updateIn(vault, PLACE, (text) => {
    const before = parsed(text);
    return isFree(before) ? JSON.stringify(mine(before)) : null;
  });
  const checked = parsed(kept);
  return checked?.process === process ? checked : null;
};

/** Says how far it is, if it is still this process's to say. @throws Unavailable */
export const tellChecked = async (vault: Vault, checked: Checked, now: Date): Promise<void> => {
  const text = JSON.stringify({ ...checked, toldAt: now.toISOString() } satisfies Checked);
  await updateIn(vault, PLACE, (kept) => (parsed(kept)?.process === checked.process ? text : null));
};

/** The same in a sentence, for the health. */
export const sentenceOfChecked = (checked: Checked | null): string => {
  if (checked === null) return 'no document was read to its end yet';
  const { newest, round } = checked;
  const first = newest.created === '' ? [] : [`documents that came until ${newest.created} were read to their ends`];
  if (round === null) return [...first, 'the first round over all is to begin'].join('; ');
  const { begunAt, read, mark, doneAt } = round;
  const upTo = mark.created === '' ? '' : `, those that came until ${mark.created}`;
  const last =
    doneAt === null
      ? `the round over all that began at ${begunAt} has read ${read}${upTo}`
      : `the last round over all, ${read} documents, ended at ${doneAt}`;
  return [...first, last].join('; ');
};
