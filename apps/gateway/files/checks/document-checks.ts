import { contents, type Content } from '@dosar/domain/files/contents.projector';
import { DamagedBytes, isOutage, rowIn } from '@dosar/kernel/runtime';
import { damagedIn, forgetDamaged, noteDamaged } from './damaged-documents';
import type { Installation } from '../../platform/hosting/installation';
import { boundedRate } from './bounded-rate';
import { BEGINNING, claim, NOBODYS_BLOB, tellChecked, type Checked, type Mark } from './checked-documents';

const DAY_MS = 24 * 60 * 60_000;
/** All are read again so often, the time that this takes left aside. */
const ROUND_MS = 14 * DAY_MS;
/** So many are looked up at once. */
const TOGETHER = 20;
/** Then it is looked again what has come, and what is well again; of the time, so much for the latter. */
const SLICE = { ms: 60_000, againMs: 20_000 };
/** While so many are damaged it is not the documents: no more are looked for. */
const MOST_DAMAGED = 1_000;
/** How far it is, is said so often at most: what was read since is read again after a start. */
const TELL_MS = 5_000;
/** Where several write, what comes may be a little older than what is there. */
const LATE_MS = 2 * 60_000;
/** What cannot be read so often while others can is damaged, and the others go on. */
const MOST_TRIES = 3;

export type CheckOptions = { readonly bytesPerSecond: number; readonly now: () => Date };
type Parts = Pick<Installation, 'config' | 'documents' | 'logger' | 'ports' | 'processId' | 'views'>;

/**
 * Reads documents to their ends, and compares them with what their records say: those that came since first, and then all of
 * them, again and again. What is not right is named by its file until it is right again.
 */
export class DocumentChecks {
  private readonly tries = new Map<string, number>();
  /** The damaged one that was read again last. */
  private lookedAt = '';
  private readonly note: ReturnType<typeof noteDamaged>;

  constructor(
    private readonly parts: Parts,
    private readonly options: CheckOptions,
  ) {
    this.note = noteDamaged(parts.ports.vault, parts.logger);
  }

  /**
   * Goes on for a while, or until all that is due was read, or the signal.
   * @returns whether there is more. @throws Unavailable, and whatever keeps a document from being read
   */
  async run(signal: AbortSignal): Promise<boolean> {
    const { ports, processId } = this.parts;
    if (!(await this.isCurrent())) return false;
    const claimed = await claim(ports.vault, processId, this.options.now());
    if (claimed === null) return false;
    const state = this.telling(claimed);
    const paced = boundedRate(this.options.bytesPerSecond, signal);
    const until = performance.now() + SLICE.ms;
    try {
      let isMore = (await this.again(paced, signal)) < MOST_DAMAGED;
      while (isMore && !signal.aborted && performance.now() < until) isMore = await this.goOn(state, paced, signal);
      return isMore;
    } finally {
      await state.tell();
    }
  }

  /** Nothing is missed while the view that knows them is not up to date. */
  private async isCurrent(): Promise<boolean> {
    const { ports, views } = this.parts;
    const head = await ports.events.head();
    const isUpToDate = head === null || (await views.reach([contents.view], head));
    return isUpToDate && (await ports.reads.state(contents)).isSettled;
  }

  /** How far it is, which is said now and then. */
  private telling(begun: Checked) {
    let checked = begun;
    let toldAt = performance.now();
    const tell = () => {
      toldAt = performance.now();
      return tellChecked(this.parts.ports.vault, checked, this.options.now());
    };
    return {
      get: () => checked,
      tell,
      set: (change: Partial<Checked>): Promise<void> | undefined => {
        checked = { ...checked, ...change };
        return performance.now() - toldAt < TELL_MS ? undefined : tell();
      },
    };
  }

