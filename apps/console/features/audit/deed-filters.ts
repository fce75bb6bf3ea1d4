import { DEED_KINDS, type DeedKind } from '@dosar/contracts';
import type { DeedSearch } from './audit.search';

/** null takes a filter away. */
export type FilterChange = { [F in keyof DeedSearch]?: DeedSearch[F] | null };

/** Filters without those that say nothing. */
export const changed = (filters: DeedSearch, change: FilterChange): DeedSearch =>
  Object.fromEntries(Object.entries({ ...filters, ...change }).filter(([, value]) => value !== null && value !== ''));

const isKind = (text: string): text is DeedKind => (DEED_KINDS as readonly string[]).includes(text);
export const kindsIn = ({ kinds = '' }: DeedSearch): readonly DeedKind[] => kinds.split(',').filter(isKind);

/** As the calls take them. */
export const queryOf = ({ bookkeeping, kinds, ...filters }: DeedSearch) => ({
  ...filters,
  ...(kinds !== undefined && { kinds }),
  ...(bookkeeping && { bookkeeping: 'true' }),
});
