import { CannotStart } from '@dosar/adapters/cannot-start';
import { openReadingPorts } from '@dosar/adapters/open-ports';
import type { PortsConfig } from '@dosar/adapters/ports-config';
import { dashboard, type DashboardRow } from '@dosar/domain/dashboard/dashboard.projector';
import { recount as recounting } from '@dosar/domain/dashboard/recount';
import { registry } from '@dosar/domain/registry';
import { blanked, concerns, unopened, type Position, type Ports } from '@dosar/kernel/runtime';

type Reading = {
  readonly events: Pick<Ports['events'], 'follow'>;
  readonly reads: Pick<Ports['reads'], 'find' | 'state'>;
};

const TRIES = 20;

/** The rows, and how far they are: they may be written while they are read. */
const rowsAt = async (reads: Reading['reads']) => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = await reads.state(dashboard);
    const found = await reads.find(dashboard, { where: { kind: { not: null } } });
    const { position, isSettled } = await reads.state(dashboard);
    if (!isSettled) throw new CannotStart('the view of the dashboard is being filled: call this when it is there');
    if (position === before.position)
      return { position, rows: found.map(({ json }) => JSON.parse(json) as DashboardRow) };
  }
  throw new CannotStart('the dashboard changes all the time: call this when less happens');
};

const upTo = async (
  events: Reading['events'],
  last: Position | null,
  hear: (event: never) => void,
): Promise<number> => {
  const done = new AbortController();
  let count = 0;
  if (last === null) return count;
  for await (const batch of events.follow(null, done.signal)) {
    for (const record of batch) {
      if (record.position > last) break;
      const opened = unopened(record);
      count += 1;
      if (concerns(dashboard, opened.type)) hear(blanked(opened, registry) as never);
    }
    if (batch.at(-1)!.position >= last) break;
  }
  done.abort();
  return count;
};

/** Counts again from the log what the dashboards show. @returns what was found, in sentences, and whether it is the same */
export const recounted = async ({ events, reads }: Reading) => {
  const { position, rows } = await rowsAt(reads);
  const log = recounting();
  const count = await upTo(events, position, log.hear);
  const differences = log.differences(rows);
  const said = `${count} events up to position ${position ?? 'none'} were counted again, ${rows.length} rows compared: `;
  return { isSame: differences.length === 0, lines: [`${said}${differences.length} differ.`, ...differences] };
};

/** @throws CannotStart when the figures are not those of the log */
export const recount = async (config: PortsConfig): Promise<readonly string[]> => {
  const ports = await openReadingPorts(config);
  try {
    const { isSame, lines } = await recounted(ports);
    if (!isSame) throw new CannotStart(lines.join('\n'));
    return lines;
  } finally {
    await ports.close();
  }
};
