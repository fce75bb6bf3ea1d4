import type { Snapshots } from '@dosar/kernel';
import { answered, isTaken, openMongo } from '../mongodb';

/** A document may have 16 MiB, and a character up to four bytes. */
const PART_LENGTH = 3_500_000;

type Head = { readonly _id: string; readonly revision: number; readonly parts: number };
type Part = { readonly _id: string; readonly text: string };

/** Snapshots in parts, since one may be larger than a document; the head is written when all of them are there. */
export const mongoSnapshots = async (url: string): Promise<Snapshots> => {
  const mongo = await openMongo(url, 'DOSAR_MONGODB_URL');
  const heads = mongo.db.collection<Head>('snapshots');
  const parts = mongo.db.collection<Part>('snapshot-parts');
  const headOf = (stream: string) => heads.findOne({ _id: { $eq: stream } });
  const partsOf = (stream: string, revision: number, count: number) =>
    Array.from({ length: count }, (_, at) => `${stream}/${revision}/${at}`);
  const drop = (ids: readonly string[]) => parts.deleteMany({ _id: { $in: [...ids] } });

  /** @returns false when a newer one is kept. */
  const move = async (stream: string, revision: number, count: number): Promise<boolean> => {
    const filter = { _id: { $eq: stream }, revision: { $lt: revision } };
    try {
      await heads.updateOne(filter, { $set: { revision, parts: count } }, { upsert: true });
      return true;
    } catch (error) {
      if (isTaken(error)) return false;
      throw error;
    }
  };

  const put = async (stream: string, revision: number, text: string) => {
    const former = await headOf(stream);
    if (former && former.revision >= revision) return;
    const count = Math.max(1, Math.ceil(text.length / PART_LENGTH));
    const ids = partsOf(stream, revision, count);
    for (const [at, _id] of ids.entries()) {
      const part = text.slice(at * PART_LENGTH, (at + 1) * PART_LENGTH);
      await parts.replaceOne({ _id: { $eq: _id } }, { text: part }, { upsert: true });
    }
    if (!(await move(stream, revision, count))) await drop(ids);
    else if (former) await drop(partsOf(stream, former.revision, former.parts));
  };

  return {
    async get(stream) {
      const head = await answered(headOf(stream));
      if (!head) return null;
      const ids = partsOf(stream, head.revision, head.parts);
      const found = await answered(parts.find({ _id: { $in: ids } }).toArray());
      const texts = new Map(found.map(({ _id, text }) => [_id, text]));
      // being replaced just now: it is rebuilt, which costs only time
      if (texts.size < ids.length) return null;
      return { revision: head.revision, text: ids.map((id) => texts.get(id)).join('') };
    },
    put: (stream, { revision, text }) => answered(put(stream, revision, text)),
    close: mongo.close,
  };
};
