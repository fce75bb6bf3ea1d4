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

/** Reading back further than that costs more than reading everything again. */
const READ_BACK = 20_000;

/** So many events at most are told of before others have a turn: a message in a room of a thousand notifies as many. */
const TOLD_AT_ONCE = 50;

/** Nobody can be told what a damaged record says: it is named in the health. */
const heardOf = (record: StoredRecord): ObservedEvent[] => {
  const said = readable(record);
  return said instanceof Damaged ? [] : [{ position: record.position, ...said }];
};

export type LiveLogParts = {
  readonly events: Pick<EventStore, 'follow' | 'head'>;
  readonly announcers: readonly Announcer[];
  readonly offered: readonly Feature[];
  /** An announcer met an event that it cannot announce: it says nothing any more, and the others go on. */
  readonly onStop: (announcer: Announcer, eventId: string | null, error: Error) => void;
};

/** The log as the sockets need it: what is to be announced of it, from now on or since a place in it. */
export class LiveLog {
  private readonly stopped = new Set<Announcer>();

  constructor(private readonly parts: LiveLogParts) {}

  /** Whether somebody is not told of everything. */
  get isSilent(): boolean {
    return this.stopped.size > 0;
  }

  /** Hands on what was stored after a position until the signal, in small batches, whatever becomes of the log meanwhile. */
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

  /** What a batch has to announce, and the views that must include it first. */
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

  /** Whether the log has come so far: one that was set back to a copy may not have. */
  async reaches(position: Position): Promise<boolean> {
    return position <= ((await this.parts.events.head()) ?? -1n);
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
