import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { CHUNK_BYTES, chunkOpener, chunkSealer, DamagedBytes, sealedSpanOf } from './chunk-cipher';
import { Damaged, REMEDY } from '../model/damage';
import { keyNamedBy, openMember } from './envelope';
import { randomOf } from '../log/ids';
import type { Keyring } from './keyring';
import type { SealedDocument } from '../model/sealed-document';
import { Unavailable, type BlobStore, type ByteRange } from '../ports';

export type { SealedDocument };

/** Stored bytes that no record names yet, with their key. */
export type SealedBytes = { readonly id: string; readonly size: number; readonly bytesKey: string };
export type StoredBytes = SealedBytes & { readonly sha256: string };

/** The part that the record keeps encrypted. */
type Content = { readonly bytesKey: string; readonly sha256: string };

/** Called for a document whose bytes are not those of its record. */
export type OnDamage = (document: SealedDocument, damage: DamagedBytes) => void;

const KEY_BYTES = 32;

const DAY_MS = 24 * 60 * 60 * 1000;
/** For how many documents the time of their last hash comparison is remembered. */
const MOST_COMPARED = 10_000;

/**
 * When the hash of each whole document was last compared with its record. Each chunk is authenticated whenever it is
 * read; comparing the hash as well takes half as much time again and adds nothing within the same day.
 */
const comparisons = () => {
  const at = new Map<string, number>();
  return {
    isDue: (document: string) => Date.now() - (at.get(document) ?? -Infinity) >= DAY_MS,
    done: (document: string) => {
      at.delete(document);
      at.set(document, Date.now());
      if (at.size > MOST_COMPARED) at.delete(at.keys().next().value!);
    },
  };
};
type Comparisons = ReturnType<typeof comparisons>;

/** The bytes of documents, each encrypted with a random key of its own: the blob store cannot read them. */
export type Documents = {
  /** Resolves once the bytes are durable; when the source fails nothing is stored. */
  put(source: AsyncIterable<Buffer>): Promise<StoredBytes>;
  /**
   * @returns null when its key was destroyed. @throws DamagedBytes when its first bytes are not what was encrypted;
   * Damaged, Unavailable
   */
  open(document: SealedDocument, range?: ByteRange): Promise<Readable | null>;
  /** The same for bytes that no record names yet. */
  openBytes(kept: SealedBytes): Promise<Readable>;
  /**
   * Key and hash of its bytes, for another record that names them; null when they were destroyed. @throws Damaged,
   * Unavailable
   */
  contentOf(document: SealedDocument): Promise<Content | null>;
  /** For bytes that no record names, once whoever stored them does not need them. */
  remove(blobId: string): Promise<void>;
};

export const documentBytes = (
  blobs: Pick<BlobStore, 'put' | 'open' | 'remove'>,
  keyring: Keyring,
  onDamage: OnDamage,
): Documents => {
  const compared = comparisons();
  const contentOf = async ({ eventId, sealed }: SealedDocument): Promise<Content | null> => {
    if (sealed === null) throw new DamagedBytes('no record says what opens it');
    const name = keyNamedBy(sealed);
    await keyring.fetch([name]);
    const key = keyring.key(name);
    if (key === 'destroyed') return null;
    if (key === 'missing') throw new Damaged(`the key ${name} is missing from the vault: ${REMEDY.vault}`);
    try {
      return openMember(key, eventId, 'content', sealed) as Content;
    } catch (error) {
      throw new DamagedBytes('what opens it is not what its record said', { cause: error });
    }
  };

  const open = async (document: SealedDocument, range?: ByteRange): Promise<Readable | null> => {
    const damaged = (error: unknown): void => {
      if (error instanceof DamagedBytes) onDamage(document, error);
    };
    const content = await contentOf(document).catch((error: unknown) => {
      damaged(error);
      throw error;
    });
    if (content === null) return null;
    const { blobId, size } = document;
    const kept = { id: blobId, size, bytesKey: content.bytesKey };
    const hash = hashToCompare(compared, { blobId, range, sha256: content.sha256 });
    return opened(blobs, { kept, range: range ?? null, hash }, damaged);
  };

  return {
    async put(source) {
      const key = randomOf(KEY_BYTES);
      const told = { size: 0, sha256: '' };
      const { id } = await blobs.put(sealing(key, source, told));
      return { id, ...told, bytesKey: key.toString('base64url') };
    },
    open,
    contentOf,
    openBytes: (kept) => opened(blobs, { kept, range: null, hash: null }, () => undefined),
    remove: (blobId) => blobs.remove(blobId),
  };
};

