import { Damaged, keepGoing, readable, type EventStore, type Position, type StoredRecord } from '@dosar/kernel/runtime';
import { eventFeatures, isOffered, LIVE, type Feature } from '@dosar/contracts';
import type { Announcement, Announcer, Heard } from './announcer';

/** Reading back further than that costs more than reading everything again. */
const READ_BACK = 20_000;

const categoryOf = ({ stream }: StoredRecord) => stream.slice(0, stream.indexOf('-'));

/** Nobody can be told what a damaged record says: it is named in the health. */
const heardOf = (record: StoredRecord): Heard[] => {
  const said = readable(record);
  return said instanceof Damaged ? [] : [{ ...said, position: record.position }];
};

/** The log as the sockets need it: what is to be announced of it, from now on or since a place in it. */
export class LiveLog {
  constructor(
    private readonly events: Pick<EventStore, 'follow' | 'head'>,
    private readonly announcers: readonly Announcer[],
    private readonly offered: readonly Feature[],
  ) {}

  /** Hands on every batch after a position until the signal, whatever becomes of the log meanwhile. */
  async follow(
    after: Position | null,
    signal: AbortSignal,
    onBatch: (batch: readonly StoredRecord[]) => void,
    onFailure: (error: Error) => void,
  ): Promise<void> {
    let at = after;
    const hear = async () => {
      for await (const batch of this.events.follow(at, signal)) {
        onBatch(batch);
        at = batch.at(-1)!.position;
      }
    };
    await keepGoing(hear, signal, onFailure);
  }

  /** What a batch has to announce, and the views that must include it first. */
  announce(batch: readonly StoredRecord[]): { announcements: Announcement[]; views: readonly string[] } {
    const concerned = this.announcers.filter(({ category }) => batch.some((each) => categoryOf(each) === category));
    const announcements = concerned.flatMap(({ category, announce }) =>
      announce(batch.filter((each) => categoryOf(each) === category).flatMap(heardOf)),
    );
    const told = announcements.filter(({ event }) => isOffered(this.offered, eventFeatures[event]));
    return { announcements: told, views: concerned.flatMap(({ views }) => views) };
  }

  /** Whether the log has come so far: one that was set back to a copy may not have. */
  async reaches(position: Position): Promise<boolean> {
    return position <= ((await this.events.head()) ?? -1n);
  }

  /** What happened in between and concerns somebody; null when it is too much to be told. */
  async missed(
    since: Position,
    upTo: Position,
    concerns: (announcement: Announcement) => boolean,
  ): Promise<Announcement[] | null> {
    const missed: Announcement[] = [];
    const stopping = new AbortController();
    let read = 0;
    for await (const batch of this.events.follow(since, stopping.signal)) {
      const past = batch.filter(({ position }) => position <= upTo);
      read += past.length;
      for (const record of past) missed.push(...this.announce([record]).announcements.filter(concerns));
      const isTooMuch = missed.length > LIVE.missed || read > READ_BACK;
      if (!isTooMuch && batch.at(-1)!.position < upTo) continue;
      stopping.abort();
      return isTooMuch ? null : missed;
    }
    return null;
  }
}
