import { isPassing } from '../../../platform/refusals';
import { store, type Store } from '../../../platform/storage/store';
import type { FileFault } from './file-checks';
import type { Reason, Sent, State, Upload, UploadRequest } from './upload';

/** How long an entry stays when it is over (portal.md section 4). */
export const STAYS_MS = { completed: 3_000, error: 5_000 } as const;
export const PARALLEL = 3;
/** Why a sending is stopped: for good. What is only paused is gone on with. */
export const CANCELLED = 'cancelled';
const ATTEMPTS = 4;

const NONE = { wanted: 0, over: 0 } as const;
const EMPTY: State = { entries: [], failed: [], doubles: [], tally: NONE, isWaiting: false, ended: null };
const UNFINISHED: readonly Upload['status'][] = ['pending', 'uploading', 'paused'];

export type Surroundings = {
  readonly newId: () => string;
  readonly check: (wanted: UploadRequest) => Promise<FileFault | null>;
  /** What is sent for what was chosen; null when it cannot be made of it. */
  readonly sendable: (file: Blob) => Promise<Blob | null>;
  /** @throws Refused, Unreachable */
  readonly send: (upload: Upload, onProgress: (percent: number) => void, signal: AbortSignal) => Promise<Sent>;
  /** Resolves when the server answers again. */
  readonly whenBack: () => Promise<void>;
  readonly schedule: (work: () => void, ms: number) => void;
  readonly onUploaded: (upload: Upload) => void;
};

/** The uploads that are under way: several at once, and none is lost because the line is. */
export class Uploads {
  readonly state: Store<State> = store(EMPTY);
  private readonly running = new Map<string, AbortController>();
  private readonly attempts = new Map<string, number>();
  private counted = { uploaded: 0, failed: 0 };

  constructor(private readonly around: Surroundings) {}

  get isBusy(): boolean {
    return this.unfinished.length > 0;
  }

  get unfinished(): readonly Upload[] {
    return this.state.get().entries.filter(({ status }) => UNFINISHED.includes(status));
  }

  add(wanted: readonly UploadRequest[]): void {
    const { entries, tally } = this.state.get();
    const fresh = wanted.map((each): Upload => ({
      ...each,
      id: this.around.newId(),
      status: 'pending',
      progress: 0,
      reason: null,
    }));
    const more = { wanted: tally.wanted + fresh.length, over: tally.over };
    this.change({ entries: [...entries, ...fresh], tally: more, ended: null });
    this.pump();
  }

  /** Takes one out, wherever it is. */
  cancel(id: string): void {
    this.take(id);
    this.pump();
  }

  cancelAll(): void {
    for (const { id } of this.unfinished) this.take(id);
    this.pump();
  }

  /** What was sent of it stays there. */
  pause(id: string): void {
    if (!this.unfinished.some((upload) => upload.id === id)) return;
    this.put(id, { status: 'paused' });
    this.running.get(id)?.abort();
    this.pump();
  }

  goOn(id: string): void {
    const isPaused = this.unfinished.some((upload) => upload.id === id && upload.status === 'paused');
    if (isPaused) this.put(id, { status: 'pending' });
    this.pump();
  }

  private take(id: string): void {
    const { tally } = this.state.get();
    if (this.unfinished.some((upload) => upload.id === id))
      this.change({ tally: { ...tally, wanted: tally.wanted - 1 } });
    this.running.get(id)?.abort(CANCELLED);
    this.drop(id);
  }

  retry(id: string): void {
    const found = this.state.get().failed.find((upload) => upload.id === id);
    if (!found) return;
    this.dismiss(id);
    this.drop(id);
    this.attempts.delete(id);
    const { entries, tally } = this.state.get();
    this.change({
      entries: [...entries, { ...found, status: 'pending', progress: 0, reason: null }],
      tally: { ...tally, wanted: tally.wanted + 1 },
    });
    this.pump();
  }

  dismiss(id: string): void {
    this.change({ failed: this.state.get().failed.filter((upload) => upload.id !== id) });
  }

  dismissAll(): void {
    this.change({ failed: [] });
  }

  /** It was said whether a document that was there already stays. */
  settle(fileId: string): void {
    this.change({ doubles: this.state.get().doubles.filter((double) => double.fileId !== fileId) });
  }

  /** All of them stay. */
  settleAll(): void {
    this.change({ doubles: [] });
  }

  /** Nothing of it stays: somebody else may sit here next. */
  clear(): void {
    this.stop(CANCELLED);
  }

