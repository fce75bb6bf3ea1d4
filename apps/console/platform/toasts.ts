import { store, type Store } from './storage/store';

export const TOAST = { ms: 5_000, max: 3 } as const;

export type Toast = {
  readonly id: number;
  readonly type: 'success' | 'error' | 'warning' | 'info';
  readonly title: string;
  readonly message?: string | undefined;
  /** Under what id an error is found. */
  readonly errorId?: string | null;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** The address it is about: it disappears once somebody is there. */
  readonly place?: string;
};

type Schedule = (work: () => void, ms: number) => () => void;

const byTimer: Schedule = (work, ms) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

/** Toasts: at most three at once, the oldest makes room, each for five seconds. */
export class Toasts {
  readonly shown: Store<readonly Toast[]> = store<readonly Toast[]>([]);
  private readonly cancels = new Map<number, () => void>();
  private last = 0;

  constructor(private readonly schedule: Schedule = byTimer) {}

  show(toast: Omit<Toast, 'id'>): number {
    const id = (this.last += 1);
    const all = [...this.shown.get(), { ...toast, id }];
    for (const { id: dropped } of all.slice(0, -TOAST.max)) this.hold(dropped);
    this.shown.set(all.slice(-TOAST.max));
    this.release(id);
    return id;
  }

  dismiss(id: number): void {
    this.hold(id);
    this.shown.set(this.shown.get().filter((toast) => toast.id !== id));
  }

  /** Dismisses toasts about this address. */
  reached(place: string): void {
    for (const { id } of this.shown.get().filter((toast) => toast.place === place)) this.dismiss(id);
  }

  /** Stays while somebody reads it. */
  hold(id: number): void {
    this.cancels.get(id)?.();
    this.cancels.delete(id);
  }

  release(id: number): void {
    this.hold(id);
    this.cancels.set(
      id,
      this.schedule(() => this.dismiss(id), TOAST.ms),
    );
  }
}

export const toasts = new Toasts();
