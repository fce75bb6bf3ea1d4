import type { Meilisearch } from 'meilisearch';
import { Unavailable, type Position } from '@dosar/kernel/runtime';
import { STATE, type KeptState } from './meilisearch-documents';
import { answered, configure, done, orNull, type namesOf } from './meilisearch-server';

type Names = ReturnType<typeof namesOf>;
type Head = () => Promise<Position | null>;

/** Which index is searched, and whether it was ever filled: one document, so that another takes its place at once. */
export type Searched = { readonly id: typeof SEARCHED; readonly index: string; readonly isSettled: boolean };
const SEARCHED = 'searched';

export const searchedIn = (client: Meilisearch, { searched }: Names): Promise<Searched | null> =>
  orNull(client.index<Searched>(searched).getDocument(SEARCHED));

const PAGE = 100;
const namesIn = async (client: Meilisearch, { isOfDocuments }: Names): Promise<string[]> => {
  const found: string[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { results } = await answered(client.getRawIndexes({ limit: PAGE, offset }));
    found.push(...results.map(({ uid }) => uid).filter(isOfDocuments));
    if (results.length < PAGE) return found;
  }
};

/**
 * The indexes of documents, each of a version. One is filled while another may be searched; when it is filled it is what is
 * searched, and the others go. Several processes may do so at once: each says and deletes the same.
 */
export const versions = (client: Meilisearch, names: Names, head: Head) => {
  const { documentsOf, searched, texts } = names;
  let [own, state]: [string, KeptState | null] = ['', null];
  const stateOf = (name: string) => orNull(client.index<KeptState>(name).getDocument(STATE));
  const isAhead = async ({ position }: KeptState) => position !== null && BigInt(position) > ((await head()) ?? -1n);
  const search = (isSettled: boolean) =>
    done(
      client.index<Searched>(searched).updateDocuments([{ id: SEARCHED, index: own, isSettled }], { primaryKey: 'id' }),
    );

  const found = async (): Promise<KeptState | null> => {
    const kept = await stateOf(own);
    if (!kept || !(await isAhead(kept))) return kept;
    await done(client.deleteIndex(own));
    return null;
  };

  /** As the server has it now. @throws Unavailable when it was filled anew meanwhile, so that it is opened again */
  const kept = async (): Promise<KeptState> => {
    if (!state) throw new Unavailable('the index of documents is not open');
    const now = await stateOf(own);
    if (!now || BigInt(now.position ?? -1) < BigInt(state.position ?? -1))
      throw new Unavailable('the index of documents is another one by now');
    return now;
  };
  /** Those of all versions. One without a state is what a late write has left of one that was deleted, and goes. */
  const all = async (): Promise<string[]> => {
    const filled: string[] = [];
    for (const name of await namesIn(client, names))
      if (await stateOf(name)) filled.push(name);
      else await done(client.deleteIndex(name));
    return filled;
  };

  return {
    ...{ kept, all },
    name: () => own,
    searched: () => searchedIn(client, names),
    move: (next: KeptState) => void (state = next),
    open: async (number: number): Promise<KeptState & { readonly isSettled: boolean }> => {
      own = documentsOf(number);
      const before = await found();
      const opened = before ?? { id: STATE, position: null, next: 0 };
      // first: what has a state is not deleted as what was left
      if (!before) await done(client.index<KeptState>(own).updateDocuments([opened], { primaryKey: 'id' }));
      await configure(client, own, false);
      await configure(client, texts, true);
      const now = await searchedIn(client, names);
      const isOwn = now?.index === own;
      // until one is filled, what is being filled is searched
      if (!now || (isOwn && !before)) await search(false);
      state = opened;
      return { ...opened, isSettled: isOwn && now.isSettled && before !== null };
    },
    /** What was filled is what is searched from now on. */
    settle: async (): Promise<void> => {
      state = await kept();
      await search(true);
      for (const name of await all()) if (name !== own) await done(client.deleteIndex(name));
    },
  };
};
