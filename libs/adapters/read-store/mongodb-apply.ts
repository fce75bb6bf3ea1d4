import type { AnyBulkWriteOperation, BulkWriteResult, ClientSession, Collection } from 'mongodb';
import { Unavailable, type Position, type ReadStore, type RowWrite, type ViewBatch } from '@dosar/kernel';
import { isTaken, type Mongo } from '../mongodb';
import { audienceId, nameOf, type Collections, type RowDocument } from './mongodb-collections';

const overtaken = (name: string) => new Unavailable(`another process has written to the view ${name}`);

/**
 * Writes rows and moves checkpoints. Where the server has transactions it is one; elsewhere rows come first and
 * checkpoints last, so that what a crash leaves half done is played again over rows that know their position. Nothing is
 * changed but what was read: a second projector, or one that was thought dead, is refused and begins anew where the view
 * is now. `left` says where this process left each view.
 */
export const applierTo = (
  { views, audiences, rows }: Collections,
  mongo: Pick<Mongo, 'atomically'>,
  together: boolean,
  left: Map<string, Position | null>,
): ReadStore['apply'] => {
  /** @throws when a view is not there, or not where it was left. */
  const checkpoints = async (batches: readonly ViewBatch[], session?: ClientSession) => {
    const names = batches.map(({ view }) => nameOf(view));
    const found = await views.find({ _id: { $in: names } }, { session }).toArray();
    const positions = new Map(found.map(({ _id, position }) => [_id, position]));
    for (const name of names) {
      if (!positions.has(name)) throw new Error(`the view ${name} was not opened`);
      if (left.has(name) && left.get(name) !== positions.get(name)) throw overtaken(name);
    }
    return positions;
  };

  const moveAudiences = async ({ view, audiences: moved }: ViewBatch, session?: ClientSession) => {
    const name = nameOf(view);
    const operations = [...moved].map(([audience, position]) => ({
      updateOne: {
        filter: { _id: { $eq: audienceId(name, audience) } },
        update: { $set: { name, position } },
        upsert: true,
      },
    }));
    if (operations.length > 0) await audiences.bulkWrite(operations, { session, ordered: false });
  };

  const write = async (batches: readonly ViewBatch[], upTo: Position, session?: ClientSession) => {
    const positions = await checkpoints(batches, session);
    for (const batch of batches) {
      const name = nameOf(batch.view);
      if (!(await writeRows(rows(name), batch.writes, session))) throw overtaken(name);
      await moveAudiences(batch, session);
    }
    for (const [name, position] of positions) {
      const filter = { _id: { $eq: name }, position: { $eq: position } };
      const { matchedCount } = await views.updateOne(filter, { $set: { position: upTo } }, { session });
      if (matchedCount !== 1) throw overtaken(name);
    }
  };

  return async (batches, upTo) => {
    if (batches.length === 0) return;
    if (together) await mongo.atomically((session) => write(batches, upTo, session));
    else await write(batches, upTo);
    for (const { view } of batches) left.set(nameOf(view), upTo);
  };
};

/** @returns whether all that was to be changed was still as it had been read. */
const writeRows = async (
  rows: Collection<RowDocument>,
  writes: readonly RowWrite[],
  session?: ClientSession,
): Promise<boolean> => {
  const ids = [...new Set(writes.map(({ id }) => id))];
  if (ids.length === 0) return true;
  const projection = { position: 1 };
  const found = await rows.find({ _id: { $in: ids } }, { session, projection }).toArray();
  const standing = new Map(found.map(({ _id, position }) => [_id, position]));
  const operations = [...due(writes, standing)].flatMap(([id, write]) => operationOf(write, standing.get(id)));
  if (operations.length === 0) return true;
  try {
    return changes(await rows.bulkWrite(operations, { session, ordered: false })) === operations.length;
  } catch (error) {
    if (!session && isTaken(error)) return false;
    throw error;
  }
};

/** The last write of each row that is newer than what is there, as if they were done one after the other. */
const due = (writes: readonly RowWrite[], standing: ReadonlyMap<string, Position>): Map<string, RowWrite> => {
  const positions = new Map(standing);
  const last = new Map<string, RowWrite>();
  for (const write of writes) {
    if ((positions.get(write.id) ?? -1n) >= write.position) continue;
    last.set(write.id, write);
    if (write.json === null) positions.delete(write.id);
    else positions.set(write.id, write.position);
  }
  return last;
};

const operationOf = (
  { id, json, position, columns, subjects }: RowWrite,
  former: Position | undefined,
): AnyBulkWriteOperation<RowDocument>[] => {
  const filter = { _id: { $eq: id }, position: { $eq: former } } as object;
  if (json === null) return former === undefined ? [] : [{ deleteOne: { filter } }];
  const replacement = { json, position, subjects: [...new Set(subjects)], columns };
  return former === undefined
    ? [{ insertOne: { document: { _id: id, ...replacement } } }]
    : [{ replaceOne: { filter, replacement } }];
};

const changes = ({ insertedCount, matchedCount, deletedCount }: BulkWriteResult) =>
  insertedCount + matchedCount + deletedCount;
