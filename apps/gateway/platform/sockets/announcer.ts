import type { LiveBody, LiveEvent } from '@dosar/contracts';
import type { AnyCatalogue, EncryptedRecord, Position, ReadStore, RowIn, ViewSpec } from '@dosar/kernel/runtime';
import type { Access } from '../access/access';
import type { Audiences } from './audience';
import type { EventsOf } from '../access/policy';

/** A stored record as its followers see it: without keys, so without names. */
export type ObservedEvent = EncryptedRecord & { readonly position: Position };

/** A row of a view, which is sent as it is read, or as it is shown to whoever is told. */
export type NamedRow = readonly [view: ViewSpec, id: string, show?: ShowRows<never>];
/** Rows as they are shown, in their order: a room of a thousand is told of as many rows together. */
export type ShowRows<R> = (
  rows: readonly R[],
  reads: Pick<ReadStore, 'get' | 'find' | 'count'>,
  access: Access,
) => Promise<readonly unknown[]>;

/** A row that is shown by whoever knows the rows of its view. */
export const rowShown = <V extends ViewSpec>(view: V, id: string, show: ShowRows<RowIn<V>>): NamedRow => [
  view,
  id,
  show,
];

/** What is told: a body, or of each of its members the row that it is, and where in the log that happened. */
type Body<E extends LiveEvent> =
  | { readonly body: LiveBody<E> }
  | {
      readonly rows: { readonly [M in Exclude<keyof LiveBody<E>, 'position'>]: NamedRow };
      readonly position: Position;
    };

type To<A extends keyof Audiences> = {
  [E in EventsOf<A>]: { readonly event: E; readonly to: Pick<Audiences, A> } & Body<E>;
}[EventsOf<A>];

/** Something that those of an audience are told. */
export type Announcement = { [A in keyof Audiences]: To<A> }[keyof Audiences];

/** Makes socket events of stored ones. A defect stops it, and no other. */
export type Announcer = {
  readonly name: string;
  /** The events to whose streams it listens. */
  readonly events: Pick<AnyCatalogue, 'category'>;
  /** Nobody is told before these include what happened. */
  readonly views: readonly string[];
  readonly announce: (heard: readonly ObservedEvent[]) => readonly Announcement[];
};
