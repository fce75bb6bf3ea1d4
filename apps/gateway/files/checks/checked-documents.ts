import { updateIn, type Vault } from '@dosar/kernel/runtime';

/** Place in the vault: how far documents were verified, by which process, and its last heartbeat. */
const PLACE = 'documents/checked';

/** An id that no document has: reading it shows whether the store answers. */
export const NOBODYS_BLOB = '0'.repeat(32);

/** A place among documents by age: all older ones were read, and that many of this instant. */
export type Mark = { readonly created: string; readonly done: number };
export const BEGINNING: Mark = { created: '', done: 0 };

/** A pass over all documents. */
export type Round = {
  readonly begunAt: string;
  readonly mark: Mark;
  readonly read: number;
  readonly doneAt: string | null;
};

export type Checked = {
  /** All documents up to here were read at least once, soon after their upload. */
  readonly newest: Mark;
  readonly round: Round | null;
  readonly process: string;
  readonly toldAt: string;
};

const parsed = (text: string | null): Checked | null => (text === null ? null : (JSON.parse(text) as Checked));

/** @throws Unavailable */
export const readChecked = async (vault: Pick<Vault, 'get'>): Promise<Checked | null> => parsed(await vault.get(PLACE));

/** A process without a heartbeat for this long is gone. */
const SILENT_MS = 3 * 60_000;

/**
 * Makes this process the one that verifies documents. @returns where it continues; null: another one does it. @throws
 * Unavailable
 */
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

/** Stores the progress, if this process is still the one that verifies. @throws Unavailable */
export const tellChecked = async (vault: Vault, checked: Checked, now: Date): Promise<void> => {
  const text = JSON.stringify({ ...checked, toldAt: now.toISOString() } satisfies Checked);
  await updateIn(vault, PLACE, (kept) => (parsed(kept)?.process === checked.process ? text : null));
};

/** The same in a sentence, for health reports. */
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
