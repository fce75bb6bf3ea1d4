import type { Position } from '../model/event';
import { pauseUntil } from '../async/keep-going';
import type { Vault } from '../ports';
import type { Tries } from './tries';

const PREFIX = 'letter-waits/';
const MINUTE_MS = 60_000;
const LONGEST_MS = 60 * MINUTE_MS;
/** How often due letters are looked for. */
const LOOK_MS = 500;

/** A letter, by the event that leads to it: ids and positions only, no address. */
export type WaitingLetter = {
  readonly id: string;
  readonly eventId: string;
  readonly position: Position;
  readonly reactor: string;
  readonly part: number;
};
type Row = Omit<WaitingLetter, 'id' | 'position'> & {
  readonly position: string;
  readonly failures: number;
  /** When the next attempt is due, in milliseconds. */
  readonly due: number;
};

export type WaitingLettersOptions = {
  readonly vault: Vault;
  readonly onWait: (eventId: string, why: string) => void;
  readonly now?: () => number;
};

/**
 * Letters whose address is refused for now: they wait aside, so that later letters are sent, and with a growing
 * backoff. After a start they are found in the vault. Only one process at a time sends letters, so the list in memory
 * is that of the vault.
 */
export class WaitingLetters {
  private known: Map<string, Row> | null = null;

  constructor(private readonly options: WaitingLettersOptions) {}

  async wait({ id, position, ...letter }: WaitingLetter, why: string): Promise<void> {
    const known = await this.load();
    const before = known.get(id);
    const failures = (before?.failures ?? 0) + 1;
    const due = this.now() + Math.min(MINUTE_MS * 2 ** (failures - 1), LONGEST_MS);
    const row: Row = { ...letter, position: String(position), failures, due };
    const { vault, onWait } = this.options;
    const place = `${PREFIX}${id}`;
    const text = JSON.stringify(row);
    const found = await vault.get(place);
    if (found === null) await vault.putIfAbsent(place, text);
    else await vault.replaceIf(place, found, text);
    known.set(id, row);
    if (!before) onWait(letter.eventId, why);
  }

  /** For a letter that was sent, or is not wanted any more. */
  async forget(id: string): Promise<void> {
    const known = await this.load();
    if (!known.has(id)) return;
    await this.options.vault.remove(`${PREFIX}${id}`);
    known.delete(id);
  }

  /** Letters of these reactors that are due. */
  async due(reactors: ReadonlySet<string>): Promise<readonly WaitingLetter[]> {
    const known = await this.load();
    const now = this.now();
    return [...known]
      .filter(([, row]) => row.due <= now && reactors.has(row.reactor))
      .map(([id, { eventId, position, reactor, part }]) => ({
        id,
        eventId,
        position: BigInt(position),
        reactor,
        part,
      }));
  }

  private async load(): Promise<Map<string, Row>> {
    if (this.known) return this.known;
    const found = new Map<string, Row>();
    for await (const [place, text] of this.options.vault.all(PREFIX))
      found.set(place.slice(PREFIX.length), JSON.parse(text) as Row);
    return (this.known ??= found);
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }
}

/** How many letters wait. */
export const waitingLettersIn = async (vault: Pick<Vault, 'all'>): Promise<number> => {
  let count = 0;
  for await (const _ of vault.all(PREFIX)) count += 1;
  return count;
};

/**
 * Sends due letters one after the other, beside the reactions, until the signal aborts.
 * @param post returns whether its event still leads to it
 */
export const postWaiting = async (
  reactors: readonly { readonly name: string }[],
  post: (letter: WaitingLetter) => Promise<boolean>,
  { tries, waits }: { readonly tries: Tries; readonly waits: WaitingLetters },
  signal: AbortSignal,
): Promise<void> => {
  const names = new Set(reactors.map(({ name }) => name));
  const one = async (letter: WaitingLetter) => {
    if (await post(letter)) return;
    await tries.giveUpOn(letter.id, letter.eventId, 'its address was refused for as long as it was of use');
    await waits.forget(letter.id);
  };
  for (; !signal.aborted; await pauseUntil(signal, LOOK_MS)) {
    // while the vault is unavailable nothing is lost: the next look finds the same
    const due = await waits.due(names).catch(() => []);
    for (const letter of due)
      if (!signal.aborted)
        await one(letter)
          .catch(({ message }: Error) => waits.wait(letter, message))
          .catch(() => undefined);
  }
};
