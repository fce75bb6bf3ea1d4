import type { AnyBulkWriteOperation, Collection, WithoutId } from 'mongodb';
import {
  newId,
  Unavailable,
  type Place,
  type Position,
  type ReadStore,
  type RowWrite,
  type ViewBatch,
} from '@dosar/kernel/runtime';
import { answered, unlessTaken } from '../mongodb';
import { mustFit, partsOf } from './mongodb-bounds';
import {
  audienceId,
  type AudienceDocument,
  nameOf,
  partId,
  type Collections,
  type RowOrTombstone,
  type Pending,
  type RemovedDocument,
  type RowDocument,
  type ViewDocument,
} from './mongodb-collections';
import { keepFormer } from './mongodb-former';

const overtaken = (names: readonly string[]) =>
  new Unavailable(`another process has written to the views ${names.join(', ')}`);

/** After a pause this long another process may have taken over: the state is read again. */
const AWAKE_MS = 2_000;

/**
 * Writes a batch to several views without a transaction, which would outlive a killed process and block all others
 * meanwhile. The writes of each view are first stored in one document with its checkpoint, only if the view is where this
 * process left it: so a second projector, or one that was taken for dead, writes nothing. Then the rows are written, each
 * unless it is newer; the checkpoints of all views move last. A batch interrupted by a crash is completed from the stored
 * writes before anything else reads the view (`complete`).
 * @param left where this process left each view
 */
export const applierTo = (collections: Collections, left: Map<string, Position | null>) => {
  const { views, parts } = collections;
  const by = newId();

  /** @throws when a view does not exist */
  const whereTheyAre = async (names: readonly string[]) => {
    const unknown = names.filter((name) => !left.has(name));
    if (unknown.length === 0) return;
    const found = await answered(views.find({ _id: { $in: unknown } }, { projection: { position: 1 } }).toArray());
    for (const { _id, position } of found) left.set(_id, position);
    for (const name of unknown) if (!left.has(name)) throw new Error(`the view ${name} was not opened`);
  };

  /** Stores the writes. A view without writes moves at once. @throws when another process has moved a view */
  const begin = async (batches: readonly ViewBatch[], { position: upTo, leaf }: Place): Promise<PendingView[]> => {
    const pending: PendingView[] = [];
    const operations: AnyBulkWriteOperation<ViewDocument>[] = [];
    for (const { view, writes, audiences, sum } of batches) {
      const summed = sum === undefined ? {} : { sum };
      const name = nameOf(view);
      const filter = { _id: { $eq: name }, position: { $eq: left.get(name)! }, pending: { $eq: null } };
      if (writes.length === 0 && audiences.size === 0) {
        operations.push({ updateOne: { filter, update: { $set: { position: upTo, leaf, ...summed } } } });
        continue;
      }
      const [first = [], ...more] = partsOf(writes);
      for (const [at, part] of more.entries()) {
        const _id = partId(name, upTo, at);
        await answered(parts.replaceOne({ _id: { $eq: _id } }, { name, writes: part }, { upsert: true }));
      }
      const { keepsFormer = false } = view;
      const kept: Pending = {
        upTo,
        leaf,
        by,
        writes: first,
        audiences: [...audiences],
        parts: more.length,
        ...(keepsFormer && { keepsFormer }),
        ...summed,
      };
      operations.push({ updateOne: { filter, update: { $set: { pending: kept } } } });
      pending.push({ ...kept, name, writes });
    }
    const { matchedCount } = await answered(views.bulkWrite(operations, { ordered: false }));
    if (matchedCount !== operations.length) throw overtaken(batches.map(({ view }) => nameOf(view)));
    return pending;
  };

  const apply: ReadStore['apply'] = async (batches, upTo) => {
    if (batches.length === 0) return;
    for (const { view, writes } of batches) for (const row of writes) mustFit(view, row);
    const names = batches.map(({ view }) => nameOf(view));
    await whereTheyAre(names);
    await complete(collections, await begin(batches, upTo));
    for (const name of names) left.set(name, upTo.position);
  };
  return apply;
};

/** The stored writes of a batch for one view. */
export type PendingView = Omit<Pending, 'parts'> & { readonly name: string; readonly parts: number };

/** The pending writes of a view, with all parts. */
const pendingOf = async ({ parts }: Collections, { _id: name, pending }: ViewDocument): Promise<PendingView | null> => {
  if (!pending) return null;
  const ids = Array.from({ length: pending.parts }, (_, at) => partId(name, pending.upTo, at));
  const found = ids.length === 0 ? [] : await answered(parts.find({ _id: { $in: ids } }).toArray());
  const writes = ids.flatMap((id) => found.find(({ _id }) => _id === id)?.writes ?? []);
  return { ...pending, name, writes: [...pending.writes, ...writes] };
};

/**
 * Takes over another process's interrupted batch: if that process is alive after all, it can neither end the batch nor begin
 * another. @returns null when nothing is left to do
 */
