import { z } from 'zod';
import type { Message } from './message';

/** Who acts. A role is what it was at that time; names are never part of it. */
export type Actor = {
  readonly kind: 'user' | 'system';
  readonly id: string;
  readonly role: string | null;
  readonly sessionId: string | null;
};

/** Whose data an event is about, as at that time; both null for the installation. */
export type Tenant = { readonly firmId: string | null; readonly clientId: string | null };

export type Resource = { readonly type: string; readonly id: string };

/** Who asked, from where, and because of what. Filled once at the edge, written on every event. */
export type Origin = {
  readonly actor: Actor;
  readonly tenant: Tenant;
  readonly correlationId: string;
  readonly causationId: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
};

/** Which asking caused it, so that asking again does nothing: HMACs of its idempotency key and of what it asked for. */
export type CommandMark = { readonly key: string; readonly body: string };

/** Order of an event among all events. Opaque outside the adapters: keepers differ, gaps are allowed. */
export type Position = bigint;

/** The later of two places; null is before the first. */
export const later = (a: Position | null, b: Position | null): Position | null =>
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
  readonly causationId: string;
  readonly command: CommandMark;
  /** Read as null once its key is destroyed. */
  readonly ip: string | null;
  readonly userAgent: string | null;
};

const personalFields = z.registry<{ readonly personal: true }>();

/** Marks a field as personal data: it is stored encrypted, and is read as `null` once its key is destroyed. */
export const personal = <S extends z.ZodType>(schema: S): z.ZodNullable<S> => {
  const marked = z.nullable(schema);
  personalFields.add(marked, { personal: true });
  return marked;
};

/** Where the personal fields of a schema are: here, under these names, or in each item. */
export type Mask = 'here' | { readonly names: Readonly<Record<string, Mask>> } | { readonly items: Mask } | null;

const maskOf = (schema: z.ZodType): Mask => {
  if (personalFields.has(schema)) return 'here';
  if (schema instanceof z.ZodObject) {
    const names = Object.entries(schema.shape as Record<string, z.ZodType>)
      .map(([name, field]) => [name, maskOf(field)] as const)
      .filter(([, mask]) => mask !== null);
    return names.length > 0 ? { names: Object.fromEntries(names) } : null;
  }
  if (schema instanceof z.ZodArray) {
    const items = maskOf(schema.element as z.ZodType);
    return items === null ? null : { items };
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return maskOf(schema.unwrap() as z.ZodType);
  return null;
};

/** One event type through time: the newest schema, and how each older one becomes it. */
export interface Shape<Data> {
  readonly version: number;
  readonly mask: Mask;
  /** @throws when the data is not what that version allows: such an event cannot be digested. */
  read(data: unknown, writtenAs: number): Data;
  next<S extends z.ZodType>(schema: S, lift: (older: Data) => z.input<S>): Shape<z.output<S>>;
}

const link = <Data>(version: number, schema: z.ZodType, read: Shape<Data>['read']): Shape<Data> => ({
  version,
  mask: maskOf(schema),
  read(data, writtenAs) {
    if (writtenAs > version) throw new Error(`written as version ${writtenAs}, newest known is ${version}`);
    return read(data, writtenAs);
  },
  next: <S extends z.ZodType>(newer: S, lift: (older: Data) => z.input<S>) =>
    link<z.output<S>>(version + 1, newer, (data, writtenAs) =>
      newer.parse(writtenAs > version ? data : lift(read(data, writtenAs))),
    ),
});

export const shape = <S extends z.ZodType>(schema: S): Shape<z.output<S>> =>
  link(1, schema, (data) => schema.parse(data));

export interface Catalogue<E extends Message = Message> {
  readonly category: string;
  readonly shapes: { readonly [T in E['type']]: Shape<Extract<E, { type: T }>['data']> };
  /** The key that the personal data of an event is encrypted with, such as `client:<id>`; null where there is none. */
  readonly owner: (streamId: string, tenant: Tenant) => string | null;
  readonly resource: (streamId: string, event: E) => Resource;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any data; each shape keeps its own type
type AnyShapes = Record<string, Shape<any>>;

export type EventOf<C extends { readonly shapes: AnyShapes }> = {
  [T in keyof C['shapes'] & string]: C['shapes'][T] extends Shape<infer D> ? Message<T, D> : never;
}[keyof C['shapes'] & string];

/** Any catalogue, as those see it who read events by their type. */
export type AnyCatalogue = { readonly category: string; readonly shapes: AnyShapes };

/** The events of one kind of stream. `about` is the resource an event is filed under, the stream itself by default. */
export const events = <const S extends AnyShapes>(
  category: string,
  shapes: S,
  owner: Catalogue['owner'],
  about?: (streamId: string, event: EventOf<{ shapes: S }>) => Resource,
) => ({
  category,
  shapes,
  owner,
  resource: about ?? ((id: string) => ({ type: category, id })),
});

/** Reads any event of any catalogue by its type. */
export type Library = ReadonlyMap<string, Shape<unknown>>;

export const libraryOf = (...catalogues: readonly AnyCatalogue[]): Library =>
  new Map(catalogues.flatMap(({ shapes }) => Object.entries(shapes)));
