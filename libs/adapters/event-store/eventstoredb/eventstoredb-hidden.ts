import { eventTypeFilter, START, type EventStoreDBClient } from '@eventstore/db-client';
import { pause } from '../../patience';
import { isUnder } from './eventstoredb-address';
import { asOutage, typeOf } from './eventstoredb-client';
import type { ServerEvent } from './eventstoredb-records';
import { batchesOf, BUFFER } from './eventstoredb-stream';

/** Called with a sentence for each setting that hides streams of ours; with none when nothing is hidden any more. */
export type OnHidden = { readonly onHidden?: (sentences: readonly string[]) => void };

type Settings = Readonly<Record<string, unknown>>;

const METADATA = '$metadata';
const TOMBSTONE = '$streamDeleted';
const SET_BY_OPERATORS = eventTypeFilter({ prefixes: [METADATA, TOMBSTONE] });
/** The prefix of the name of a metadata stream. */
const OF_METADATA = '$$';
/** A stream that begins behind every revision was deleted: its records are still there until it is scavenged. */
const DELETED = 2 ** 62;
const TRY_AGAIN_MS = 500;
/** Settings that follow one another closely are reported together. */
const TELL_AFTER_MS = 200;

/** Names of our streams. Others may have streams beside ours, even under our prefix: theirs do not contain our ids. */
const OUR_NAME = /^(installation|settings)$|^[a-z]+-.*[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/;

const takenBack = (stream: string, names: readonly string[]) =>
  `to take it back, write the metadata of that stream (${OF_METADATA}${stream}) without ${names.join(', ')}, before anybody scavenges`;

/** What hides records of a stream, and how to undo it; null: nothing does. */
export const hidingIn = (stream: string, settings: Settings): string | null => {
  const { $tb, $maxCount, $maxAge } = settings;
  const bounds = Object.entries({ $tb, $maxCount, $maxAge }).filter(([, value]) => typeof value === 'number');
  const names = bounds.map(([name]) => `"${name}"`);
  if (typeof $tb === 'number' && $tb >= DELETED)
    return `the stream ${stream} was deleted on the server, which hides its records; ${takenBack(stream, names)}`;
  const said = bounds.filter(([name, value]) => name !== '$tb' || (value as number) > 0);
  if (said.length === 0) return null;
  const what = said.map(([name, value]) => `${name} ${String(value)}`).join(', ');
  return `the stream ${stream} is bounded on the server (${what}), which hides its records; ${takenBack(stream, names)}`;
};

export const tombstoneOf = (stream: string): string =>
  `the stream ${stream} was deleted on the server for good (a tombstone): restore the server’s log from its backup`;

const settingsOf = ({ data }: Pick<ServerEvent, 'data'>): Settings => {
  const bytes = data instanceof Uint8Array ? Buffer.from(data).toString() : JSON.stringify(data);
  return JSON.parse(bytes) as Settings;
};

/** What an operator has set on a stream, from an event of the server; null: the event is about something else. */
const setBy = (event: ServerEvent): { readonly stream: string; readonly hiding: string | null } | null => {
  const { type, streamId } = event;
  if (type === TOMBSTONE) return { stream: streamId, hiding: tombstoneOf(streamId) };
  if (!streamId.startsWith(OF_METADATA)) return null;
  const stream = streamId.slice(OF_METADATA.length);
  return { stream, hiding: hidingIn(stream, settingsOf(event)) };
};

/**
 * Knows what operators have set on our streams, from the server's own events: at the start everything ever set, and then
 * each change.
 */
export const hiddenStreams = (
  client: EventStoreDBClient,
  prefix: string,
  { onHidden = () => {} }: OnHidden,
  signal: AbortSignal,
) => {
  const hidden = new Map<string, string>();
  /** The subscription, once all past events were sent. */
  let live: { readonly readableLength: number } | null = null;
  let telling: NodeJS.Timeout | undefined;
  let told = 0;

  const tell = () => {
    telling = undefined;
    if (told === 0 && hidden.size === 0) return;
    told = hidden.size;
    onHidden([...hidden.values()]);
  };
  const isOurs = (stream: string) => isUnder(prefix, stream) && OUR_NAME.test(stream.slice(prefix.length));

  const see = (event: ServerEvent) => {
    const set = setBy(event);
    if (!set || !isOurs(set.stream)) return;
    if (set.hiding === null) hidden.delete(set.stream);
    else hidden.set(set.stream, set.hiding);
    telling ??= setTimeout(tell, TELL_AFTER_MS).unref();
  };

  /** Until the signal aborts; each time from the beginning. @throws errors that are not outages */
  const follow = async () => {
    while (!signal.aborted) {
      const subscription = client.subscribeToAll({ fromPosition: START, filter: SET_BY_OPERATORS }, BUFFER);
      subscription.once('caughtUp', () => (live = subscription));
      try {
        for await (const batch of batchesOf(subscription, { signal }))
          for (const { event } of batch) if (event) see(event);
      } catch (error) {
        // followers of the log report outages
        if (asOutage(error).name !== 'Unavailable') throw error;
      } finally {
        live = null;
        subscription.unsubscribe().catch(() => undefined);
      }
      await pause(TRY_AGAIN_MS, signal);
    }
  };

  return {
    follow,
    /** What hides records of any stream: meanwhile the log is read-only. */
    first: (): string | null => hidden.values().next().value ?? null,
    /** What hides records of this stream, which the server does not show: from what is known, or else from its metadata. */
    async hiding(stream: string): Promise<string | null> {
      const known = hidden.get(stream);
      if (known !== undefined || live?.readableLength === 0) return known ?? null;
      try {
        const { metadata } = await client.getStreamMetadata(stream, { requiresLeader: true });
        return metadata ? hidingIn(stream, rawOf(metadata)) : null;
      } catch (error) {
        if (typeOf(error) === 'stream-deleted') return tombstoneOf(stream);
        throw asOutage(error);
      }
    },
    close: () => clearTimeout(telling),
  };
};

export type HiddenStreams = ReturnType<typeof hiddenStreams>;

/** The names that the server uses. */
const rawOf = ({ truncateBefore, maxCount, maxAge }: Readonly<Record<string, unknown>>): Settings => ({
  $tb: truncateBefore,
  $maxCount: maxCount,
  $maxAge: maxAge,
});
