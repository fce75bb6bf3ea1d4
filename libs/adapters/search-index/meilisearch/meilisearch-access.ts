import { MeilisearchApiError, type Meilisearch } from 'meilisearch';
import { generateTenantToken } from 'meilisearch/token';
import { clientOf } from './meilisearch-server';
import type { MeilisearchPlace } from './meilisearch-place';

/** So long a token is good: a question takes less, and clocks differ. */
const TOKEN_MS = 10 * 60_000;
/** A token travels in a header, which servers want short: longer rights are in the filter alone. */
const MOST_RIGHTS = 4_000;

/** What a server says of a key that it does not know, and of a token that was made of one. */
const isInvalid = (error: unknown) => error instanceof MeilisearchApiError && error.cause?.code === 'invalid_api_key';

type SearchKey = { readonly uid: string; readonly key: string };

/** What of an index may be found. */
type Rights = { readonly index: string; readonly filter: string };

/** Asks by clients that may do nothing but search, and that only what the rights open. */
export const askingWithRights = (place: MeilisearchPlace, own: Meilisearch) => {
  let known: Promise<SearchKey | null> | null = null;

  /** The key that may only search: tokens are made of it. A server without keys has none. */
  const searchKey = async (): Promise<SearchKey | null> => {
    if (place.key === null) return null;
    const { results } = await own.getKeys({ limit: 100 });
    return results.find(({ actions, indexes }) => actions.join() === 'search' && indexes.includes('*')) ?? null;
  };
  const forget = (asked: typeof known) => {
    if (known === asked) known = null;
  };
  const keyOnce = () => {
    const asked = (known ??= searchKey());
    asked.then(
      (found) => found ?? forget(asked),
      () => forget(asked),
    );
    return asked;
  };

  const clientWith = async ({ key, uid }: SearchKey, { index, filter }: Rights): Promise<Meilisearch> => {
    const token = await generateTenantToken({
      apiKey: key,
      apiKeyUid: uid,
      searchRules: { [index]: { filter } },
      expiresAt: new Date(Date.now() + TOKEN_MS),
    });
    return clientOf(place, token);
  };

  /** Asks with such rights; a second time when the key was replaced since it was asked for. */
  return async <T>(rights: Rights, ask: (client: Meilisearch) => Promise<T>): Promise<T> => {
    for (let isAgain = false; ; isAgain = true) {
      const asked = keyOnce();
      const found = await asked;
      if (!found || rights.filter.length > MOST_RIGHTS) return ask(own);
      try {
        return await ask(await clientWith(found, rights));
      } catch (error) {
        if (isAgain || !isInvalid(error)) throw error;
        forget(asked);
      }
    }
  };
};
