import type { Readable } from 'node:stream';
import type { Ledger } from './ledger/ledger';
import type { Position } from './model/event';
import type { Place } from './model/place';
import type { ReadStore, RowWrite } from './read-store';
import type { Signals } from './model/signal';

export type * from './read-store';
export type { Place } from './model/place';
export type { Signal, Signals } from './model/signal';

/** A record as stored for ever: its canonical JSON text, and what an adapter needs without parsing it. */
export type EncodedRecord = { readonly id: string; readonly type: string; readonly text: string };

export type StoredRecord = {
  readonly position: Position;
  readonly stream: string;
  readonly revision: number;
  readonly text: string;
  /**
   * Set when it is not what was written: what is still known of it, including its leaf (base64) where that is stored,
   * and a sentence that names it.
   */
  readonly damage?:
    | { readonly id: string; readonly type: string; readonly what: string; readonly leaf?: string | undefined }
    | undefined;
};

export type Appended = { readonly revision: number; readonly position: Position };

/** Limits of one append, in every adapter. */
export const APPEND_LIMITS = { records: 100, bytes: 512 * 1024 } as const;

/** The log. Append-only: nothing is ever changed, moved or removed. */
export interface EventStore {
  /**
   * Adds records behind revision `seen` (-1: the stream must not exist). Resolves once they are durable, to the last
   * one's place. The same records again (by id, at the same revisions) resolve to their first outcome. Where other
   * processes write, too, an append may begin before an earlier one of its stream is answered, and builds on it: when
   * that fails, both do.
   * @throws Conflict when the stream has another revision; Unavailable when the outcome is unknown or nothing can be
   * stored.
   */
  append(stream: string, seen: number, records: readonly EncodedRecord[]): Promise<Appended>;
  /** The records of a stream from a revision on, in batches; nothing when the stream does not exist. */
  read(stream: string, from?: number, limit?: number): AsyncIterable<readonly StoredRecord[]>;
  /** Every record after `position`, in order, in batches: first the past, then live, until aborted. */
  follow(after: Position | null, signal: AbortSignal): AsyncIterable<readonly StoredRecord[]>;
  /** The records at these positions, in their order; null where there is none. */
  at(positions: readonly Position[]): Promise<readonly (StoredRecord | null)[]>;
  /** Position of the newest record; null while there is none. */
  head(): Promise<Position | null>;
  close(): Promise<void>;
}

/** Another writer appended first. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
}

/** A backing service does not answer, or cannot store anything now. The outcome may be unknown. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** A mail server refuses this address, for good or for now: other letters are not concerned. */
export class LetterRefused extends Error {
  override readonly name = 'LetterRefused';

  constructor(
    message: string,
    readonly isForNow: boolean,
  ) {
    super(message);
  }
}

/** A row that a view cannot store: that view stops, the others continue. Nothing of its batch was written. */
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

  /** Position of the event that wrote it. */
  readonly position: Position;
}

/** The place of the last record in the state. */
export type SnapshotPlace = Place & { readonly revision: number };
export type Snapshot = SnapshotPlace & { readonly parts: AsyncIterable<string> };

/**
 * States of streams, to begin reading a long stream near its end. They can always be computed again, so losing one
 * costs only time.
 */
export interface Snapshots {
  /** The newest complete one. */
  get(stream: string): Promise<Snapshot | null>;
  /** Replaces an older snapshot, once all parts were received; one older than the stored one is ignored. */
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

/** The bytes of documents, encrypted, under random ids. */
export interface BlobStore {
  /** Resolves once the bytes are durable; when the source fails nothing is stored. */
  put(source: AsyncIterable<Buffer>): Promise<BlobInfo>;
  /** @returns null for an unknown id; of a range, as much as exists. */
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
  /** The same letter sent again has the same id. */
  readonly id?: string;
  /** The address to POST to for unsubscribing (RFC 8058). */
  readonly unsubscribe?: string;
};

export interface Mail {
  /** Resolves when the mail server has accepted it. */
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
  /** Signed heads of the log, and the hashes below them. */
  readonly ledger: Ledger;
  readonly snapshots: Snapshots;
  readonly reads: ReadStore;
  readonly vault: Vault;
  readonly blobs: BlobStore;
  readonly signals: Signals;
  readonly mail: Mail;
  /** null where no register is configured: an installation may have no access to the internet. */
  readonly companies: Companies | null;
};
