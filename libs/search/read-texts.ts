import { keyNamed, pauseUntil, Turns, type Tries, type TurnsOptions } from '@dosar/kernel/runtime';
import type { SearchContent } from './document';
import type { SearchIndex, SearchText, SearchUnread } from './search-index';

/** The text inside a document. @throws Unavailable */
export type Read = (content: SearchContent, signal: AbortSignal) => Promise<SearchText>;

/** How documents in that state are read, taking turns among clients, and how often new ones are looked for. */
export type ReadingPace = { readonly state: SearchUnread; readonly turns: TurnsOptions; readonly lookMs: number };

/** How often, and for how many, it is checked whether given-up documents are to be read again. */
const AGAIN = { lookMs: 2_000, most: 1_000 };
/** In heavy traffic documents are read in a tenth of the time. */
const REST_SHARE = 9;

export type Reading = ReadingPace & {
  readonly index: SearchIndex;
  readonly read: Read;
  readonly tries: Tries;
  /** Whether traffic is so heavy that callers need the processor. */
  readonly isHeavy: () => boolean;
  /** Called when no outage holds it up. */
  readonly worked: () => void;
};

/** Groups keys by owner: each year of a client's documents has its own key, and all of them share one turn. */
const byOwner = (keys: readonly string[]): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const key of keys) {
    const { id } = keyNamed(key);
    found.set(id, [...(found.get(id) ?? []), key]);
  }
  return found;
};

class Readers {
  private readonly turns: Turns;
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly held = new Set<string>();
  private failure: { readonly error: unknown } | null = null;
  private restUntil = 0;
  private pausing: Promise<void> | null = null;

  constructor(
    private readonly reading: Reading,
    private readonly signal: AbortSignal,
  ) {
    this.turns = new Turns(reading.turns);
  }

  /** @throws the error of a reading, once no other is under way */
  async run(): Promise<void> {
    const { worked } = this.reading;
    try {
      while (!this.signal.aborted && !this.failure) {
        if (!this.mustRest() && (await this.beginNext())) continue;
        if (this.underWay.size === 0) this.held.clear();
        if (!this.failure) worked();
        await Promise.race([...this.underWay.values(), this.pause()]);
      }
    } finally {
      await Promise.all(this.underWay.values());
    }
    if (this.failure) throw this.failure.error;
  }

  /** One pause for all who wait meanwhile. */
  private pause(): Promise<void> {
    return (this.pausing ??= pauseUntil(this.signal, this.reading.lookMs).then(() => void (this.pausing = null)));
  }

  private mustRest(): boolean {
    return this.reading.isHeavy() && performance.now() < this.restUntil;
  }

  /** @returns false when nothing is to be read, or no place is free */
  private async beginNext(): Promise<boolean> {
    const { index, state } = this.reading;
    const left = byOwner(await index.unreadKeys(state));
    for (;;) {
      const owner = this.turns.next(new Set(left.keys()));
      if (owner === null) return false;
      for (const key of left.get(owner)!) {
        const unread = await index.unread(state, this.underWay.size + this.held.size + 1, key);
        const next = unread.find(({ id }) => !this.underWay.has(id) && !this.held.has(id));
        if (!next) continue;
        this.begin(owner, next);
        return true;
      }
      left.delete(owner);
    }
  }

  private begin(owner: string, { id, content }: { readonly id: string; readonly content: SearchContent }): void {
    const end = this.turns.begin(owner);
    const began = performance.now();
    const ended = this.readOne(id, content)
      .catch((error: unknown) => {
        // a reading that the stop interrupted is repeated after the next start
        if (!this.signal.aborted) this.failure ??= { error };
      })
      .then(() => {
        end();
        this.underWay.delete(id);
        const now = performance.now();
        this.restUntil = Math.max(this.restUntil, now + REST_SHARE * (now - began));
      });
    this.underWay.set(id, ended);
  }

  private async readOne(id: string, content: SearchContent): Promise<void> {
    const { index, read, tries } = this.reading;
    const work = async () => index.putText(id, await read(content, this.signal));
    const tried = await tries.run(content.blobId, id, work);
    if (tried === 'given_up') await index.putText(id, { why: 'given_up' satisfies SearchUnread });
    if (tried === 'held') this.held.add(id);
  }
}

/** Reads the texts inside documents into the index, until the signal aborts: one of each owner in turn. */
export const readTexts = (reading: Reading, signal: AbortSignal): Promise<void> => new Readers(reading, signal).run();

/** Queues given-up documents again once an administrator allows it, until the signal aborts. */
export const readAgain = async (
  { index, tries, worked }: Pick<Reading, 'index' | 'tries' | 'worked'>,
  signal: AbortSignal,
): Promise<void> => {
  for (; !signal.aborted; await pauseUntil(signal, AGAIN.lookMs)) {
    for (const { id, content } of await index.unread('given_up', AGAIN.most))
      if (!(await tries.isGivenUp(content.blobId))) await index.putText(id, { why: 'waiting' satisfies SearchUnread });
    worked();
  }
};
