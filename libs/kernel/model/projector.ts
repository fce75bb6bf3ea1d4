import { destroyedBy, DESTROYING, type NamedKey } from './destruction';
import type { Recorded } from './event';
import type { DataOf, Message } from './message';
import type { ColumnValue, Find, ViewSpec } from '../ports';

/** What a projector wants done to its view: whole rows put in place or taken out, so doing it twice changes nothing. */
export type Write<R> = {
  readonly id: string;
  readonly row: R | null;
  /** What the row is found by and does not say. */
  readonly columns?: Readonly<Record<string, ColumnValue>>;
  readonly terms?: readonly string[];
};

export const put = <R>(id: string, row: R, by: Pick<Write<R>, 'columns' | 'terms'> = {}): Write<R> => ({
  id,
  row,
  ...by,
});
export const remove = (id: string): Write<never> => ({ id, row: null });

/** The projector's own view as it stands just before the event. */
export interface Rows<R> {
  get(id: string): Promise<R | null>;
  find(find: Find): Promise<readonly R[]>;
  /** The rows that show this person, client or firm. */
  bySubject(subject: string): Promise<readonly R[]>;
}

export type Writes<R> = Write<R> | readonly Write<R>[];

export interface Projector<E extends Message, R> extends ViewSpec {
  readonly on: {
    readonly [T in E['type']]?: (
      data: DataOf<E, T>,
      event: Recorded<Extract<E, { type: T }>>,
      rows: Rows<R>,
    ) => Writes<R> | Promise<Writes<R>>;
  };
  /** For the rare view of everything, such as the audit. */
  readonly every?: (event: Recorded, rows: Rows<R>) => Writes<R> | Promise<Writes<R>>;
  /** What of its rows goes with a key that is destroyed, by the purpose of that key: the rows are then as if nobody had ever read it. */
  readonly forgets?: {
    readonly [purpose: string]: (key: NamedKey, rows: Rows<R>) => Writes<R> | Promise<Writes<R>>;
  };
  /** Of a view with a row for each event, called as the event's position: those of its rows that are made again without a key. */
  readonly madeAgain?: (key: NamedKey) => readonly Find[];
  readonly columnsOf: (row: R) => Readonly<Record<string, ColumnValue>>;
  /** Ids of those whose names the row shows: it is written again when a name changes. */
  readonly subjectsOf?: (row: R) => readonly string[];
  /** The client or user whose part of the view this row is. */
  readonly audienceOf?: (row: R) => string | null;
  /**
   * `unread`: it needs no personal data, and is handed none. `if readable`: it goes on without what cannot be opened. Else
   * the view stops at an event whose personal data cannot be opened.
   */
  readonly personal?: 'unread' | 'if readable';
  /** The row that it looks at because of an event, if that is known before: those of a batch are then read at once. */
  readonly looksAt?: (event: Pick<Recorded, 'command' | 'resource' | 'type'>) => string | null;
  /** The kind of thing that each row is: what it is called now, and what members of its events are called where they are shown. */
  readonly resource?: {
    readonly type: string;
    readonly nameOf: (row: R) => string | null;
    readonly members?: Readonly<Record<string, string>>;
  };
  /** Its rows decide who may do what: they bear a keyed sum, and are not believed without it. */
  readonly isSummed?: true;
  /** false: calls do not wait until it includes what they wrote. */
  readonly isWaitedFor?: false;
}

/** A projector of any events and rows, as the runner sees it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each projector keeps its own types
export type AnyProjector = Projector<any, any>;

type React = (data: unknown, event: Recorded, rows: Rows<unknown>) => Writes<unknown> | Promise<Writes<unknown>>;

const isList = (writes: Writes<unknown>): writes is readonly Write<unknown>[] => Array.isArray(writes);
const listOf = (writes: Writes<unknown>) => (isList(writes) ? writes : [writes]);

/** Whether this projector has anything to say to that event. */
export const concerns = (projector: AnyProjector, type: string): boolean =>
  projector.every !== undefined ||
  projector.on[type] !== undefined ||
  (type === DESTROYING && projector.forgets !== undefined);

export const writesOf = async (
  projector: AnyProjector,
  event: Recorded,
  rows: Rows<unknown>,
): Promise<readonly Write<unknown>[]> => {
  const react = projector.on[event.type] as React | undefined;
  const writes = react ? [...listOf(await react(event.data, event, rows))] : [];
  const key = destroyedBy(event);
  const forget = key && projector.forgets?.[key.purpose];
  if (forget) writes.push(...listOf(await forget(key, rows)));
  return projector.every ? [...writes, ...listOf(await projector.every(event, rows))] : writes;
};
