import type { Readable } from 'node:stream';
import type { Position } from './event';

/** A record as it is kept for ever: its canonical JSON text, and what a keeper must know without reading it. */
export type SealedRecord = { readonly id: string; readonly type: string; readonly text: string };

export type StoredRecord = {
  readonly position: Position;
  readonly stream: string;
  readonly revision: number;
  readonly text: string;
};

export type Appended = { readonly revision: number; readonly position: Position };

/** What one append may hold, in every keeper. */
export const APPEND_LIMITS = { records: 100, bytes: 512 * 1024 } as const;

/** The log. Append-only: nothing is ever changed, moved or taken out. */
export interface EventStore {
  /**
   * Adds records behind revision `seen` (-1: the stream must not exist). Resolves once they are durable, to the last
   * one's place. The same records again (by id, at the same revisions) resolve to their first outcome.
   * @throws Conflict when the stream is elsewhere; Unavailable when the outcome is not known or nothing can be kept.
   */
  append(stream: string, seen: number, records: readonly SealedRecord[]): Promise<Appended>;
  /** The records of a stream from a revision on, in batches; nothing when the stream does not exist. */
  read(stream: string, from?: number, limit?: number): AsyncIterable<readonly StoredRecord[]>;
  /** Every record after `position`, in order, in batches: first the past, then live, until aborted. */
  follow(after: Position | null, signal: AbortSignal): AsyncIterable<readonly StoredRecord[]>;
  /** Position of the newest record, null while there is none. */
  head(): Promise<Position | null>;
  close(): Promise<void>;
}

/** Somebody else appended first. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
}

/** A backing service does not answer, or answered that it cannot keep anything now. The outcome may be unknown. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

export type Snapshot = { readonly revision: number; readonly text: string };

/** Folded states, to begin reading a long stream near its end. Always rebuildable, so losing one costs only time. */
export interface Snapshots {
  get(stream: string): Promise<Snapshot | null>;
  /** An older one than is kept is passed over. */
  put(stream: string, snapshot: Snapshot): Promise<void>;
  close(): Promise<void>;
}

export type ColumnValue = string | number | null;

/** A view as a keeper sees it: rows of JSON by id, with columns beside them to look them up and sort them by. */
export type ViewSpec = {
  readonly view: string;
  readonly version: number;
  readonly columns: Readonly<Record<string, 'text' | 'integer'>>;
  readonly indexes: readonly (readonly string[])[];
};

export type Row = { readonly id: string; readonly json: string; readonly position: Position };

export type Condition =
  | ColumnValue
  | { readonly in: readonly ColumnValue[] }
  | { readonly from?: string | number; readonly below?: string | number }
  | { readonly contains: string }
  | { readonly not: ColumnValue };

/** By column; every view has the column `id`. */
export type Where = Readonly<Record<string, Condition>>;

export type Find = {
  readonly where: Where;
  /** By columns; rows that are equal in all of them come in the order of their ids. */
  readonly order?: readonly (readonly [column: string, direction: 'asc' | 'desc'])[];
  readonly limit?: number;
  readonly skip?: number;
};

export type RowWrite = {
  readonly id: string;
  /** null: the row is taken out. */
  readonly json: string | null;
  readonly columns: Readonly<Record<string, ColumnValue>>;
  /** Ids of the people, clients and firms whose names the row shows. */
  readonly subjects: readonly string[];
  /** Position of the event that wrote it. */
  readonly position: Position;
};

export type ViewBatch = {
  readonly view: ViewSpec;
  readonly writes: readonly RowWrite[];
  /** Whose part of the view changed, and where last. */
  readonly audiences: ReadonlyMap<string, Position>;
};

export interface RowReads {
  get(view: ViewSpec, id: string): Promise<Row | null>;
  find(view: ViewSpec, find: Find): Promise<readonly Row[]>;
  /** The rows that show this person, client or firm. */
  bySubject(view: ViewSpec, subject: string): Promise<readonly Row[]>;
}

