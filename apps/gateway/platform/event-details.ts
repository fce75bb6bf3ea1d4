import { splitByMask, type Recorded } from '@dosar/kernel/runtime';
import { registry, viewsOfResources } from '@dosar/domain/registry';

type Details = Record<string, unknown>;

const snakes = new Map<string, string>();
/** Of the members of events, which are always the same. */
const snake = (name: string): string => {
  const known = snakes.get(name) ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  snakes.set(name, known);
  return known;
};

const renamed = (value: unknown, called: Readonly<Record<string, string>>): unknown => {
  if (Array.isArray(value)) return value.map((item) => renamed(item, called));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [called[name] ?? snake(name), renamed(inner, called)]),
  );
};

/** Where bytes and secrets are kept is nobody's business, not even an administrator's; and what letters were made of. */
export const detailsOf = ({ type, data, resource }: Recorded): Details => {
  const [shown] = splitByMask(data, registry.get(type)?.unshown ?? null);
  return renamed(shown, viewsOfResources.get(resource.type)?.resource?.members ?? {}) as Details;
};
