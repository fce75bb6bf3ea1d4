import { BELIEVED_MS, isRunning } from '../log/processes';
import type { Vault } from '../ports';

/**
 * Two processes that died during the same work may have been killed by chance; at the third the work is taken for the
 * cause.
 */
const MOST_DEATHS = 3;
/** When a note that no process resumed is removed: its work had ended just before the process did. */
const FORGOTTEN_MS = 24 * 60 * 60_000;

const PREFIX = 'try/';
const ALONE = 'try-alone/';

type Kind = {
  /** Upper bound of the duration, waiting included. */
  readonly longestMs: number;
  /**
   * Work interrupted by a death is repeated while no other work of the kind runs, so that a further death names its
   * cause.
   */
  readonly isolates?: true;
  /** Only one process at a time does work of this kind: a note of another process is from one that died. */
  readonly isOfOne?: true;
};

/** Kinds of work that begin again after a start, by themselves or because somebody opens the same folder again. */
const KINDS = {
  document: { longestMs: 5 * 60_000, isolates: true },
  picture: { longestMs: 5 * 60_000, isolates: true },
  invoice: { longestMs: 5 * 60_000, isolates: true },
  operation: { longestMs: 15 * 60_000, isolates: true },
  letter: { longestMs: 5 * 60_000, isOfOne: true },
  digest: { longestMs: 5 * 60_000, isOfOne: true },
} as const satisfies Readonly<Record<string, Kind>>;
export type TryKind = keyof typeof KINDS;

/** Ids only: `about` is what an administrator looks for, such as the file that is read. */
type Note = {
  /** How many processes died during it. */
  readonly deaths: number;
  readonly about: string;
  /** The process at work; null: it was given up. */
  readonly process: string | null;
  /** When it has certainly ended, in milliseconds. */
  readonly until: number;
};

export type TriesOptions = {
  readonly vault: Vault;
  readonly kind: TryKind;
  /** Identifies this process: the same in all of its threads, another after each start. */
  readonly process: string;
  /** No other process runs beside this one. */
  readonly isAlone: boolean;
  /** Called once for each work that is given up. */
  readonly onGivenUp: (kind: TryKind, about: string, why: string) => void;
  readonly now?: () => number;
};

/** `held`: not now, since it is under way already, here or in another process, or has to run alone. */
export type Tried<T> = { readonly ended: T } | 'given_up' | 'held';

const noteIn = (text: string) => JSON.parse(text) as Note;

/**
 * Work on files of strangers may crash the process, and would again after each start. Each attempt is noted in the
 * vault before it begins, and the note is removed when it ends, unless the process died. Work that three processes died
 * of is given up.
 */
export class Tries {
  /** Notes that could not be removed yet. */
  private readonly over = new Set<string>();
  private readonly underWay = new Set<string>();
  private readonly how: Kind;

  constructor(private readonly options: TriesOptions) {
    this.how = KINDS[options.kind];
  }

  /**
   * @param id the same after a start, another for other bytes
   * @throws what the work throws; Unavailable, when the attempt cannot be noted
   */
  async run<T>(id: string, about: string, work: () => Promise<T>): Promise<Tried<T>> {
    const { vault } = this.options;
    const place = this.placeOf(id);
    for (const each of this.over) await this.takeAway(each);
    for (;;) {
      const text = await vault.get(place);
      const found = text === null ? null : noteIn(text);
      if (found && (await this.isUnderWay(found))) return 'held';
      const deaths = await this.deathsOf(found);
      if (deaths >= MOST_DEATHS) {
        if (await this.giveUp(place, text!, 'the process ended three times during it')) return 'given_up';
        continue;
      }
      const isSuspect = this.how.isolates === true && deaths > 0;
      const turn = isSuspect ? await this.alone() : null;
      if (isSuspect && !turn) return 'held';
      try {
        if (await this.put(place, text, this.note(deaths, about))) return { ended: await this.noted(place, work) };
      } finally {
        if (turn) await this.takeAway(turn);
      }
    }
  }

  async isGivenUp(id: string): Promise<boolean> {
    const text = await this.options.vault.get(this.placeOf(id));
    return text !== null && (await this.deathsOf(noteIn(text))) >= MOST_DEATHS;
  }

  /** Gives up at once on work that can never succeed. */
  async giveUpOn(id: string, about: string, why: string): Promise<void> {
    const place = this.placeOf(id);
    const note = this.note(0, about);
    const text = await this.options.vault.get(place);
    if (text !== null || (await this.put(place, null, note)))
      await this.giveUp(place, text ?? JSON.stringify(note), why);
  }