export const takeOver = async (collections: Collections, view: ViewDocument): Promise<PendingView | null> => {
  if (!view.pending) return null;
  const by = newId();
  const { upTo, by: other } = view.pending;
  const filter = { _id: { $eq: view._id }, 'pending.upTo': { $eq: upTo }, 'pending.by': { $eq: other } };
  const { matchedCount } = await answered(collections.views.updateOne(filter, { $set: { 'pending.by': by } }));
  const pending = matchedCount === 1 ? await pendingOf(collections, view) : null;
  return pending && { ...pending, by };
};

/**
 * Writes the rows of stored batches and moves the checkpoints. Repeating it changes nothing.
 * @param awakeMs after that long it checks whether it still owns the batch
 */
export const complete = async (
  collections: Collections,
  pending: readonly PendingView[],
  awakeMs = AWAKE_MS,
): Promise<void> => {
  if (pending.length === 0) return;
  const { views, parts } = collections;
  const names = pending.map(({ name }) => name);
  const { upTo, by } = pending[0]!;
  const filter = { _id: { $in: names }, 'pending.upTo': { $eq: upTo }, 'pending.by': { $eq: by } };
  let awakeAt = Date.now();
  for (const { name, writes, keepsFormer } of pending)
    for (const round of roundsOf(writes).flatMap(partsOf)) {
      if (Date.now() - awakeAt >= awakeMs && (await answered(views.countDocuments(filter))) !== names.length)
        throw overtaken(names);
      awakeAt = Date.now();
      if (keepsFormer) await keepFormer(collections, name, round);
      await writeRows(collections.rows(name), round);
    }
  // in order: a client must not see an older place for its part of a view than the view has
  const moving = movingAudiences(pending);
  const ended = await answered(
    views.bulkWrite([...moving, ...endingOf(pending, filter)] as AnyBulkWriteOperation<ViewDocument>[]),
  );
  // the process that took it over has completed it
  if (ended.matchedCount + ended.upsertedCount - moving.length !== names.length)
    await mustBeAt(collections, names, upTo);
  const large = pending.filter((each) => each.parts > 0).map(({ name }) => name);
  if (large.length > 0) await answered(parts.deleteMany({ name: { $in: large } }));
};

/** Checkpoints move together, except for views with a sum of their own. */
const endingOf = (pending: readonly PendingView[], filter: object) => {
  const { upTo, leaf } = pending[0]!;
  const moved = { position: upTo, leaf, pending: null };
  const summed = pending.filter(({ sum }) => sum);
  const others = pending.filter(({ sum }) => !sum);
  const named = (some: readonly PendingView[]) => ({ ...filter, _id: { $in: some.map(({ name }) => name) } });
  return [
    ...summed.map((each) => ({ updateOne: { filter: named([each]), update: { $set: { ...moved, sum: each.sum } } } })),
    ...(others.length > 0 ? [{ updateMany: { filter: named(others), update: { $set: moved } } }] : []),
  ];
};

const mustBeAt = async ({ views }: Collections, names: readonly string[], upTo: Position) => {
  const there = await answered(views.countDocuments({ _id: { $in: [...names] }, position: { $eq: upTo } }));
  if (there !== names.length) throw overtaken(names);
};

const movingAudiences = (pending: readonly PendingView[]): AnyBulkWriteOperation<AudienceDocument>[] =>
  pending.flatMap(({ name, audiences }) =>
    audiences.map(([audience, position]) => ({
      updateOne: {
        filter: { _id: { $eq: audienceId(name, audience) } },
        // a late process, whose batch another has completed, moves nothing back
        update: { $set: { name }, $max: { position } },
        upsert: true,
      },
    })),
  );

/** Rounds of writes in which each row occurs once: within a round the server may apply them in any order. */
const roundsOf = (writes: readonly RowWrite[]): RowWrite[][] => {
  const rounds: Map<string, RowWrite>[] = [];
  const times = new Map<string, number>();
  for (const write of writes) {
    const time = times.get(write.id) ?? 0;
    times.set(write.id, time + 1);
    (rounds[time] ??= new Map()).set(write.id, write);
  }
  return rounds.map((round) => [...round.values()]);
};

/** Puts or removes a row where there is none or an older one; where there is a newer one the insert fails by its id. */
const writeRows = (rows: Collection<RowOrTombstone>, writes: readonly RowWrite[]): Promise<void> =>
  unlessTaken(rows.bulkWrite(writes.map(operationOf), { ordered: false }));

const operationOf = ({
  id,
  json,
  position,
  columns,
  subjects,
  terms,
}: RowWrite): AnyBulkWriteOperation<RowOrTombstone> => {
  const filter = { _id: { $eq: id }, position: { $lt: position } };
  const replacing = (replacement: Omit<RowDocument, '_id'> | Omit<RemovedDocument, '_id'>) => ({
    replaceOne: { filter, replacement: replacement as WithoutId<RowOrTombstone>, upsert: true },
  });
  if (json === null) return replacing({ position, removedAt: new Date() });
  const shown = { json, position, subjects: [...new Set(subjects)], columns };
  return replacing(terms.length > 0 ? { ...shown, terms } : shown);
};