  /** Nothing goes on until the same person is back. @returns what is to be gone on with then */
  park(): readonly Upload[] {
    const left = this.unfinished;
    this.stop();
    return left;
  }

  goOnWith(parked: readonly Upload[]): void {
    const { entries, tally } = this.state.get();
    const again = parked.map((upload): Upload => {
      return { ...upload, status: upload.status === 'paused' ? 'paused' : 'pending' };
    });
    const more = { wanted: tally.wanted + again.length, over: tally.over };
    this.change({ entries: [...entries, ...again], tally: more, ended: null });
    this.pump();
  }

  private stop(reason?: string): void {
    for (const controller of this.running.values()) controller.abort(reason);
    this.counted = { uploaded: 0, failed: 0 };
    this.state.set(EMPTY);
  }

  private pump(): void {
    if (this.state.get().isWaiting) return;
    for (const upload of this.state.get().entries) {
      if (this.running.size >= PARALLEL) return;
      if (upload.status === 'pending' && !this.running.has(upload.id)) void this.run(upload);
    }
    if (this.isBusy || this.running.size > 0) return;
    const ended = this.counted;
    this.counted = { uploaded: 0, failed: 0 };
    this.change({ tally: NONE, ...(ended.uploaded + ended.failed > 0 && { ended }) });
  }

  private async run(upload: Upload): Promise<void> {
    const controller = new AbortController();
    this.running.set(upload.id, controller);
    try {
      const fault = await this.around.check(upload);
      controller.signal.throwIfAborted();
      if (fault) return this.fail(upload, { fault });
      this.put(upload.id, { status: 'uploading' });
      const file = await this.around.sendable(upload.file);
      controller.signal.throwIfAborted();
      if (file === null) return this.fail(upload, { fault: { why: 'photo' } });
      const made = file === upload.file ? null : await this.around.check({ ...upload, file });
      if (made) return this.fail(upload, { fault: made });
      this.put(upload.id, { file });
      const report = (progress: number) => {
        // what comes further than before has not failed
        if (progress > (this.unfinished.find(({ id }) => id === upload.id)?.progress ?? 0))
          this.attempts.delete(upload.id);
        if (!controller.signal.aborted) this.put(upload.id, { progress });
      };
      const sent = await this.around.send({ ...upload, file }, report, controller.signal);
      this.finish(upload, sent);
    } catch (error) {
      if (controller.signal.aborted) return;
      if (isPassing(error) && this.mayTryAgain(upload.id)) this.wait(upload.id);
      else this.fail(upload, { error });
    } finally {
      this.running.delete(upload.id);
      this.pump();
    }
  }

  private mayTryAgain(id: string): boolean {
    const attempts = (this.attempts.get(id) ?? 0) + 1;
    this.attempts.set(id, attempts);
    return attempts < ATTEMPTS;
  }

  private wait(id: string): void {
    this.put(id, { status: 'pending' });
    if (this.state.get().isWaiting) return;
    this.change({ isWaiting: true });
    void this.around.whenBack().then(() => {
      this.change({ isWaiting: false });
      this.pump();
    });
  }

  private finish(upload: Upload, { fileId, duplicateOf: of }: Sent): void {
    this.counted.uploaded += 1;
    this.over();
    if (of) this.change({ doubles: [...this.state.get().doubles, { upload, fileId, of }] });
    this.put(upload.id, { status: 'completed', progress: 100 });
    this.around.onUploaded(upload);
    this.around.schedule(() => this.drop(upload.id, 'completed'), STAYS_MS.completed);
  }

  private fail(upload: Upload, reason: Reason): void {
    this.counted.failed += 1;
    this.over();
    this.put(upload.id, { status: 'error', reason });
    const failed: Upload = { ...upload, status: 'error', reason };
    this.change({ failed: [...this.state.get().failed, failed] });
    this.around.schedule(() => this.drop(upload.id, 'error'), STAYS_MS.error);
  }

  private over(): void {
    const { tally } = this.state.get();
    this.change({ tally: { ...tally, over: tally.over + 1 } });
  }

  private put(id: string, change: Partial<Upload>): void {
    const { entries } = this.state.get();
    this.change({ entries: entries.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)) });
  }

  private drop(id: string, status?: Upload['status']): void {
    const { entries } = this.state.get();
    this.change({ entries: entries.filter((each) => each.id !== id || (status && each.status !== status)) });
  }

  private change(change: Partial<State>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}
