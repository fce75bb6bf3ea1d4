import {
  destructionIn,
  gathering,
  keepGoing,
  openRecords,
  pace,
  pauseUntil,
  placeIn,
  rowIn,
  takenAt,
  untilDone,
  viewRunner,
  watchRefusal,
  type EventRegistry,
  type EventStore,
  type Keyring,
  type OpenedRecord,
  type Position,
  type Projector,
  type RowText,
  type Stop,
  type StoredRow,
  type Tries,
  type Vault,
  type ViewRunner,
  type ViewRunnerReads,
} from '@dosar/kernel/runtime';
import type { SearchDocument } from './document';
import { readAgain, readTexts, type Read, type ReadingPace } from './read-texts';
import type { SearchIndex } from './search-index';

export type IndexingPorts = {
  readonly events: Pick<EventStore, 'follow' | 'head'>;
  readonly index: SearchIndex;
  readonly keyring: Keyring;
  readonly vault: Pick<Vault, 'get'>;
  /** Of documents, by the bytes that are read. */
  readonly tries: Tries;
  /** The text inside a document; whoever stops waits for none. @throws Unavailable */
  readonly read: Read;
  /** The text inside a document, also what stands in pictures, as far as it ever is; none: pictures stay as they are. */
  readonly recognize?: Read | null;
  /** It met an event of which it cannot make documents: it stays there until that is mended. */
  readonly onStop: (stop: Stop) => void;
  /** What was there was not made from this log, and is filled anew. */
  readonly onDropped?: () => void;
  /** What is destroyed up to there is in no file of the index any more. */
  readonly onErased?: (upTo: Position) => void;
  /** What keeps it from going on is an outage: it is tried again. */
  readonly onFailure: (error: Error) => void;
  /** Nothing keeps it from going on any more. */
  readonly onRecovery: () => void;
};

/** Two documents of a client are read at once; what takes long is dear. */
const READING: ReadingPace = { state: 'waiting', turns: { places: 3, dearMs: 3_000 }, lookMs: 200 };
/** It takes long: whatever has a text of its own is read meanwhile. */
const RECOGNIZING: ReadingPace = { state: 'scanned', turns: { places: 2, dearMs: 10_000 }, lookMs: 1_000 };
/** While so much comes, whoever calls wants the processor. */
const HEAVY = { events: 50, bytes: 16 * 1024 * 1024, withinMs: 1_000 } as const;
/** Of events that come so close together several are put into the index at once: what is new is found a little later. */
const CLOSE_MS = 20;
const PATIENCE_MS = 40;
/** A defect is mended by a start with other code. */
const MENDED_MS = 2 ** 31 - 1;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- of whatever events the documents are made
type Documents = Projector<any, SearchDocument>;

/** What the projector of documents has made. */
type Written = { readonly id: string; readonly json: RowText<SearchDocument> | null };

const asRow = (document: SearchDocument): StoredRow => ({
  id: document.id,
  json: JSON.stringify(document),
  position: 0n,
});

/**
 * The documents of an index as a view's runner sees its rows.
 * @param onPut is told how large those are that were put, in bytes
 */
const rowsOf = (index: SearchIndex, onPut: (bytes: number) => void): ViewRunnerReads => ({
  async get(_, id) {
    const document = await index.get(id);
    return document && asRow(document);
  },
  // the name of a key has the year after a stroke, and a scope has none
  bySubject: async (_, subject) =>
    (await (subject.includes('/') ? index.ofKey(subject) : index.ofScope(subject))).map(asRow),
  find: () => Promise.reject(new Error('documents are found by their id, their key or a scope')),
  async apply([batch], upTo) {
    const writes = batch!.writes.map(({ id, json }: Written) => ({ id, document: json === null ? null : rowIn(json) }));
    await index.put(writes, upTo);
    onPut(writes.reduce((bytes, { document }) => bytes + (document?.content?.size ?? 0), 0));
  },
});

/**
 * What a destroyed key makes unreadable leaves the index. While that is being filled this waits for the event that says so:
 * what was carried into another year has its other key only once that was read.
 */
const takeUnreadable = async (
  { index, onErased }: Pick<IndexingPorts, 'index' | 'onErased'>,
  keyring: Keyring,
  head: Position | null,
): Promise<void> => {
  for (const key of await index.keys()) {
    await keyring.fetch([key]);
    if (keyring.key(key) === 'destroyed') await index.remove(key);
  }
  if (head !== null) onErased?.(head);
};

const applied = async (runner: ViewRunner, rows: ViewRunnerReads): Promise<void> => {
  const { taken } = runner;
  if (taken === null) return;
  await rows.apply([runner.batch()], taken.place());
  runner.applied(taken);
};

/** What these say is destroyed is in no file of the index any more. */
const removeDestroyed = async (
  { index, onErased }: Pick<IndexingPorts, 'index' | 'onErased'>,
  records: readonly OpenedRecord[],
): Promise<void> => {
  for (const record of records) {
    const key = destructionIn(record);
    if (!key) continue;
    await index.remove(key.name);
    onErased?.(record.position);
  }
};

