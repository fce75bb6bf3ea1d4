import {
  categoryOf,
  isStreamOf,
  Damaged,
  keepGoing,
  readable,
  type EventStore,
  type Position,
  type StoredRecord,
} from '@dosar/kernel/runtime';
import { eventFeatures, isOffered, LIVE, type Feature } from '@dosar/contracts';
import type { Announcement, Announcer, ObservedEvent } from './announcer';

/** Reading back further costs more than reading everything again. */
const READ_BACK = 20_000;

/**
 * How many events are announced before a yield: a message in a conversation of a thousand people has as many notifications.
 */
const TOLD_AT_ONCE = 50;

/** Damaged records are not announced; health reports them. */
const heardOf = (record: StoredRecord): ObservedEvent[] => {
  const said = readable(record);
  return said instanceof Damaged ? [] : [{ position: record.position, ...said }];
};

export type LiveLogParts = {
  readonly events: Pick<EventStore, 'follow' | 'head'>;
  readonly announcers: readonly Announcer[];
  readonly offered: readonly Feature[];
  /** An announcer failed at an event: it stops, and the others continue. */
  readonly onStop: (announcer: Announcer, eventId: string | null, error: Error) => void;
};

/** What is to be announced from the log, from now on or since a position. */
export class LiveLog {
  private readonly stopped = new Set<Announcer>();

  constructor(private readonly parts: LiveLogParts) {}

  /** Whether some announcer has stopped. */
  get isSilent(): boolean {
    return this.stopped.size > 0;
  }

  /** Delivers records after a position until the signal aborts, in small batches, through outages. */
  async follow(
    after: Position | null,
    signal: AbortSignal,
    onBatch: (batch: readonly StoredRecord[]) => void,
    onFailure: (error: Error) => void,
  ): Promise<void> {
    let at = after;
    const hear = async () => {
      for await (const batch of this.parts.events.follow(at, signal)) {
        for (let from = 0; from < batch.length; from += TOLD_AT_ONCE) onBatch(batch.slice(from, from + TOLD_AT_ONCE));
        at = batch.at(-1)!.position;
      }
    };
    await keepGoing(hear, signal, onFailure);
  }

  /** The announcements of a batch, and the views that must include it first. */
  announce(batch: readonly StoredRecord[]): { announcements: Announcement[]; views: readonly string[] } {
    const categories = new Set(batch.map(({ stream }) => categoryOf(stream)));
    const concerned = this.parts.announcers.filter(
      (each) => categories.has(each.events.category) && !this.stopped.has(each),
    );
    const announcements = concerned.flatMap((announcer) => this.announcedBy(announcer, batch));
    const told = announcements.filter(({ event }) => isOffered(this.parts.offered, eventFeatures[event]));
    return { announcements: told, views: concerned.flatMap(({ views }) => views) };
  }

  private announcedBy(announcer: Announcer, batch: readonly StoredRecord[]): readonly Announcement[] {
    const heard = batch.filter(({ stream }) => isStreamOf(announcer.events, stream)).flatMap(heardOf);
    try {
      return announcer.announce(heard);
    } catch (error) {
      this.stopped.add(announcer);
      this.parts.onStop(announcer, heard.find((each) => !canAnnounce(announcer, each))?.id ?? null, error as Error);
      return [];
    }
  }

  /** Whether the log has reached that position: a restored one may not have. */
  async reaches(position: Position): Promise<boolean> {
    return position <= ((await this.parts.events.head()) ?? -1n);
  }

  /** The announcements in between that concern somebody; null when there are too many. */
  async missed(
    since: Position,
    upTo: Position,
    concerns: (announcement: Announcement) => boolean,
  ): Promise<Announcement[] | null> {
    const missed: Announcement[] = [];
    const stopping = new AbortController();
    let read = 0;
    for await (const batch of this.parts.events.follow(since, stopping.signal)) {
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

const canAnnounce = (announcer: Announcer, heard: ObservedEvent): boolean => {
  try {
    announcer.announce([heard]);
    return true;
  } catch {
    return false;
  }
};
