import type { SearchFacets, SearchQuery, SearchWhere } from '@dosar/search';

/** A value as a filter says it: nothing in it is read as a part of the filter. */
export const quoted = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
export const among = (attribute: string, values: readonly string[]): string =>
  `${attribute} IN [${values.map(quoted).join(', ')}]`;

const both = (conditions: readonly string[]): string => `(${conditions.join(' AND ')})`;
const either = (conditions: readonly string[]): string => `(${conditions.join(' OR ')})`;

const FACET = /^\w+$/;
export const facetOf = (name: string): string => {
  if (!FACET.test(name)) throw new TypeError(`no facet is called ${name}`);
  return `facets.${name}`;
};
const faceted = (facets: SearchFacets = {}): string[] =>
  Object.entries(facets).map(([name, values]) => {
    const there = values.filter((value) => value !== null);
    const has = there.length > 0 || values.length === 0 ? [among(facetOf(name), there)] : [];
    const none = there.length < values.length ? [`${facetOf(name)} NOT EXISTS`] : [];
    return either([...has, ...none]);
  });

const within = <T extends string | number>(
  attribute: string,
  { from, below }: { readonly from?: T; readonly below?: T } = {},
  valueOf: (bound: T) => number,
): string[] => [
  ...(from === undefined ? [] : [`${attribute} >= ${valueOf(from)}`]),
  ...(below === undefined ? [] : [`${attribute} < ${valueOf(below)}`]),
];

/** Who may find something: a part of every question. */
export const rightsOf = ({ scopes }: SearchQuery): string => among('scopes', scopes);

const conditionsOf = (where: SearchWhere): string[] => [
  ...faceted(where.facets),
  ...within('size', where.size, Number),
  ...within('sum', where.sum, Number),
  ...within('created', where.createdAt, Date.parse),
  ...(where.any ?? []).map((some) => either(some.map((each) => both(['kind EXISTS', ...conditionsOf(each)])))),
];

/** What is asked for, beside its words and whoever may find it. */
export const filterOf = ({ kinds, deleted, where, oneOfEach }: SearchQuery): string => {
  const ofKinds = kinds.map(({ kind, facets }) => both([`kind = ${quoted(kind)}`, ...faceted(facets)]));
  return [
    either(ofKinds),
    ...(deleted === 'with' ? [] : [`isDeleted = ${deleted === 'only'}`]),
    ...(oneOfEach === undefined ? [] : [`${facetOf(oneOfEach)} EXISTS`]),
    ...conditionsOf(where),
  ].join(' AND ');
};

/** Where nothing can be found nothing is asked. */
export const isNothing = ({ scopes, kinds, where }: SearchQuery): boolean =>
  scopes.length === 0 ||
  kinds.length === 0 ||
  [where.facets, ...kinds.map(({ facets }) => facets)].some((facets) =>
    Object.values(facets ?? {}).some((values) => values.length === 0),
  );
