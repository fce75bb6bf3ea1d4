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

/** A process that slept for so long may have been taken for dead, and another be at work: it looks again. */
const AWAKE_MS = 2_000;

/**
 * Writes a batch to several views, without a transaction: it would outlive a process that is killed, and hold everybody
 * up meanwhile. What is to be written to a view is kept first, in one document with its checkpoint, and only if the view
 * is where it was left: so of a second projector, or one that was thought dead, nothing is written. Then the rows are
 * written, each unless it is newer; the checkpoints of all views move last. What a crash leaves half done is completed
 * from what was kept before anything else reads it (`complete`).
 * @param left where this process left each view
 */
export const applierTo = (collections: Collections, left: Map<string, Position | null>) => {
  const { views, parts } = collections;
  const by = newId();

  /** @throws when a view is not there */
  const whereTheyAre = async (names: readonly string[]) => {
    const unknown = names.filter((name) => !left.has(name));
    if (unknown.length === 0) return;
    const found = await answered(views.find({ _id: { $in: unknown } }, { projection: { position: 1 } }).toArray());
    for (const { _id, position } of found) left.set(_id, position);
    for (const name of unknown) if (!left.has(name)) throw new Error(`the view ${name} was not opened`);
  };

  /** Keeps what is to be written. A view that nothing is written to moves at once. @throws when another has moved one */
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

/** What was kept of a batch to be written to a view. */
export type PendingView = Omit<Pending, 'parts'> & { readonly name: string; readonly parts: number };

/** What is pending of a view, with all its parts. */
const pendingOf = async ({ parts }: Collections, { _id: name, pending }: ViewDocument): Promise<PendingView | null> => {
  if (!pending) return null;
  const ids = Array.from({ length: pending.parts }, (_, at) => partId(name, pending.upTo, at));
  const found = ids.length === 0 ? [] : await answered(parts.find({ _id: { $in: ids } }).toArray());
  const writes = ids.flatMap((id) => found.find(({ _id }) => _id === id)?.writes ?? []);
  return { ...pending, name, writes: [...pending.writes, ...writes] };
};

/**
 * Takes over what another process has left half done: if that one is alive after all, it can no longer end it, and begins
 * nothing after it. @returns null when there is nothing to be done any more
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
 * Writes what was kept, and moves the checkpoints. Doing it again changes nothing.
 * @param awakeMs after so long it looks again whether it is still the one to do it
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
  // in their order: a part of a view is never told to be older than it is read
  const moving = movingAudiences(pending);
  const ended = await answered(
    views.bulkWrite([...moving, ...endingOf(pending, filter)] as AnyBulkWriteOperation<ViewDocument>[]),
  );
  // whoever took it over has completed it
  if (ended.matchedCount + ended.upsertedCount - moving.length !== names.length)
    await mustBeAt(collections, names, upTo);
  const large = pending.filter((each) => each.parts > 0).map(({ name }) => name);
  if (large.length > 0) await answered(parts.deleteMany({ name: { $in: large } }));
};

/** Checkpoints move together, but for those of views that have a sum of their own. */
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
        // whoever is late with a batch that another has completed moves nothing back
        update: { $set: { name }, $max: { position } },
        upsert: true,
      },
    })),
  );

/** Writes such that a row is written once in each of them: within one the server may take them in any order. */
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

/** A row is put, or taken out, where there is none or an older one: where there is a newer one, putting it anew is refused by its id. */
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
