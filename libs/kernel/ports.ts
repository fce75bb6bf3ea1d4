import type { Readable } from 'node:stream';
import type { Position } from './model/event';
import type { Place } from './model/place';
import type { ReadStore, RowWrite } from './read-store';
import type { Signals } from './model/signal';

export type * from './read-store';
export type { Place } from './model/place';
export type { Signal, Signals } from './model/signal';

/** A record as it is kept for ever: its canonical JSON text, and what an adapter must know without reading it. */
export type EncodedRecord = { readonly id: string; readonly type: string; readonly text: string };

export type StoredRecord = {
  readonly position: Position;
  readonly stream: string;
  readonly revision: number;
  readonly text: string;
  /** It is not what was written: what is still known of it, its leaf (base64) too if that was kept, and a sentence that names it. */
  readonly damage?:
    | { readonly id: string; readonly type: string; readonly what: string; readonly leaf?: string | undefined }
    | undefined;
};

export type Appended = { readonly revision: number; readonly position: Position };

/** What one append may hold, in every adapter. */
export const APPEND_LIMITS = { records: 100, bytes: 512 * 1024 } as const;

/** The log. Append-only: nothing is ever changed, moved or taken out. */
export interface EventStore {
  /**
   * Adds records behind revision `seen` (-1: the stream must not exist). Resolves once they are durable, to the last
   * one's place. The same records again (by id, at the same revisions) resolve to their first outcome. In a log that other
   * processes write to, one that is begun before another of its stream is answered builds on it: when that fails, both do.
   * @throws Conflict when the stream is elsewhere; Unavailable when the outcome is not known or nothing can be kept.
   */
  append(stream: string, seen: number, records: readonly EncodedRecord[]): Promise<Appended>;
  /** The records of a stream from a revision on, in batches; nothing when the stream does not exist. */
  read(stream: string, from?: number, limit?: number): AsyncIterable<readonly StoredRecord[]>;
  /** Every record after `position`, in order, in batches: first the past, then live, until aborted. */
  follow(after: Position | null, signal: AbortSignal): AsyncIterable<readonly StoredRecord[]>;
  /** The records at these positions, in their order; null where there is none. */
  at(positions: readonly Position[]): Promise<readonly (StoredRecord | null)[]>;
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

/** A mail server is there and refuses this address, for good or for now: no other letter is concerned. */
export class LetterRefused extends Error {
  override readonly name = 'LetterRefused';

  constructor(
    message: string,
    readonly isForNow: boolean,
  ) {
    super(message);
  }
}

/** A row that a view cannot keep: that view stops, the others go on. Nothing of what was to be written was. */
export class UnwritableRow extends Error {
  override readonly name = 'UnwritableRow';

  constructor(
    readonly view: string,
    row: Pick<RowWrite, 'id' | 'position'>,
    why: string,
  ) {
    super(`the view ${view} cannot keep the row ${row.id}: ${why}`);
    this.position = row.position;
  }

  /** Of the event that wrote it. */
  readonly position: Position;
}

/** The last record that was folded. */
export type SnapshotPlace = Place & { readonly revision: number };
export type Snapshot = SnapshotPlace & { readonly parts: AsyncIterable<string> };

/** Folded states, to begin reading a long stream near its end. Always rebuildable, so losing one costs only time. */
export interface Snapshots {
  /** The newest one that is whole. */
  get(stream: string): Promise<Snapshot | null>;
  /** Puts a snapshot in the place of an older one, once all its parts have come; an older one than is kept is passed over. */
  put(stream: string, place: SnapshotPlace, parts: AsyncIterable<string>): Promise<void>;
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

export type BlobInfo = { readonly id: string; readonly size: number };
export type StoredBlob = { readonly id: string; readonly size: number; readonly writtenAt: Date };
export type ByteRange = { readonly start: number; /** inclusive */ readonly end: number };

/** The bytes of documents, sealed, under random ids. */
export interface BlobStore {
  /** Resolves once the bytes are durable; on an error of the source nothing is kept. */
  put(source: AsyncIterable<Buffer>): Promise<BlobInfo>;
  /** @returns null for an unknown id. Of a range as much as there is. */
  open(id: string, range?: ByteRange): Promise<Readable | null>;
  remove(id: string): Promise<void>;
  all(): AsyncIterable<StoredBlob>;
  close(): Promise<void>;
}

export type Letter = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** The same letter once more has the same. */
  readonly id?: string;
  /** Where a POST says that no more of these are wanted (RFC 8058). */
  readonly unsubscribe?: string;
};

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