  /** What was damaged may be well again: it was restored. @returns how many were */
  private async again(paced: Paced, signal: AbortSignal): Promise<number> {
    const { ports } = this.parts;
    const damaged = (await damagedIn(ports.vault)).map(({ id }) => id).sort();
    const first = damaged.findIndex((id) => id > this.lookedAt);
    const until = performance.now() + SLICE.againMs;
    for (const id of first < 0 ? damaged : [...damaged.slice(first), ...damaged.slice(0, first)]) {
      if (signal.aborted || performance.now() > until) break;
      this.lookedAt = id;
      const row = await ports.reads.get(contents, id);
      if (row && !(await this.isRight(rowIn(row.json), paced, signal))) continue;
      if (!signal.aborted) await forgetDamaged(ports.vault, id);
    }
    return damaged.length;
  }

  /** Reads some that are due. @returns whether there may be more */
  private async goOn(state: Telling, paced: Paced, signal: AbortSignal): Promise<boolean> {
    const late = this.parts.config.profile === 'embedded' ? 0 : LATE_MS;
    const below = new Date(this.options.now().getTime() - late).toISOString();
    const since = await this.behind(state.get().newest, below);
    for (const content of since) {
      if (!(await this.isReadOf(content, paced, signal))) return false;
      await state.set({ newest: next(state.get().newest, content) });
    }
    return since.length > 0 || this.goRound(state, paced, signal);
  }

  private async goRound(state: Telling, paced: Paced, signal: AbortSignal): Promise<boolean> {
    const { now } = this.options;
    const { round } = state.get();
    const isDue = round === null || Date.parse(round.begunAt) + ROUND_MS <= now().getTime();
    if (round?.doneAt !== null && !isDue) return false;
    const begun =
      round === null || round.doneAt !== null
        ? { begunAt: now().toISOString(), mark: BEGINNING, read: 0, doneAt: null }
        : round;
    // what came since it began is read by itself
    const all = await this.behind(begun.mark, begun.begunAt);
    if (all.length === 0) {
      await state.set({ round: { ...begun, doneAt: now().toISOString() } });
      return false;
    }
    let current = begun;
    for (const content of all) {
      if (!(await this.isReadOf(content, paced, signal))) return false;
      current = { ...current, mark: next(current.mark, content), read: current.read + 1 };
      await state.set({ round: current });
    }
    return true;
  }

  private async behind({ created, done }: Mark, below: string): Promise<readonly Content[]> {
    const find = {
      where: { created: { from: created, below } },
      order: [['created', 'asc']],
      skip: done,
      limit: TOGETHER,
    } as const;
    return (await this.parts.ports.reads.find(contents, find)).map(({ json }) => rowIn(json));
  }

  /** @returns false when it was not read to its end, since it is to stop */
  private async isReadOf(content: Content, paced: Paced, signal: AbortSignal): Promise<boolean> {
    await this.isRight(content, paced, signal);
    return !signal.aborted;
  }

  /** Whether the store itself can be asked: then it is the document that cannot be read. */
  private async answers(): Promise<boolean> {
    return this.parts.ports.blobs.open(NOBODYS_BLOB).then(
      () => true,
      () => false,
    );
  }

  /** Reads it to its end. What is wrong is said by whoever opens it. @throws whatever may be over later */
  private async isRight(content: Content, paced: Paced, signal: AbortSignal): Promise<boolean> {
    try {
      const bytes = await this.parts.documents.open(content);
      // one whose key was destroyed is nobody's any more
      for await (const chunk of (bytes ?? []) as AsyncIterable<Buffer>) {
        const pausing = paced(chunk.length);
        if (pausing) await pausing;
        if (signal.aborted) break;
      }
      this.tries.delete(content.id);
      return true;
    } catch (error) {
      if (error instanceof DamagedBytes) return false;
      const tried = (this.tries.get(content.id) ?? 0) + 1;
      this.tries.set(content.id, tried);
      if (tried < MOST_TRIES || (isOutage(error) && !(await this.answers()))) throw error;
      const { id, blobId } = content;
      await this.note({ id, blobId, why: `it cannot be read: ${(error as Error).message}` });
      return false;
    }
  }
}

type Paced = ReturnType<typeof boundedRate>;
type Telling = ReturnType<DocumentChecks['telling']>;

const next = ({ created, done }: Mark, content: Content): Mark =>
  content.created === created ? { created, done: done + 1 } : { created: content.created, done: 1 };
