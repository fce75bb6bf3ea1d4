import { openRecords, splitByMask, upcastAsReadable, type Recorded, type Row } from '@dosar/kernel/runtime';
import { registry, viewsOfResources } from '@dosar/domain/registry';
import type { Installation } from './installation';

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

/** What the log says about rows of the audit. One that cannot be opened is shown without what is personal in it, and named. */
export const eventsOf = async (
  { ports, keyring, findings }: Installation,
  rows: readonly Row[],
): Promise<readonly Recorded[]> => {
  const records = await ports.events.at(rows.map(({ position }) => position));
  const found = records.map((record, at) => {
    if (record === null) throw new Error(`the log has nothing at position ${rows[at]!.position}, though the audit has`);
    return record;
  });
  const opened = await openRecords(found, keyring);
  return opened.map((record) => upcastAsReadable(record, registry, ({ message }) => findings.add('log', message)));
};