  /** Forgets all attempts, so that it is tried again. @returns whether it had been given up */
  async forget(id: string): Promise<boolean> {
    const wasGivenUp = await this.isGivenUp(id);
    if (wasGivenUp) await this.options.vault.remove(this.placeOf(id));
    return wasGivenUp;
  }

  /** Removes notes of no further use. @param isOver decides so for work that was given up */
  async sweep(isOver: (id: string, until: number) => boolean | Promise<boolean>): Promise<void> {
    const { vault, kind } = this.options;
    for await (const [place, text] of vault.all(this.placeOf(''))) {
      const note = noteIn(text);
      if (await this.isUnderWay(note)) continue;
      const isGivenUp = (await this.deathsOf(note)) >= MOST_DEATHS;
      const isLeft = isGivenUp
        ? await isOver(place.slice(`${PREFIX}${kind}/`.length), note.until)
        : note.until + FORGOTTEN_MS < this.now();
      if (isLeft) await vault.remove(place);
    }
    for await (const [place, until] of vault.all(ALONE))
      if (Number(until) + FORGOTTEN_MS < this.now()) await vault.remove(place);
  }

  /** At a clean stop: work still under way is not the cause of the end. */
  async release(): Promise<void> {
    for (const place of this.underWay) await this.takeAway(place);
  }

  private async noted<T>(place: string, work: () => Promise<T>): Promise<T> {
    this.underWay.add(place);
    try {
      return await work();
    } finally {
      await this.takeAway(place);
    }
  }

  private placeOf(id: string): string {
    return `${PREFIX}${this.options.kind}/${id}`;
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }

  private note(deaths: number, about: string): Note {
    return { deaths, about, process: this.options.process, until: this.now() + this.how.longestMs };
  }

  /** Whether the noting process may still run: one that just started may have no heartbeat yet. @throws Unavailable */
  private async isUnderWay({ process, until }: Note): Promise<boolean> {
    const { vault, process: mine, isAlone } = this.options;
    if (process === mine) return true;
    const now = this.now();
    if (process === null || isAlone || this.how.isOfOne || now >= until) return false;
    const isYoung = now < until - this.how.longestMs + BELIEVED_MS;
    return isYoung || isRunning(vault, process, now);
  }

  /** The deaths that a note counts, plus the death of the process that left it. */
  private async deathsOf(note: Note | null): Promise<number> {
    if (!note) return 0;
    return note.deaths + (note.process === null || (await this.isUnderWay(note)) ? 0 : 1);
  }

  /** @returns false when another process was faster */
  private put(place: string, found: string | null, note: Note): Promise<boolean> {
    const { vault } = this.options;
    const text = JSON.stringify(note);
    return found === null ? vault.putIfAbsent(place, text) : vault.replaceIf(place, found, text);
  }

  private async giveUp(place: string, text: string, why: string): Promise<boolean> {
    const { kind, onGivenUp } = this.options;
    const { process, about } = noteIn(text);
    if (process === null) return true;
    const isDone = await this.put(place, text, { ...this.note(MOST_DEATHS, about), process: null });
    if (isDone) onGivenUp(kind, about, why);
    return isDone;
  }

  /**
   * @returns the place of a lock to remove afterwards; null while other work of this process, in any thread, runs alone
   */
  private async alone(): Promise<string | null> {
    const { vault, process } = this.options;
    const place = `${ALONE}${process}`;
    const mine = String(this.now() + this.how.longestMs);
    if (await vault.putIfAbsent(place, mine)) return place;
    const held = await vault.get(place);
    if (held === null || Number(held) >= this.now()) return null;
    return (await vault.replaceIf(place, held, mine)) ? place : null;
  }

  /** Removes a note; if the vault is unavailable, before the next attempt. */
  private async takeAway(place: string): Promise<void> {
    this.underWay.delete(place);
    this.over.add(place);
    await this.options.vault.remove(place).then(
      () => this.over.delete(place),
      () => undefined,
    );
  }
}

/** All work that was given up, by any process. */
export const givenUpIn = async (vault: Pick<Vault, 'all'>): Promise<{ kind: TryKind; about: string }[]> => {
  const found: { kind: TryKind; about: string }[] = [];
  for await (const [place, text] of vault.all(PREFIX)) {
    const { process, about } = noteIn(text);
    if (process === null) found.push({ kind: place.split('/')[1] as TryKind, about });
  }
  return found;
};
