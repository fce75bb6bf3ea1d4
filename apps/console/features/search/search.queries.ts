import { SEARCH_LIMITS, searchApi, type ReplyOf } from '@dosar/contracts';
import { call } from '../../platform/api';
import { queries, reading } from '../../platform/queries';
import type { Searched } from './searched';
import { setIn, type SearchAddress } from './search.search';

/** What is shown as one types, by kind: each is asked for by itself, so that none crowds out another. */
const SUGGESTED: Readonly<Record<Searched, number>> = { clients: 4, folders: 4, files: 6, messages: 4 };
/** And so many on a page. */
const PAGE = 20;
/** What a page shows where nothing is said: all of it that is offered. */
export const EVERYTHING = 'files,messages,folders,clients';

export type SearchReply = ReplyOf<typeof searchApi.search>;

/** What answers to what was typed so far: it is not kept in the history. */
export const suggestions = (q: string, types: Searched) =>
  reading(searchApi.search, { query: { q, types, pageSize: SUGGESTED[types], record: 'false' } });

/** A page of what answers: nor is this, since it is asked for while somebody types. */
export const found = ({ q = '', page = 1, ...filters }: SearchAddress) =>
  reading(searchApi.search, {
    query: { ...filters, q, page, pageSize: PAGE, types: filters.types ?? EVERYTHING, record: 'false' },
  });

export const history = () => reading(searchApi.history, {});
export const saved = () => reading(searchApi.saved, {});

const keep = async (search: SearchAddress): Promise<void> => {
  const { q = '', ...filters } = setIn(search);
  if (q === '') return;
  await call(searchApi.search, { query: { ...filters, q: q.slice(0, SEARCH_LIMITS.query), pageSize: 1 } });
  await queries.invalidateQueries({ queryKey: history().queryKey });
};

/** Somebody has looked for this: it goes into their history. That it is not kept keeps nobody from what they have found. */
export const remember = (search: SearchAddress): void => void keep(search).catch(() => undefined);