/** The views. A cache of the log: all of it can be filled again from the first event. */
export interface ReadStore extends RowReads {
  /** Makes room for these views where there is none yet. */
  open(views: readonly ViewSpec[]): Promise<void>;
  /** The rows of exactly this version, filled or not: what its projector goes on from. */
  readonly own: RowReads;
  count(view: ViewSpec, where: Where): Promise<number>;
  /** How far this version of the view has come; null before its first event. */
  position(view: ViewSpec): Promise<Position | null>;
  /** False while this version is being filled aside: until then its older version, if any, is what is read. */
  settled(view: ViewSpec): Promise<boolean>;
  /** Where the view last changed for this client or user; null when it never did. */
  audience(view: ViewSpec, audience: string): Promise<Position | null>;
  /** Writes rows and moves the checkpoints of these views to `upTo`: both or neither. Older writes than a row's are ignored. */
  apply(batches: readonly ViewBatch[], upTo: Position): Promise<void>;
  /** This version of the view is filled: it is what is read from now on, and older versions go. */
  settle(view: ViewSpec): Promise<void>;
  close(): Promise<void>;
}

/** Secrets that must be able to disappear: keys of personal data, credentials, tokens, e-mails in use. */
export interface Vault {
  get(key: string): Promise<string | null>;
  /** @returns false when the key is taken: nothing was changed. */
  putIfAbsent(key: string, value: string): Promise<boolean>;
  /** @returns false when the value is not `expected` (any more): nothing was changed. */
  replaceIf(key: string, expected: string, value: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  all(prefix: string): AsyncIterable<readonly [key: string, value: string]>;
  close(): Promise<void>;
}

export type BlobInfo = { readonly id: string; readonly size: number; readonly sha256: string };
export type ByteRange = { readonly start: number; /** inclusive */ readonly end: number };

/** The bytes of documents, under random ids. */
export interface BlobStore {
  /** Resolves once the bytes are durable; on an error of the source nothing is kept. */
  put(source: Readable): Promise<BlobInfo>;
  /** @returns null for an unknown id. */
  open(id: string, range?: ByteRange): Promise<Readable | null>;
  remove(id: string): Promise<void>;
  all(): AsyncIterable<{ readonly id: string; readonly writtenAt: Date }>;
  close(): Promise<void>;
}

/**
 * A wake-up, never the truth: it names what moved and carries no content. Losing one costs time, not data. `reacted`:
 * what follows from all events up to there is appended, the newest of it where it says.
 */
export type Signal =
  | {
      readonly kind: 'moved';
      readonly views: readonly string[];
      readonly position: string;
      readonly audiences: readonly string[];
    }
  | { readonly kind: 'reacted'; readonly position: string; readonly appended: string | null }
  | { readonly kind: 'stopped'; readonly view: string; readonly position: string; readonly eventId: string };

export interface Signals {
  send(signal: Signal): void;
  /** @returns how to stop listening. */
  listen(listener: (signal: Signal) => void): () => void;
  /** Resolves when signals reach other processes. @throws Unavailable when they do not: then views are asked instead. */
  reach(): Promise<void>;
  close(): Promise<void>;
}

export type Letter = { readonly to: string; readonly subject: string; readonly text: string; readonly html?: string };

export interface Mail {
  /** Resolves when the message is handed over. */
  send(letter: Letter): Promise<void>;
  close(): Promise<void>;
}

/** A company as a public register knows it. */
export type Company = {
  readonly name: string;
  readonly taxId: string;
  readonly registrationNumber: string | null;
  /** YYYY-MM-DD */
  readonly registeredOn: string | null;
  readonly address: string | null;
  readonly phone: string | null;
  readonly isVatPayer: boolean;
  readonly isInactive: boolean;
};

/** A public register of companies. */
export interface Companies {
  /** @returns null for a company that it does not know. @throws Unavailable */
  find(taxId: string): Promise<Company | null>;
}

export type Ports = {
  readonly events: EventStore;
  readonly snapshots: Snapshots;
  readonly reads: ReadStore;
  readonly vault: Vault;
  readonly blobs: BlobStore;
  readonly signals: Signals;
  readonly mail: Mail;
  /** null where none is asked: an installation may have no way out. */
  readonly companies: Companies | null;
};
