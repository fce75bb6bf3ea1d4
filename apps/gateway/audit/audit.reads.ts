import {
  nowhere,
  openRecords,
  splitByMask,
  upcastAsReadable,
  type OpenedRecord,
  type Recorded,
  type Row,
  Unreadable,
} from '@dosar/kernel/runtime';
import { registry, viewsOfResources } from '@dosar/domain/registry';
import type { Installation } from '../platform/hosting/installation';

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

/** What a record is called whose type is not known either. */
const UNREADABLE = 'UnreadableRecord';
const LONGEST_ID = 64;
const unknown = { id: '-', type: 'unknown' } as const;

/** A record that cannot be read, as what it is: where it stands, its id, and whatever else is known of it. */
const unreadable = (record: OpenedRecord): Recorded => ({
  ...nowhere,
  stream: record.stream,
  revision: record.revision,
  position: record.position,
  id: record.id.slice(0, LONGEST_ID),
  type: record.type || UNREADABLE,
  occurredAt: record.occurredAt ?? new Date(0).toISOString(),
  tenant: record.tenant ?? { firmId: null, clientId: null },
  resource: record.resource ?? unknown,
  actor: record.actor ?? { ...unknown, kind: 'system', role: null, sessionId: null },
  correlationId: record.correlationId ?? unknown.id,
  causationId: record.causationId ?? null,
  command: record.command ?? { id: unknown.id, key: null, body: null },
  data: { unreadable: 'cannot be read by this version' },
});

/** The log has lost what stood there. */
const missing = (position: Recorded['position']): Recorded =>
  unreadable({ position, id: unknown.id, type: '', stream: unknown.type, revision: -1 } as unknown as OpenedRecord);

/**
 * What the log says about rows of the audit. One that cannot be opened is shown without what is personal in it, one that
 * cannot be read as what it is; each is named.
 */
export const eventsOf = async (
  { ports, keyring, findings }: Pick<Installation, 'ports' | 'keyring' | 'findings'>,
  rows: readonly Pick<Row, 'position'>[],
): Promise<readonly Recorded[]> => {
  const records = await ports.events.at(rows.map(({ position }) => position));
  const opened = await openRecords(
    records.filter((record) => record !== null),
    keyring,
  );
  const told = (error: Error) =>
    error instanceof Unreadable ? findings.count('log', error.why, error.what) : findings.add('log', error.message);
  const shown = (record: OpenedRecord): Recorded => {
    try {
      return upcastAsReadable(record, registry, told);
    } catch (error) {
      told(
        new Error(`records that this version cannot read are shown as such by the audit: ${(error as Error).message}`),
      );
      return unreadable(record);
    }
  };
  const byPosition = new Map(opened.map((record) => [record.position, record]));
  return rows.map(({ position }) => {
    const record = byPosition.get(position);
    if (record) return shown(record);
    told(new Error(`the log has nothing at position ${position}, though the audit has`));
    return missing(position);
  });
};
