import { z } from 'zod';
import { Order, PAGE_SIZE } from '@dosar/contracts';

/** An invalid value in the address counts as absent; the others stay. */
export const maybe = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);
const count = z.coerce.number<string | number>().int().min(1);
const isOffered = (size: number) => (PAGE_SIZE.options as readonly number[]).includes(size);

/** The parameters in a list's address. */
export const ListSearch = z.object({
  q: maybe(z.string().max(200)),
  order: maybe(Order),
  page: maybe(count),
  pageSize: maybe(count.refine(isOffered)),
});

export type Search = z.infer<typeof ListSearch> & { readonly sort?: string | undefined };

/** Parameters that are no filters. */
const ARRANGING = new Set(['sort', 'order', 'page', 'pageSize']);
export const isFiltered = (search: object): boolean =>
  Object.entries(search).some(([name, value]) => !ARRANGING.has(name) && value !== undefined && value !== '');

/** A changed filter or order starts at the first page. */
export const narrowed = <S extends Search>(search: S, change: Partial<S>): S => ({
  ...search,
  ...change,
  page: undefined,
});

/** Another column sorts ascending first, the same one reverses. */
export const resorted = <S extends Search>(search: S, sort: string, current: string): S => {
  const order = sort === current && search.order !== 'desc' ? 'desc' : undefined;
  return { ...search, sort, order, page: undefined };
};
