import { BELIEVED_MS, isRunning } from '../log/processes';
import type { Vault } from '../ports';

/** Two processes that ended during the same work may have been killed; at the third the work is the cause. */
const MOST_DEATHS = 3;
/** A note that nobody came back to is of work that was done just before its process ended. */
const FORGOTTEN_MS = 24 * 60 * 60_000;

const PREFIX = 'try/';
const ALONE = 'try-alone/';

type Kind = {
  /** None takes longer, the waiting for its turn included. */
  readonly longestMs: number;
  /** What was interrupted by a death is done while no other such work is: so it is known which was the cause. */
  readonly isolates?: true;
  /** Only one process at a time does work of this kind: what another has noted is left from one that died. */
  readonly isOfOne?: true;
};

/** Work that a process begins again after a start, by itself or because somebody opens the same folder again. */
const KINDS = {
  document: { longestMs: 5 * 60_000, isolates: true },
  picture: { longestMs: 5 * 60_000, isolates: true },
  operation: { longestMs: 15 * 60_000, isolates: true },
  letter: { longestMs: 5 * 60_000, isOfOne: true },
  digest: { longestMs: 5 * 60_000, isOfOne: true },
} as const satisfies Readonly<Record<string, Kind>>;
export type TryKind = keyof typeof KINDS;

/** Ids alone: `about` is what an administrator looks for, such as the file whose bytes are read. */
type Note = {
  /** So many processes ended during it. */
  readonly deaths: number;
  readonly about: string;
  /** Which process is at it; null: it was given up. */
  readonly process: string | null;
  /** When it has ended for sure, in milliseconds. */
  readonly until: number;
};

export type TriesOptions = {
  readonly vault: Vault;
  readonly kind: TryKind;
  /** This process: the same in all of its threads, another after each start. */
  readonly process: string;
  /** There is no other process beside this one. */
  readonly isAlone: boolean;
  /** It is told once of each work that is given up. */
  readonly onGivenUp: (kind: TryKind, about: string, why: string) => void;
  readonly now?: () => number;
};

/** `held`: not now. It is under way already, here or in another process, or has to be done alone. */
export type Tried<T> = { readonly ended: T } | 'given_up' | 'held';

const noteIn = (text: string) => JSON.parse(text) as Note;

/**
 * Work over what strangers have sent may end the process, and would again after each start. Each try is in the vault before
 * it begins, and is taken away by whatever ends it but the death of the process. What three processes did not survive is
 * given up.
 */
export class Tries {
  /** What could not be taken away yet. */
  private readonly over = new Set<string>();
  private readonly underWay = new Set<string>();
  private readonly how: Kind;

  constructor(private readonly options: TriesOptions) {
    this.how = KINDS[options.kind];
  }

  /**
   * @param id the same after a start, and another for other bytes
   * @throws what the work throws; Unavailable, when the try cannot be noted
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

  /** What can never be done is given up at once: no process had to end for it. */
  async giveUpOn(id: string, about: string, why: string): Promise<void> {
    const place = this.placeOf(id);
    const note = this.note(0, about);
    const text = await this.options.vault.get(place);
    if (text !== null || (await this.put(place, null, note)))
      await this.giveUp(place, text ?? JSON.stringify(note), why);
  }

  /** It is tried again, as if it had never been. @returns whether it had been given up */
  async forget(id: string): Promise<boolean> {
    const wasGivenUp = await this.isGivenUp(id);
    if (wasGivenUp) await this.options.vault.remove(this.placeOf(id));
    return wasGivenUp;
  }

  /** Takes away what is of no use any more. @param isOver says it of what was given up */
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

  /** What is still under way at a clean stop is not the cause of an end. */
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

  /** A process that has only just begun may not have said yet that it runs. @throws Unavailable */
  private async isUnderWay({ process, until }: Note): Promise<boolean> {
    const { vault, process: mine, isAlone } = this.options;
    if (process === mine) return true;
    const now = this.now();
    if (process === null || isAlone || this.how.isOfOne || now >= until) return false;
    const isYoung = now < until - this.how.longestMs + BELIEVED_MS;
    return isYoung || isRunning(vault, process, now);
  }

  /** Those of which a note tells, the one of the process that left it included. */
  private async deathsOf(note: Note | null): Promise<number> {
    if (!note) return 0;
    return note.deaths + (note.process === null || (await this.isUnderWay(note)) ? 0 : 1);
  }

  /** @returns false when somebody else was faster */
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

  /** @returns what is to be taken away then; null while other work of this process, in whichever thread, is done alone */
  private async alone(): Promise<string | null> {
    const { vault, process } = this.options;
    const place = `${ALONE}${process}`;
    const mine = String(this.now() + this.how.longestMs);
    if (await vault.putIfAbsent(place, mine)) return place;
    const held = await vault.get(place);
    if (held === null || Number(held) >= this.now()) return null;
    return (await vault.replaceIf(place, held, mine)) ? place : null;
  }

  /** What the vault does not take away now is taken away before the next try. */
  private async takeAway(place: string): Promise<void> {
    this.underWay.delete(place);
    this.over.add(place);
    await this.options.vault.remove(place).then(
      () => this.over.delete(place),
      () => undefined,
    );
  }
}

/** What is given up, whoever did so. */
export const givenUpIn = async (vault: Pick<Vault, 'all'>): Promise<{ kind: TryKind; about: string }[]> => {
  const found: { kind: TryKind; about: string }[] = [];
  for await (const [place, text] of vault.all(PREFIX)) {
    const { process, about } = noteIn(text);
    if (process === null) found.push({ kind: place.split('/')[1] as TryKind, about });
  }
  return found;
};