async function* sealing(key: Buffer, source: AsyncIterable<Buffer>, told: { size: number; sha256: string }) {
  const sealer = chunkSealer(key);
  const sha256 = createHash('sha256');
  for await (const bytes of source) {
    sha256.update(bytes);
    told.size += bytes.length;
    yield* sealer.push(bytes);
  }
  told.sha256 = sha256.digest('hex');
  yield* sealer.end();
}

/** How the stored bytes of a document are read. */
type Opening = {
  readonly kept: SealedBytes;
  readonly range: ByteRange | null;
  /** Compared at the end of a full read; null where the hash is not known or was compared recently. */
  readonly hash: ComparedHash | null;
};

type ComparedHash = { readonly update: (bytes: Buffer) => void; /** @throws DamagedBytes */ readonly end: () => void };

type HashOf = { readonly blobId: string; readonly range: ByteRange | undefined; readonly sha256: string };

const hashToCompare = (compared: Comparisons, { blobId, range, sha256 }: HashOf): ComparedHash | null => {
  const document = `${blobId} ${sha256}`;
  if (range !== undefined || !compared.isDue(document)) return null;
  const hash = createHash('sha256');
  return {
    update: (bytes) => void hash.update(bytes),
    end: () => {
      if (hash.digest('hex') !== sha256) throw new DamagedBytes('its hash is not the one in its record');
      compared.done(document);
    },
  };
};

/** Codes by which a disk says that stored bytes are unreadable; every other failure to read is an outage. */
const UNREADABLE = new Set(['EIO', 'EBADMSG', 'ENODATA', 'EUCLEAN', 'EISDIR']);

const asFound = (error: Error & { readonly code?: string }): Error => {
  if (error instanceof Unavailable) return error;
  if (UNREADABLE.has(error.code ?? ''))
    return new DamagedBytes(`they cannot be read (${error.code})`, { cause: error });
  return new Unavailable(`the store of documents: ${error.message}`, { cause: error });
};

/** How many bytes are read ahead of the reader. */
const AHEAD_BYTES = 4 * CHUNK_BYTES;

/**
 * The document as a stream whose first chunk was read and verified: missing or exchanged bytes are noticed before a
 * response begins.
 */
const opened = async (
  blobs: Pick<BlobStore, 'open'>,
  opening: Opening,
  onError: (error: unknown) => void,
): Promise<Readable> => {
  const { kept, range } = opening;
  const source = await blobs.open(kept.id, range ? sealedSpanOf(kept.size, range) : undefined);
  if (!source) {
    const missing = new DamagedBytes('its bytes are missing');
    onError(missing);
    throw missing;
  }
  return new Promise((resolve, reject) => {
    const bytes = streamOf(source, opening, () => resolve(bytes));
    // the reader gets the error, too; before it listens somebody else must
    bytes.on('error', (error) => {
      onError(error);
      reject(error);
    });
  });
};

/** @param onBegun called once the first chunk was read and verified */
const streamOf = (source: Readable, { kept, range, hash }: Opening, onBegun: () => void): Readable => {
  const opener = chunkOpener(Buffer.from(kept.bytesKey, 'base64url'), kept.size, range);
  const bytes = new Readable({
    highWaterMark: AHEAD_BYTES,
    read: () => void source.resume(),
    destroy(error, done) {
      source.destroy();
      done(error);
    },
  });
  const orDestroy = (work: () => void) => {
    try {
      work();
    } catch (error) {
      bytes.destroy(error as Error);
    }
  };
  const take = (chunk: Buffer) => {
    let isWanted = true;
    for (const plain of opener.push(chunk)) {
      hash?.update(plain);
      isWanted = bytes.push(plain);
      onBegun();
    }
    if (!isWanted) source.pause();
  };
  const end = () => {
    const last = opener.end();
    hash?.update(last);
    hash?.end();
    if (last.length > 0) bytes.push(last);
    bytes.push(null);
    onBegun();
  };
  source.on('data', (chunk: Buffer) => orDestroy(() => take(chunk)));
  source.on('end', () => orDestroy(end));
  source.on('error', (error) => bytes.destroy(asFound(error)));
  source.on('close', () => source.readableEnded || bytes.destroy(asFound(new Error('it ended early'))));
  return bytes;
};
