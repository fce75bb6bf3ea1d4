import type { LiveBody, LiveEvent } from '@dosar/contracts';
import type { AnyCatalogue, EncryptedRecord, Position, ReadStore, RowIn, ViewSpec } from '@dosar/kernel/runtime';
import type { Access } from '../access/access';
import type { Audiences } from './audience';
import type { EventsOf } from '../access/policy';

/** A stored record without decryption, so without names. */
export type ObservedEvent = EncryptedRecord & { readonly position: Position };

/** A row of a view, sent as stored or as shown to its receivers. */
export type NamedRow = readonly [view: ViewSpec, id: string, show?: ShowRows<never>];
/** Shows rows, in order: a conversation of a thousand people needs as many at once. */
export type ShowRows<R> = (
  rows: readonly R[],
  reads: Pick<ReadStore, 'get' | 'find' | 'count'>,
  access: Access,
) => Promise<readonly unknown[]>;

/** A row shown by a function that knows its view. */
export const rowShown = <V extends ViewSpec>(view: V, id: string, show: ShowRows<RowIn<V>>): NamedRow => [
  view,
  id,
  show,
];

/** A body, or a row for each of its members, with the position of the event. */
type Body<E extends LiveEvent> =
  | { readonly body: LiveBody<E> }
  | {
      readonly rows: { readonly [M in Exclude<keyof LiveBody<E>, 'position'>]: NamedRow };
      readonly position: Position;
    };

type To<A extends keyof Audiences> = {
  [E in EventsOf<A>]: { readonly event: E; readonly to: Pick<Audiences, A> } & Body<E>;
}[EventsOf<A>];

/** A live event for an audience. */
export type Announcement = { [A in keyof Audiences]: To<A> }[keyof Audiences];

/** Makes live events of stored ones. An error stops this announcer only. */
export type Announcer = {
  readonly name: string;
  /** The category of streams it handles. */
  readonly events: Pick<AnyCatalogue, 'category'>;
  /** The views that must include the event before it is announced. */
  readonly views: readonly string[];
  readonly announce: (heard: readonly ObservedEvent[]) => readonly Announcement[];
};
