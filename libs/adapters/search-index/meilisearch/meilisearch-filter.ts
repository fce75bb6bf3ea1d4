import type { SearchFacets, SearchQuery } from '@dosar/search';

/** A value as a filter says it: nothing in it is read as a part of the filter. */
export const quoted = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
export const among = (attribute: string, values: readonly string[]): string =>
  `${attribute} IN [${values.map(quoted).join(', ')}]`;

const FACET = /^\w+$/;
const faceted = (facets: SearchFacets = {}): string[] =>
  Object.entries(facets).map(([name, values]) => {
    if (!FACET.test(name)) throw new TypeError(`no facet is called ${name}`);
    return among(`facets.${name}`, values);
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

/** What is asked for, beside its words and whoever may find it. */
export const filterOf = ({ kinds, deleted, where }: SearchQuery): string => {
  const ofKinds = kinds.map(({ kind, facets }) => `(${[`kind = ${quoted(kind)}`, ...faceted(facets)].join(' AND ')})`);
  return [
    `(${ofKinds.join(' OR ')})`,
    ...(deleted === 'with' ? [] : [`isDeleted = ${deleted === 'only'}`]),
    ...faceted(where.facets),
    ...within('size', where.size, Number),
    ...within('created', where.createdAt, Date.parse),
  ].join(' AND ');
};

/** Where nothing can be found nothing is asked. */
export const isNothing = ({ scopes, kinds, where }: SearchQuery): boolean =>
  scopes.length === 0 ||
  kinds.length === 0 ||
  [where.facets, ...kinds.map(({ facets }) => facets)].some((facets) =>
    Object.values(facets ?? {}).some((values) => values.length === 0),
  );
