import type { Collection } from 'mongodb';
import { indexOfTile, isLonger, TILE_WIDTH, type Ledger, type SignedHead, type Tile } from '@dosar/kernel/runtime';
import { answered, each, isTaken, openMongo } from '../mongodb';
import { packed, unpacked } from './sqlite';

/** Numbers as the driver gives them: whole ones are bigints. */
type Whole = number | bigint;
type Head = Omit<SignedHead, 'number' | 'size'> & { readonly _id: string; number: Whole; size: Whole };
type StoredTile = { readonly _id: string; readonly hashes: string };
type Row = { readonly _id: string; readonly origin: string; first: Whole; position: bigint; positions: string };

/** Bytes are stored in base64. */
const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64');
const idOf = (origin: string, name: string | number) => `${origin} ${name}`;
const headOf = ({ origin, number, size, root, position, at, note }: Head): SignedHead => ({
  origin,
  number: Number(number),
  size: Number(size),
  root,
  position: BigInt(position),
  at,
  note,
});

/** Heads and tiles in collections beside the views. An answer means that the majority has them in its journal. */
export const mongoLedger = async (url: string): Promise<Ledger> => {
  const mongo = await openMongo(url, 'DOSAR_MONGODB_URL');
  const options = { readConcern: { level: 'majority' } } as const;
  const heads = mongo.db.collection<Head>('ledger-heads', options);
  const tiles = mongo.db.collection<StoredTile>('ledger-tiles', options);
  const places = mongo.db.collection<Row>('ledger-places', options);
  await answered(heads.createIndexes([{ key: { origin: 1, number: -1 } }, { key: { origin: 1, size: 1 } }]));
  await answered(places.createIndex({ origin: 1, position: -1 }));

  const hashesOf = async (origin: string, name: string) => {
    const found = await answered(tiles.findOne({ _id: { $eq: idOf(origin, name) } }));
    return found ? bytesOf(found.hashes) : null;
  };
  const firstOf = async (filter: object, sort: Record<string, 1 | -1>) => {
    const found = await answered(heads.findOne(filter, { sort }));
    return found ? headOf(found) : null;
  };
  const newest = (origin: string) => firstOf({ origin: { $eq: origin } }, { number: -1 });

  return {
    newest,
    async heads(origin, before, limit) {
      const filter = { origin: { $eq: origin }, ...(before !== null && { number: { $lt: before } }) };
      const found: SignedHead[] = [];
      for await (const head of each(heads.find(filter).sort({ number: -1 }).limit(limit))) found.push(headOf(head));
      return found;
    },
    covering: (origin, size) => firstOf({ origin: { $eq: origin }, size: { $gte: size } }, { size: 1, number: 1 }),
    putTiles: (origin, some) => putAll({ tiles, places, hashesOf }, origin, some),
    async release(head) {
      if (((await newest(head.origin))?.number ?? 0) >= head.number) return false;
      try {
        await answered(heads.insertOne({ _id: idOf(head.origin, head.number), ...head }));
        return true;
      } catch (error) {
        if (!isTaken(error)) throw error;
        // an insertion that was tried again by the driver, or the head of another process
        return (await firstOf({ _id: { $eq: idOf(head.origin, head.number) } }, { number: -1 }))?.note === head.note;
      }
    },
    tiles: (origin, names) => Promise.all(names.map((name) => hashesOf(origin, name))),
    async placed(origin, position) {
      const filter = { origin: { $eq: origin }, position: { $lte: position } };
      const found = await answered(places.findOne(filter, { sort: { position: -1 } }));
      return found ? { first: Number(found.first), positions: unpacked(bytesOf(found.positions)) } : null;
    },
    async thin(origin, before) {
      let hour = '';
      const old = { origin: { $eq: origin }, at: { $lt: before } };
      for await (const { _id, at } of each(heads.find(old).sort({ number: -1 }))) {
        if (at.slice(0, 13) === hour) await answered(heads.deleteOne({ _id: { $eq: _id } }));
        hour = at.slice(0, 13);
      }
    },
    close: mongo.close,
  };
};

type Collections = {
  readonly tiles: Collection<StoredTile>;
  readonly places: Collection<Row>;
  readonly hashesOf: (origin: string, name: string) => Promise<Buffer | null>;
};

const putAll = async (
  { tiles, places, hashesOf }: Collections,
  origin: string,
  some: readonly Tile[],
): Promise<void> => {
  for (const { name, hashes, positions } of some) {
    if (isLonger(await hashesOf(origin, name), hashes)) continue;
    const _id = idOf(origin, name);
    const kept = { hashes: hashes.toString('base64') };
    await answered(tiles.updateOne({ _id: { $eq: _id } }, { $set: kept }, { upsert: true }));
    if (!positions) continue;
    const first = indexOfTile(name) * TILE_WIDTH;
    const row = { origin, first, position: positions[0]!, positions: packed(positions).toString('base64') };
    await answered(places.updateOne({ _id: { $eq: _id } }, { $set: row }, { upsert: true }));
  }
};
