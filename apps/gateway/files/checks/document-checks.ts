import { contents, type Content } from '@dosar/domain/files/contents.projector';
import { DamagedBytes, isOutage, rowIn } from '@dosar/kernel/runtime';
import { damagedIn, forgetDamaged, noteDamaged } from './damaged-documents';
import type { Installation } from '../../platform/hosting/installation';
import { boundedRate } from './bounded-rate';
import { BEGINNING, claim, NOBODYS_BLOB, tellChecked, type Checked, type Mark } from './checked-documents';

const DAY_MS = 24 * 60 * 60_000;
/** Target interval of a complete pass, unless it takes longer. */
const ROUND_MS = 14 * DAY_MS;
/** How many documents are looked up at once. */
const TOGETHER = 20;
/** How long one run takes, and how much of it goes to documents that were damaged. */
const SLICE = { ms: 60_000, againMs: 20_000 };
/** With that many damaged documents the store is to blame: no more are looked for. */
const MOST_DAMAGED = 1_000;
/** How often progress is stored: documents read since then are read again after a start. */
const TELL_MS = 5_000;
/** With several writers a new document may be slightly older than existing ones. */
const LATE_MS = 2 * 60_000;
/** A document that fails this often, while others can be read, counts as damaged. */
const MOST_TRIES = 3;

export type CheckOptions = { readonly bytesPerSecond: number; readonly now: () => Date };
type Parts = Pick<Installation, 'config' | 'documents' | 'logger' | 'ports' | 'processId' | 'views'>;

/**
 * Reads whole documents and compares them with their records: first those uploaded since, then all of them, again and again.
 * A wrong one is reported with its file until it is right again.
 */
export class DocumentChecks {
  private readonly tries = new Map<string, number>();
  /** The damaged document that was last read again. */
  private lookedAt = '';
  private readonly note: ReturnType<typeof noteDamaged>;

  constructor(
    private readonly parts: Parts,
    private readonly options: CheckOptions,
  ) {
    this.note = noteDamaged(parts.ports.vault, parts.logger);
  }

  /**
   * Works for a while, or until everything due was read, or until the signal aborts.
   * @returns whether there is more. @throws Unavailable, and any error that keeps a document from being read
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

  /** Documents would be missed while their view is not up to date. */
  private async isCurrent(): Promise<boolean> {
    const { ports, views } = this.parts;
    const head = await ports.events.head();
    const isUpToDate = head === null || (await views.reach([contents.view], head));
    return isUpToDate && (await ports.reads.state(contents)).isSettled;
  }

  /** The progress, which is stored from time to time. */
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

  /** Damaged documents may have been restored. @returns how many were */
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

  /** Reads some documents that are due. @returns whether there may be more */
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
    // documents uploaded since the pass began are read separately
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

  /** @returns false when it stopped before the end */
  private async isReadOf(content: Content, paced: Paced, signal: AbortSignal): Promise<boolean> {
    await this.isRight(content, paced, signal);
    return !signal.aborted;
  }

  /** Whether the store answers at all: then it is the document that cannot be read. */
  private async answers(): Promise<boolean> {
    return this.parts.ports.blobs.open(NOBODYS_BLOB).then(
      () => true,
      () => false,
    );
  }

  /** Reads the whole document. `documents.open` reports what is wrong. @throws errors that may be temporary */
  private async isRight(content: Content, paced: Paced, signal: AbortSignal): Promise<boolean> {
    try {
      const bytes = await this.parts.documents.open(content);
      // without its key a document belongs to nobody
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
