import type { LiveBody } from '@dosar/contracts';
import type { Position, RecordFace } from '@dosar/kernel';
import type { HeardAboutClients } from './policy';

/** Injected by this name: what the contexts have to announce. */
export const ANNOUNCERS = Symbol('Announcers');

/** A stored record as its followers see it: without keys, so without names. */
export type Heard = RecordFace & { readonly position: Position };

/** Something that those who may see a client are told. */
export type Announcement<E extends HeardAboutClients = HeardAboutClients> = {
  readonly event: E;
  readonly clientId: string;
  readonly body: LiveBody<E>;
};

/** Makes socket events of stored ones. */
export type Announcer = {
  /** The category of the streams it listens to. */
  readonly category: string;
  /** Nobody is told before these include what happened. */
  readonly views: readonly string[];
  readonly announce: (heard: readonly Heard[]) => readonly Announcement[];
};
