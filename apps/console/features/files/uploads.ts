import { Unreachable } from '../../platform/refusals';
import { store, type Store } from '../../platform/store';
import type { Unfit } from './fitness';

/** How long an entry stays when it is over (portal.md section 4). */
export const STAYS_MS = { completed: 3_000, error: 5_000 } as const;
export const PARALLEL = 3;
const ATTEMPTS = 4;

/** Why an upload failed: it is not fit to be sent, or sending it failed. */
export type Reason = { readonly unfit: Unfit } | { readonly error: unknown };

export type Wanted = {
  readonly file: Blob;
  readonly name: string;
  readonly clientId: string;
  readonly folderId: string | null;
};

export type Upload = Wanted & {
  /** Also its idempotency key: however often it is sent, it is one file. */
  readonly id: string;
  readonly status: 'pending' | 'uploading' | 'completed' | 'error';
  /** 0 to 100 */
  readonly progress: number;
  readonly reason: Reason | null;
};

export type State = {
  readonly entries: readonly Upload[];
  /** What could not be uploaded, until somebody has read it. */
  readonly failed: readonly Upload[];
  /** The server is away; what is pending goes on when it is back. */
  readonly isWaiting: boolean;
  /** How the uploads ended that were wanted together; null until all of them have. */
  readonly ended: { readonly uploaded: number; readonly failed: number } | null;
};

const EMPTY: State = { entries: [], failed: [], isWaiting: false, ended: null };

export type Surroundings = {
  readonly newId: () => string;
  readonly check: (wanted: Wanted) => Promise<Unfit | null>;
  /** @throws Refused, Unreachable */
  readonly send: (upload: Upload, onProgress: (percent: number) => void, signal: AbortSignal) => Promise<void>;
  /** Resolves when the server answers again. */
  readonly whenBack: () => Promise<void>;
  readonly later: (work: () => void, ms: number) => void;
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
    return this.state.get().entries.some(({ status }) => status === 'pending' || status === 'uploading');
  }

  add(wanted: readonly Wanted[]): void {
    const { entries } = this.state.get();
    const fresh = wanted.map((each): Upload => ({
      ...each,
      id: this.around.newId(),
      status: 'pending',
      progress: 0,
      reason: null,
    }));
    this.change({ entries: [...entries, ...fresh], ended: null });
    this.pump();
  }

  /** Takes one out, wherever it is. */
  cancel(id: string): void {
    this.running.get(id)?.abort();
    this.drop(id);
    this.pump();
  }

  retry(id: string): void {
    const found = this.state.get().failed.find((upload) => upload.id === id);
    if (!found) return;
    this.dismiss(id);
    this.drop(id);
    this.attempts.delete(id);
    this.change({ entries: [...this.state.get().entries, { ...found, status: 'pending', progress: 0, reason: null }] });
    this.pump();
  }

  dismiss(id: string): void {
    this.change({ failed: this.state.get().failed.filter((upload) => upload.id !== id) });
  }

  dismissAll(): void {
    this.change({ failed: [] });
  }

  /** Nothing of it stays: somebody else may sit here next. */
  clear(): void {
    for (const controller of this.running.values()) controller.abort();
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
    if (ended.uploaded + ended.failed > 0) this.change({ ended });
  }

  private async run(upload: Upload): Promise<void> {
    const controller = new AbortController();
    this.running.set(upload.id, controller);
    try {
      const unfit = await this.around.check(upload);
      if (unfit) return this.fail(upload, { unfit });
      this.put(upload.id, { status: 'uploading' });
      await this.around.send(upload, (progress) => this.put(upload.id, { progress }), controller.signal);
      this.finish(upload);
    } catch (error) {
      if (controller.signal.aborted) return;
      if (error instanceof Unreachable && this.mayTryAgain(upload.id)) this.wait(upload.id);
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
    this.put(id, { status: 'pending', progress: 0 });
    if (this.state.get().isWaiting) return;
    this.change({ isWaiting: true });
    void this.around.whenBack().then(() => {
      this.change({ isWaiting: false });
      this.pump();
    });
  }

  private finish(upload: Upload): void {
    this.counted.uploaded += 1;
    this.put(upload.id, { status: 'completed', progress: 100 });
    this.around.onUploaded(upload);
    this.around.later(() => this.drop(upload.id, 'completed'), STAYS_MS.completed);
  }

  private fail(upload: Upload, reason: Reason): void {
    this.counted.failed += 1;
    this.put(upload.id, { status: 'error', reason });
    const failed: Upload = { ...upload, status: 'error', reason };
    this.change({ failed: [...this.state.get().failed, failed] });
    this.around.later(() => this.drop(upload.id, 'error'), STAYS_MS.error);
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
