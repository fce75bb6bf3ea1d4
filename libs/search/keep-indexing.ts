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
  /** Attempts to read documents, by their bytes. */
  readonly tries: Tries;
  /** Reads the text inside a document; the signal ends it without a result. @throws Unavailable */
  readonly read: Read;
  /** Reads the text inside a document including its pictures (OCR); null: pictures are not read. */
  readonly recognize?: Read | null;
  /** Called for an event that cannot be turned into documents: indexing stays there until it is repaired. */
  readonly onStop: (stop: Stop) => void;
  /** Called when the index was of another log and is filled again. */
  readonly onDropped?: () => void;
  /** Called when everything destroyed up to that position is removed from the files of the index. */
  readonly onErased?: (upTo: Position) => void;
  /** Called on an outage: the work is tried again. */
  readonly onFailure: (error: Error) => void;
  /** Called when an outage is over. */
  readonly onRecovery: () => void;
};

/** Two documents of a client are read at once; reading that takes long is expensive and has its client wait for others. */
const READING: ReadingPace = { state: 'waiting', turns: { places: 3, dearMs: 3_000 }, lookMs: 200 };
/** OCR takes long: meanwhile documents with text of their own are read. */
const RECOGNIZING: ReadingPace = { state: 'scanned', turns: { places: 2, dearMs: 10_000 }, lookMs: 1_000 };
/** From this much traffic on callers need the processor. */
const HEAVY = { events: 50, bytes: 16 * 1024 * 1024, withinMs: 1_000 } as const;
/** Events this close together are indexed in one write: new documents are then found a little later. */
const CLOSE_MS = 20;
const PATIENCE_MS = 40;
/** A defect is only repaired by a start with other code. */
const MENDED_MS = 2 ** 31 - 1;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- of whatever events the documents are made
type Documents = Projector<any, SearchDocument>;

/** A row written by the projector of documents. */
type Written = { readonly id: string; readonly json: RowText<SearchDocument> | null };

const asRow = (document: SearchDocument): StoredRow => ({
  id: document.id,
  json: JSON.stringify(document),
  position: 0n,
});

/**
 * Presents the documents of an index as rows to a view runner.
 * @param onPut called with the bytes of documents that were put
 */
const rowsOf = (index: SearchIndex, onPut: (bytes: number) => void): ViewRunnerReads => ({
  async get(_, id) {
    const document = await index.get(id);
    return document && asRow(document);
  },
  // the name of a key has a stroke before its year, and a scope has none
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
 * Removes documents encrypted with a destroyed key from the index. While the index is being filled this waits for the event
 * of the destruction: a document carried over to another year gets its other key only when that event is read.
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

/** Removes from the files what these records say is destroyed. */
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

/** Reports outages of each part, and their end. */
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

/** Measures events and bytes of documents, to tell whether traffic is heavy. */
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

/** Settles a filled index once it is complete, from when on it is searched. */
const settlingOnce = (index: IndexingPorts['index'], { isSettled }: { isSettled: boolean }, isWhole: () => boolean) => {
  let isDone = isSettled;
  return async () => {
    if (isDone || !isWhole()) return;
    await index.settle();
    isDone = true;
  };
};

/** Fills an index from the log, and then with the texts inside documents, until the signal aborts. */
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
  // the runner's cache may hold destroyed data: it starts again without it
  keyring.onDestroyed(() => turn.abort());
  // a restored log may be behind the index: opening the index again empties it before anything is written
  void watchRefusal(vault, null, () => turn.abort(), signal);

  /** Follows the log until the signal aborts, a key is destroyed, or an event cannot be handled. */
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
    // at the head nothing is left to fail; otherwise the next event shows whether it works
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
