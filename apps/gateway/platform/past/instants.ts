import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Damaged, readable, type Position, type StoredRecord } from '@dosar/kernel/runtime';
import type { AsOf, StoodAt } from '@dosar/contracts';
import { INSTALLATION, type Installation } from '../hosting/installation';
import { wrongField } from '../http/problem';

/** An instant of the log: all up to this position, and the one at it, count. */
export type LogInstant = { readonly position: Position; readonly time: string };

const IS_POSITION = /^\d+$/;
/** So many times are remembered that were looked up. */
const KNOWN = 1_000;

export const stoodAtOf = ({ position, time }: LogInstant): StoodAt => ({ position: String(position), time });

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

  /** @throws Problem naming the field: before the first event, in the future, or no event's place */
  async of(asked: AsOf, field = 'at'): Promise<LogInstant> {
    const known = this.known.get(asked);
    if (known) return known;
    const head = (await this.head()) ?? 0n;
    if (!IS_POSITION.test(asked)) return this.upTo(asked, head, field);
    const position = BigInt(asked);
    if (position > head) throw wrongField(field, 'in_future');
    if (position < (await this.beginning()).position) throw wrongField(field, 'before_first');
    const found = await this.at(position);
    if (!found) throw wrongField(field, 'unknown_id');
    return this.remember(asked, found);
  }

  /** The last event that was not later: what is stored is never stamped earlier than what was stored before it. */
  private async upTo(asked: string, head: Position, field: string): Promise<LogInstant> {
    const time = Date.parse(asked);
    if (time > Date.now()) throw wrongField(field, 'in_future');
    let last = await this.beginning();
    if (Date.parse(last.time) > time) throw wrongField(field, 'before_first');
    const newest = await this.newest();
    // more may be stored in the same millisecond
    if (Date.parse(newest.time) <= time) return newest;
    let end = head;
    while (end - last.position > 1n) {
      const middle = last.position + (end - last.position) / 2n;
      const found = (await this.at(middle)) ?? (await this.nextAfter(middle));
      if (found.position >= end || Date.parse(found.time) > time) end = middle;
      else last = found;
    }
    return this.remember(asked, last);
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
