import { Unavailable } from '../ports';

/** How long other parties take precedence over a party whose work took long. */
const REST_MS = 60_000;
/** For how many parties the time of their last turn is remembered. */
const REMEMBERED = 10_000;

export type TurnsOptions = {
  /**
   * How many works run at once, at least two. The last free place is reserved for a party that has none and is not
   * penalised.
   */
  readonly places: number;
  /** Work that takes this long is expensive: its party comes after all others for a minute. */
  readonly dearMs: number;
  readonly now?: () => number;
};

/**
 * Chooses whose work is next: among the waiting parties, the one served longest ago. A party is a client, or whoever
 * else work is done for. A party whose work was expensive comes after all others for a minute and never takes the last
 * place. So, whatever one party asks for, another waits for no more than one work of each party.
 */
export class Turns {
  private readonly served = new Map<string, number>();
  private readonly restUntil = new Map<string, number>();
  private readonly begun = new Map<string, number[]>();
  private taken = 0;
  private count = 0;

  constructor(private readonly options: TurnsOptions) {
    if (options.places < 2) throw new Error('one place of a queue is for whoever has none: it has two at least');
  }

  /** @returns null when no waiting party may start now */
  next(waiting: Iterable<string>): string | null {
    const free = this.options.places - this.taken;
    let found: { readonly party: string; readonly rests: boolean; readonly served: number } | null = null;
    for (const party of free > 0 ? waiting : []) {
      const rests = this.isResting(party);
      if (free === 1 && (rests || this.begun.has(party))) continue;
      const served = this.served.get(party) ?? 0;
      const isBefore = found === null || (rests === found.rests ? served < found.served : found.rests);
      if (isBefore) found = { party, rests, served };
    }
    return found?.party ?? null;
  }

  /** @returns a function to call when the work has ended */
  begin(party: string): () => void {
    const began = this.now();
    this.taken += 1;
    this.begun.set(party, [...(this.begun.get(party) ?? []), began]);
    this.served.delete(party);
    this.served.set(party, (this.count += 1));
    if (this.served.size > REMEMBERED) this.served.delete(this.served.keys().next().value!);
    return () => this.end(party, began);
  }

  private end(party: string, began: number): void {
    this.taken -= 1;
    const others = this.begun.get(party)!;
    others.splice(others.indexOf(began), 1);
    if (others.length === 0) this.begun.delete(party);
    const now = this.now();
    for (const [each, until] of this.restUntil) if (until <= now) this.restUntil.delete(each);
    if (now - began >= this.options.dearMs) this.restUntil.set(party, now + REST_MS);
  }

  private isResting(party: string): boolean {
    const now = this.now();
    if ((this.restUntil.get(party) ?? 0) > now) return true;
    const [first] = this.begun.get(party) ?? [];
    return first !== undefined && now - first >= this.options.dearMs;
  }

  private now(): number {
    return (this.options.now ?? performance.now.bind(performance))();
  }
}

export type FairOptions = TurnsOptions & {
  /** How many works of one party may wait: further ones of that party alone are refused. */
  readonly waiting: number;
  /**
   * How many works may wait in all, for queues where one person can be many parties: the newest work of the longest
   * queue is refused.
   */
  readonly inAll?: number;
  readonly refuse?: () => Error;
};

type Waiting = {
  readonly cost: number;
  readonly due: number;
  readonly start: () => Promise<void>;
  readonly refuse: () => void;
};
/** `done`: the cost of the work begun from this queue since something began to wait in it. */
type Queue = { readonly waiting: Waiting[]; done: number };

const tooMuch = (): Error => new Unavailable('too much of the same party waits already');

/**
 * Shares a few places among several parties in turns, so that no party can starve another. Within a party cheap work
 * goes first, but a costly work is overtaken only until the work that overtook it costs as much as itself.
 */
export class FairQueue {
  private readonly turns: Turns;
  private readonly queues = new Map<string, Queue>();

  constructor(private readonly options: FairOptions) {
    this.turns = new Turns(options);
  }

  /**
   * @param cost an estimate of the work, in any unit, compared with the others in this queue
   * @throws what `refuse` makes (Unavailable), when too many works of this party wait; what the work throws
   */
  run<T>(party: string, work: () => Promise<T>, cost = 0): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const queue = this.queues.get(party) ?? { waiting: [], done: 0 };
      this.queues.set(party, queue);
      queue.waiting.push({
        cost,
        due: queue.done + cost,
        start: () => Promise.resolve().then(work).then(resolve, reject),
        refuse: () => reject((this.options.refuse ?? tooMuch)()),
      });
      this.startAll();
      if (queue.waiting.length > this.options.waiting) this.refuseNewest(party);
      else this.keepBounds();
    });
  }

  /** How many works wait. */
  get waiting(): number {
    return [...this.queues.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  private startAll(): void {
    for (;;) {
      const party = this.turns.next(this.queues.keys());
      if (party === null) return;
      const { start } = this.take(party);
      const end = this.turns.begin(party);
      void start().then(() => {
        end();
        this.startAll();
      });
    }
  }

  private take(party: string): Waiting {
    const queue = this.queues.get(party)!;
    const { waiting } = queue;
    const next = waiting.reduce((least, each) => (each.due < least.due ? each : least));
    waiting.splice(waiting.indexOf(next), 1);
    queue.done += next.cost;
    if (waiting.length === 0) this.queues.delete(party);
    return next;
  }

  private keepBounds(): void {
    const { inAll } = this.options;
    if (inAll === undefined) return;
    const all = [...this.queues].map(([party, { waiting }]) => ({ party, length: waiting.length }));
    if (all.reduce((sum, { length }) => sum + length, 0) <= inAll) return;
    this.refuseNewest(all.reduce((longest, each) => (each.length >= longest.length ? each : longest)).party);
  }

  private refuseNewest(party: string): void {
    const { waiting } = this.queues.get(party)!;
    waiting.pop()!.refuse();
    if (waiting.length === 0) this.queues.delete(party);
  }
}
