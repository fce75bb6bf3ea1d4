import type { Meilisearch } from 'meilisearch';
import {
  foreignIn,
  LEVEL,
  placeIn,
  standingsOf,
  Unavailable,
  type EventStore,
  type Place,
  type Position,
} from '@dosar/kernel/runtime';
import type { SearchState } from '@dosar/search';
import { mustNotBeHigher } from '../../levels';
import { STATE, type StoredState } from './meilisearch-documents';
import { answered, configure, done, orNull, type namesOf } from './meilisearch-server';

type Names = ReturnType<typeof namesOf>;
type Log = Pick<EventStore, 'head' | 'at'>;

const placeOf = (state: StoredState | null): Place | null =>
  placeIn({ position: state?.position ? BigInt(state.position) : null, leaf: state?.leaf ?? null });

/** Which index is searched, and whether it was ever filled: one document, so that another takes its place at once. */
export type Searched = {
  readonly id: typeof SEARCHED;
  readonly index: string;
  readonly isSettled: boolean;
  /** The level that wrote last. */
  readonly level?: number;
};
const SEARCHED = 'searched';

export const searchedIn = (client: Meilisearch, { searched }: Names): Promise<Searched | null> =>
  orNull(client.index<Searched>(searched).getDocument(SEARCHED));

const PAGE = 100;
export const indexesIn = async (client: Meilisearch, { isOfDocuments }: Names): Promise<string[]> => {
  const found: string[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { results } = await answered(client.getRawIndexes({ limit: PAGE, offset }));
    found.push(...results.map(({ uid }) => uid).filter(isOfDocuments));
    if (results.length < PAGE) return found;
  }
};

const stateIn = (client: Meilisearch, name: string): Promise<StoredState | null> =>
  orNull(client.index<StoredState>(name).getDocument(STATE));

/** How far an index has come. */
export const positionIn = async (client: Meilisearch, name: string): Promise<Position | null> =>
  placeOf(await stateIn(client, name))?.position ?? null;

/** Those that were not made from this log go, and what was read inside documents with them. */
const dropForeign = async (client: Meilisearch, names: Names, log: Log): Promise<SearchState['dropped']> => {
  const found = await indexesIn(client, names);
  const states = await Promise.all(found.map((name) => stateIn(client, name)));
  const standings = await standingsOf(log, states.map(placeOf));
  const foreign = found.filter((_, at) => standings[at] !== 'same');
  for (const name of foreign) await done(client.deleteIndex(name));
  const { texts } = names;
  if (foreign.length > 0 && (await orNull(client.getRawIndex(texts)))) await done(client.deleteIndex(texts));
  return foreignIn(standings);
};

/** Those of all versions. One without a state is what a late write has left of one that was deleted, and goes. */
const filledIn = async (client: Meilisearch, names: Names): Promise<string[]> => {
  const filled: string[] = [];
  for (const name of await indexesIn(client, names))
    if (await stateIn(client, name)) filled.push(name);
    else await done(client.deleteIndex(name));
  return filled;
};

/**
 * The indexes of documents, each of a version. One is filled while another may be searched; when it is filled it is what is
 * searched, and the others go. Several processes may do so at once: each says and deletes the same.
 */
export const versions = (client: Meilisearch, names: Names, log: Log) => {
  const { documentsOf, searched, texts } = names;
  let own = '';
  let state: StoredState | null = null;
  const stateOf = (name: string) => stateIn(client, name);
  const search = (isSettled: boolean) =>
    done(
      client
        .index<Searched>(searched)
        .updateDocuments([{ id: SEARCHED, index: own, isSettled, level: LEVEL }], { primaryKey: 'id' }),
    );

  const raise = (now: Searched) => done(client.index<Searched>(searched).updateDocuments([{ ...now, level: LEVEL }]));
  /** As the server has it now. @throws Unavailable when it was filled anew meanwhile, so that it is opened again */
  const kept = async (): Promise<StoredState> => {
    if (!state) throw new Unavailable('the index of documents is not open');
    const now = await stateOf(own);
    if (!now || BigInt(now.position ?? -1) < BigInt(state.position ?? -1))
      throw new Unavailable('the index of documents is another one by now');
    return now;
  };
  const all = () => filledIn(client, names);

  return {
    kept,
    all,
    name: () => own,
    searched: () => searchedIn(client, names),
    move: (next: StoredState) => void (state = next),
    open: async (number: number): Promise<SearchState> => {
      own = documentsOf(number);
      mustNotBeHigher('the index in Meilisearch', (await searchedIn(client, names))?.level ?? null);
      const dropped = await dropForeign(client, names, log);
      const before = await stateOf(own);
      const opened: StoredState = before ?? { id: STATE, position: null, leaf: null, next: 0 };
      // first: what has a state is not deleted as what was left
      if (!before) await done(client.index<StoredState>(own).updateDocuments([opened], { primaryKey: 'id' }));
      await configure(client, own, false);
      await configure(client, texts, true);
      const now = await searchedIn(client, names);
      const isOwn = now?.index === own;
      // until one is filled, what is being filled is searched
      const isThere = now && (isOwn ? before !== null : (await stateOf(now.index)) !== null);
      if (!isThere) await search(false);
      else if (now.level !== LEVEL) await raise(now);
      state = opened;
      const { position = null, leaf = null } = placeOf(opened) ?? {};
      return {
        position,
        leaf,
        isSettled: isOwn && now.isSettled && before !== null,
        ...(dropped && { dropped }),
      };
    },
    /** What was filled is what is searched from now on. */
    settle: async (): Promise<void> => {
      state = await kept();
      await search(true);
      for (const name of await all()) if (name !== own) await done(client.deleteIndex(name));
    },
  };
};