/** What is kept from going on, until it has gone on. */
const outages = ({ onFailure, onRecovery }: Pick<IndexingPorts, 'onFailure' | 'onRecovery'>) => {
  const out = new Set<string>();
  return (part: 'documents' | 'texts' | 'pictures' | 'given up') => ({
    onFailure: (error: Error): void => {
      out.add(part);
      onFailure(error);
    },
    worked: (): void => void (out.delete(part) && out.size === 0 && onRecovery()),
  });
};

/** How many events come, and how large the documents are that they are about: whether it is much now. */
const traffic = () => {
  let events = 0;
  let bytes = 0;
  let since = -Infinity;
  let heavyUntil = -Infinity;
  const came = (more: { readonly events: number } | { readonly bytes: number }): void => {
    const now = performance.now();
    if (now - since > HEAVY.withinMs) [events, bytes, since] = [0, 0, now];
    if ('events' in more) events += more.events;
    else bytes += more.bytes;
    if (events >= HEAVY.events || bytes >= HEAVY.bytes) heavyUntil = now + HEAVY.withinMs;
  };
  return { came, isHeavy: () => performance.now() < heavyUntil };
};

const isAt = (position: Position | null, head: Position | null) => head === null || (position ?? -1n) >= head;

const openIndex = async (index: SearchIndex, { version }: Documents, onDropped: () => void = () => {}) => {
  const opened = await index.open(version);
  if (opened.dropped) onDropped();
  return opened;
};

/** What was filled is searched from the moment on at which it is whole. */
const settlingOnce = (index: IndexingPorts['index'], { isSettled }: { isSettled: boolean }, isWhole: () => boolean) => {
  let isDone = isSettled;
  return async () => {
    if (isDone || !isWhole()) return;
    await index.settle();
    isDone = true;
  };
};

/** Fills an index from the log, and then with the texts inside documents, until the signal. */
export const keepIndexing = async (
  documents: Documents,
  registry: EventRegistry,
  { events, index, keyring, vault, tries, read, recognize, onStop, onDropped, onErased, ...told }: IndexingPorts,
  signal: AbortSignal,
): Promise<void> => {
  const outage = outages(told);
  const ofDocuments = outage('documents');
  const ofTexts = outage('texts');
  const { came, isHeavy } = traffic();
  let turn = new AbortController();
  // what its runner remembers may be what has to go: it begins again with what is left
  keyring.onDestroyed(() => turn.abort());
  // a log that was set back may be behind it: as it is opened again it is emptied, before anything is written
  void watchRefusal(vault, null, () => turn.abort(), signal);

  /** Follows the log until the signal, a destroyed key, or an event that it cannot take. */
  const follow = async () => {
    turn = new AbortController();
    const until = AbortSignal.any([signal, turn.signal]);
    const opened = await openIndex(index, documents, onDropped);
    const head = await events.head();
    const rows = rowsOf(index, (bytes) => came({ bytes }));
    const rest = pace();
    if (isAt(opened.position, head)) await takeUnreadable({ index, onErased }, keyring, head);
    const runner = viewRunner(documents, rows, registry, takenAt(placeIn(opened)));
    const gather = gathering(until, CLOSE_MS, PATIENCE_MS);
    const settle = settlingOnce(index, opened, () => isAt(runner.position, head));
    await settle();
    // what cannot be put fails again once it comes
    if (isAt(runner.position, head)) ofDocuments.worked();
    for await (const batch of events.follow(runner.position, until)) {
      came({ events: batch.length });
      const records = await openRecords(batch, keyring);
      for (const record of records) {
        await runner.project(record);
        await rest();
      }
      await applied(runner, rows);
      await removeDestroyed({ index, onErased }, records);
      ofDocuments.worked();
      if (runner.stop) {
        onStop(runner.stop);
        return pauseUntil(until, MENDED_MS);
      }
      await settle();
      await gather();
    }
  };

  const readPlain = () => readTexts({ index, read, tries, isHeavy, worked: ofTexts.worked, ...READING }, signal);
  const readPictures = (by: Read) =>
    readTexts({ index, read: by, tries, isHeavy, worked: ofPictures.worked, ...RECOGNIZING }, signal);

  await untilDone(async () => void (await openIndex(index, documents, onDropped)), signal, ofDocuments.onFailure);
  const ofPictures = outage('pictures');
  const ofGivenUp = outage('given up');
  await Promise.all([
    keepGoing(follow, signal, ofDocuments.onFailure),
    keepGoing(readPlain, signal, ofTexts.onFailure),
    keepGoing(() => readAgain({ index, tries, worked: ofGivenUp.worked }, signal), signal, ofGivenUp.onFailure),
    recognize && keepGoing(() => readPictures(recognize), signal, ofPictures.onFailure),
  ]);
};
