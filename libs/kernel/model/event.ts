import type { Envelope } from '../keys/envelope';
import type { Message } from './message';
import type { PersonalClass, Shape } from './shape';

/** Who acts. A role is what it was at that time; names are never part of it. */
export type Actor = {
  readonly kind: 'user' | 'system';
  readonly id: string;
  readonly role: string | null;
  readonly sessionId: string | null;
};

/**
 * Whose data an event is about, after it; both null for the installation. For filtering only: facts are in the data.
 */
export type Tenant = { readonly firmId: string | null; readonly clientId: string | null };

/** What an event belongs to, from which its tenant follows: a user, some clients, or a firm. */
export type Belonging =
  { readonly userId: string } | { readonly firmId: string | null; readonly clientIds: readonly string[] };

export const ofInstallation: Belonging = { firmId: null, clientIds: [] };
export const ofClient = (clientId: string): Belonging => ({ firmId: null, clientIds: [clientId] });

export type Resource = { readonly type: string; readonly id: string };

/** Who asked, from where, and because of which event. Set once at the edge, and written to every event. */
export type Origin = {
  readonly actor: Actor;
  readonly correlationId: string;
  /** Id of the event that caused it; null for what a person began. */
  readonly causationId: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
};

/**
 * Which command appended an event. `key`: generation and HMAC of its idempotency key, null when none was sent; `body`:
 * HMAC of the request's body, null when there was none.
 */
export type CommandMark = { readonly id: string; readonly key: string | null; readonly body: string | null };

/** Order of an event among all events. Opaque outside the adapters: adapters differ, gaps are allowed. */
export type Position = bigint;

/** The later of two positions; null is before the first. */
export const maxPosition = (a: Position | null, b: Position | null): Position | null =>
  a === null ? b : b === null ? a : a > b ? a : b;

export type Recorded<E extends Message = Message> = E & {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  readonly occurredAt: string;
  readonly tenant: Tenant;
  readonly resource: Resource;
  readonly actor: Actor;
  readonly correlationId: string;
  readonly causationId: string | null;
  readonly command: CommandMark;
  /** Null once its key is destroyed. */
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** The encrypted personal members, for views that store them instead of their content. */
  readonly sealed?: Readonly<Partial<Record<PersonalClass, Envelope>>> | null;
  /** The names of the keys of its envelopes. */
  readonly sealedWith?: readonly string[];
};

export interface Catalogue<E extends Message = Message> {
  readonly category: string;
  readonly shapes: { readonly [T in E['type']]: Shape<Extract<E, { type: T }>['data']> };
  /**
   * The key that encrypts an event's personal members, `<owner>/<generation>`: an owner is a purpose with an id, such
   * as `client:<id>`, since each purpose ends at another time. null: it has no personal members. `year` is that of the
   * record; for something that began in an earlier year the event says which.
   */
  readonly key: (streamId: string, event: E, year: number) => string | null;
  readonly resource: (streamId: string, event: E) => Resource;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any data; each shape keeps its own type
type AnyShapes = Record<string, Shape<any>>;

/** The only generation of an owner whose data ends as a whole. */
export const WHOLE = 1;

/** The calendar year (UTC) of an instant; what begins then belongs to this year for ever. */
export const yearOf = (at: string): number => Number(at.slice(0, 4));

export type EventOf<C extends { readonly shapes: AnyShapes }> = {
  [T in keyof C['shapes'] & string]: C['shapes'][T] extends Shape<infer D> ? Message<T, D> : never;
}[keyof C['shapes'] & string];

/** A catalogue of unknown events, for readers that look events up by type. */
export type AnyCatalogue = { readonly category: string; readonly shapes: AnyShapes };

/**
 * Declares the events of one kind of stream. `about` is the resource an event is filed under, the stream itself by
 * default.
 */
export const events = <const S extends AnyShapes>(
  category: string,
  shapes: S,
  key: (streamId: string, event: EventOf<{ shapes: S }>, year: number) => string | null,
  about?: (streamId: string, event: EventOf<{ shapes: S }>) => Resource,
) => ({
  category,
  shapes,
  key,
  resource: about ?? ((id: string) => ({ type: category, id: id || category })),
});

type OfCategory = Pick<AnyCatalogue, 'category'>;

/** The name of a stream of these events; the category itself where there is only one stream. */
export const streamOf = ({ category }: OfCategory, id: string): string => (id === '' ? category : `${category}-${id}`);

/** The id in the name of a stream of these events. */
export const idIn = (catalogue: OfCategory, stream: string): string => {
  if (!isStreamOf(catalogue, stream)) throw new Error(`${stream} is no stream of ${catalogue.category}`);
  return stream.slice(catalogue.category.length + 1);
};

/** The category of a stream. */
export const categoryOf = (stream: string): string => {
  const end = stream.indexOf('-');
  return end < 0 ? stream : stream.slice(0, end);
};
export const isStreamOf = ({ category }: OfCategory, stream: string): boolean => categoryOf(stream) === category;

/** The shapes of all events, by type. */
export type EventRegistry = ReadonlyMap<string, Shape<unknown>>;

export const eventRegistry = (...catalogues: readonly AnyCatalogue[]): EventRegistry =>
  new Map(catalogues.flatMap(({ shapes }) => Object.entries(shapes)));
