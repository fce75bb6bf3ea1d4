import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Damaged, readable, type Position, type StoredRecord } from '@dosar/kernel/runtime';
import type { AsOf, StoodAt } from '@dosar/contracts';
import { INSTALLATION, type Installation } from '../hosting/installation';
import { wrongField } from '../http/problem';

/** An instant of the log: all up to this position, and the one at it, count. */
export type LogInstant = { readonly position: Position; readonly time: string };

export const IS_POSITION = /^\d+$/;
/** So many times are remembered that were looked up. */
const KNOWN = 1_000;

export const stoodAtOf = ({ position, time }: LogInstant): StoodAt => ({ position: String(position), time });

type IsReached = (instant: LogInstant) => boolean;
const upToPosition =
  (asked: Position): IsReached =>
  ({ position }) =>
    position <= asked;
const upToTime =
  (asked: number): IsReached =>
  ({ time }) =>
    Date.parse(time) <= asked;

/** What is meant by an instant that somebody names. */
@Injectable()
export class Instants {
  private readonly known = new LRUCache<string, LogInstant>({ max: KNOWN });
  private first: LogInstant | null = null;

  constructor(@Inject(INSTALLATION) private readonly installation: Pick<Installation, 'ports'>) {}

  /** The newest event. */
  async newest(): Promise<LogInstant> {
    return (await this.at((await this.head())!))!;
  }

  /**
   * A position between two events means the one before it: positions may have gaps, and whoever looks at what was just
   * before an event asks for the position below its own.
   * @throws Problem naming the field: before the first event, or in the future
   */
  async of(asked: AsOf, field = 'at'): Promise<LogInstant> {
    const known = this.known.get(asked);
    if (known) return known;
    const head = (await this.head()) ?? 0n;
    const isPosition = IS_POSITION.test(asked);
    if (isPosition ? BigInt(asked) > head : Date.parse(asked) > Date.now()) throw wrongField(field, 'in_future');
    const isReached = isPosition ? upToPosition(BigInt(asked)) : upToTime(Date.parse(asked));
    const first = await this.beginning();
    if (!isReached(first)) throw wrongField(field, 'before_first');
    const newest = await this.newest();
    // more may be stored in the same millisecond
    if (isReached(newest)) return newest;
    const exact = isPosition ? await this.at(BigInt(asked)) : null;
    return this.remember(asked, exact ?? (await this.lastBetween(first, head, isReached)));
  }

  /** The last event that is reached: what is stored is never stamped earlier than what was stored before it. */
  private async lastBetween(first: LogInstant, head: Position, isReached: IsReached): Promise<LogInstant> {
    let last = first;
    let end = head;
    while (end - last.position > 1n) {
      const middle = last.position + (end - last.position) / 2n;
      const found = (await this.at(middle)) ?? (await this.nextAfter(middle));
      if (found.position >= end || !isReached(found)) end = middle;
      else last = found;
    }
    return last;
  }

  private remember(asked: string, found: LogInstant): LogInstant {
    this.known.set(asked, found);
    return found;
  }

  private head(): Promise<Position | null> {
    return this.installation.ports.events.head();
  }

  private async beginning(): Promise<LogInstant> {
    return (this.first ??= await this.nextAfter(null));
  }

  /** null where nothing stands. */
  private async at(position: Position): Promise<LogInstant | null> {
    const [record] = await this.installation.ports.events.at([position]);
    return record ? instantOf(record) : null;
  }

  /** In a log whose positions have gaps. */
  private async nextAfter(position: Position | null): Promise<LogInstant> {
    const done = new AbortController();
    try {
      for await (const [record] of this.installation.ports.events.follow(position, done.signal))
        if (record) return instantOf(record);
    } finally {
      done.abort();
    }
    throw new Error(`the log has nothing behind position ${position}`);
  }
}

/** Of a damaged record it is not known when it was written: it counts as the first of all. */
const instantOf = (record: StoredRecord): LogInstant => {
  const said = readable(record);
  const time = said instanceof Damaged ? new Date(0).toISOString() : said.occurredAt;
  return { position: record.position, time };
};
