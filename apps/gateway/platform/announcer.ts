import type { LiveBody, LiveEvent } from '@dosar/contracts';
import type { Position, EncryptedRecord } from '@dosar/kernel/runtime';
import type { HeardAboutClients, HeardInPerson } from './policy';

/** A stored record as its followers see it: without keys, so without names. */
export type Heard = EncryptedRecord & { readonly position: Position };

type Told<E extends LiveEvent, To> = { [Each in E]: { event: Each; to: To; body: LiveBody<Each> } }[E];

/** Something that those who may see a client are told, or one person wherever they are signed in. */
export type Announcement = Readonly<
  Told<HeardAboutClients, { readonly clientId: string }> | Told<HeardInPerson, { readonly userId: string }>
>;

/** Makes socket events of stored ones. */
export type Announcer = {
  /** The category of the streams it listens to. */
  readonly category: string;
  /** Nobody is told before these include what happened. */
  readonly views: readonly string[];
  readonly announce: (heard: readonly Heard[]) => readonly Announcement[];
};
