import type { Collection } from 'mongodb';
import { newId, type SnapshotPlace, type Snapshots } from '@dosar/kernel/runtime';
import { answered, each, isTaken, openMongo } from '../mongodb';

/** A document has at most 16 MiB, and a UTF-16 code unit up to three bytes. */
const PIECE_LENGTH = 3_500_000;
/** How many pieces are sent together. */
const TOGETHER = { length: 2_000_000, pieces: 1_000 } as const;

type Head = SnapshotPlace & { readonly _id: string; readonly token: string; readonly pieces: number };
/** A part of a snapshot, or a piece of one that is too large for a document. `token` identifies one put. */
type Piece = {
  readonly _id: string;
  readonly stream: string;
  readonly token: string;
  readonly revision: number;
  readonly at: number;
  readonly text: string;
  readonly isLast: boolean;
};

/** Snapshots in pieces; the head is written when all pieces are stored. */
export const mongoSnapshots = async (url: string): Promise<Snapshots> => {
  const mongo = await openMongo(url, 'DOSAR_MONGODB_URL');
  const heads = mongo.db.collection<Head>('snapshots');
  const pieces = mongo.db.collection<Piece>('snapshot-pieces');
  const indexes = [{ key: { token: 1, at: 1 } }, { key: { stream: 1, revision: 1 } }] as const;
  await answered(pieces.createIndexes([...indexes], { commitQuorum: 'majority' }));

  const headOf = (stream: string) => answered(heads.findOne({ _id: { $eq: stream } }));
  const drop = (token: string) => answered(pieces.deleteMany({ token: { $eq: token } }));

  /** @returns false when a newer one is stored. */
  const move = async (stream: string, to: Omit<Head, '_id'>): Promise<boolean> => {
    const filter = { _id: { $eq: stream }, revision: { $lt: to.revision } };
    try {
      await answered(heads.updateOne(filter, { $set: to }, { upsert: true }));
      return true;
    } catch (error) {
      if (isTaken(error)) return false;
      throw error;
    }
  };

  const put = async (stream: string, { revision, position, leaf }: SnapshotPlace, parts: AsyncIterable<string>) => {
    const token = newId();
    try {
      const count = await keepAll(pieces, { stream, token, revision }, parts);
      if (!(await move(stream, { revision, position, leaf, token, pieces: count }))) await drop(token);
    } catch (error) {
      await drop(token).catch(() => undefined); // otherwise the next put removes it
      throw error;
    }
    const older = { stream: { $eq: stream }, revision: { $lt: revision } };
    await answered(pieces.deleteMany(older));
  };

  return {
    async get(stream) {
      const head = await headOf(stream);
      if (!head) return null;
      const { revision, position, leaf } = head;
      return { revision, position, leaf, parts: partsOf(pieces, head) };
    },
    async put(stream, place, parts) {
      const kept = await headOf(stream);
      if (!kept || kept.revision < place.revision) await put(stream, place, parts);
    },
    close: mongo.close,
  };
};

/** @returns the number of pieces. */
const keepAll = async (
  pieces: Collection<Piece>,
  of: Pick<Piece, 'stream' | 'token' | 'revision'>,
  parts: AsyncIterable<string>,
): Promise<number> => {
  let count: number = 0;
  let waiting: Piece[] = [];
  let length: number = 0;
  const send = async () => {
    if (waiting.length > 0) await answered(pieces.insertMany(waiting));
    [waiting, length] = [[], 0];
  };
  for await (const part of parts)
    for (const [text, isLast] of cut(part)) {
      waiting.push({ _id: `${of.token}/${count}`, ...of, at: count, text, isLast });
      count += 1;
      length += text.length;
      if (length >= TOGETHER.length || waiting.length >= TOGETHER.pieces) await send();
    }
  await send();
  return count;
};

/** The parts of a snapshot. @throws when it is replaced before all were read */
const partsOf = async function* (pieces: Collection<Piece>, { _id, token, pieces: count }: Head) {
  let found = 0;
  let part = '';
  for await (const { text, isLast } of each(pieces.find({ token: { $eq: token } }).sort({ at: 1 }))) {
    part += text;
    found += 1;
    if (!isLast) continue;
    yield part;
    part = '';
  }
  if (found < count) throw new Error(`the snapshot of ${_id} was replaced while it was read`);
};

const isFirstHalf = (code: number) => code >= 0xd800 && code < 0xdc00;

/** The pieces of a text that fit into documents. A surrogate pair is never cut. */
const cut = function* (text: string): Generator<readonly [piece: string, isLast: boolean]> {
  let at = 0;
  while (text.length - at > PIECE_LENGTH) {
    const end = at + PIECE_LENGTH - (isFirstHalf(text.charCodeAt(at + PIECE_LENGTH - 1)) ? 1 : 0);
    yield [text.slice(at, end), false];
    at = end;
  }
  yield [text.slice(at), true];
};
