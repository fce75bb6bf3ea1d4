import { CannotStart } from '@dosar/adapters/cannot-start';
import { openReadingPorts } from '@dosar/adapters/open-ports';
import type { PortsConfig } from '@dosar/adapters/ports-config';
import { MESSAGE_LIMITS } from '@dosar/contracts';
import { conversations } from '@dosar/domain/conversations/conversations.projector';
import { messages } from '@dosar/domain/conversations/messages.projector';
import { readers } from '@dosar/domain/conversations/readers.projector';
import { recountUnread, type UnreadByPerson } from '@dosar/domain/conversations/recount';
import { dashboard } from '@dosar/domain/dashboard/dashboard.projector';
import { recount as recountFigures } from '@dosar/domain/dashboard/recount';
import { registry } from '@dosar/domain/registry';
import {
  type AnyProjector,
  blanked,
  concerns,
  type Ports,
  type Position,
  rowIn,
  unopened,
} from '@dosar/kernel/runtime';
import { UnreadOf } from '../conversations/unread-messages';

type Reading = {
  readonly events: Pick<Ports['events'], 'follow'>;
  readonly reads: Pick<Ports['reads'], 'find' | 'count' | 'state'>;
};
type Views = readonly AnyProjector[];

const TRIES = 20;

/** Reads these views at one position, retrying when they are written meanwhile. */
const readAt = async <T>(reads: Reading['reads'], views: Views, read: () => Promise<T>) => {
  const states = () => Promise.all(views.map((view) => reads.state(view)));
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = await states();
    const found = await read();
    const after = await states();
    if (after.some(({ isSettled }) => !isSettled))
      throw new CannotStart('what is compared is being filled: call this when it is there');
    const [{ position }] = after as [(typeof after)[0]];
    if ([...before, ...after].every((state) => state.position === position)) return { position, found };
  }
  throw new CannotStart('what is compared changes all the time: call this when less happens');
};

const upTo = async (
  events: Reading['events'],
  last: Position | null,
  views: Views,
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
      if (views.some((view) => concerns(view, opened.type))) hear(blanked(opened, registry) as never);
    }
    if (batch.at(-1)!.position >= last) break;
  }
  done.abort();
  return count;
};

type Compared = { readonly said: string; readonly differences: readonly string[] };

const figures = async ({ events, reads }: Reading): Promise<Compared> => {
  const { position, found } = await readAt(reads, [dashboard], () =>
    reads.find(dashboard, { where: { kind: { not: null } } }),
  );
  const log = recountFigures();
  const count = await upTo(events, position, [dashboard], log.hear);
  const differences = log.differences(found.map(({ json }) => rowIn(json)));
  const said = `${count} events up to position ${position ?? 'none'} were counted again, ${found.length} rows compared`;
  return { said, differences };
};

/** The unread counts of all participants, as the dashboard counts them. */
const unreadShown = async (reads: Reading['reads']): Promise<UnreadByPerson> => {
  const shown = new Map<string, Map<string, number>>();
  for (const { json } of await reads.find(conversations, { where: {} })) {
    const talk = rowIn(json);
    const people = new Map<string, number>();
    for (const { id } of talk.participants)
      people.set(id, (await new UnreadOf(reads, id, async () => []).in([talk])).get(talk.id)?.count ?? 0);
    shown.set(talk.id, people);
  }
  return shown;
};

const unread = async ({ events, reads }: Reading): Promise<Compared> => {
  const views = [conversations, messages, readers];
  const { position, found } = await readAt(reads, views, () => unreadShown(reads));
  const log = recountUnread();
  await upTo(events, position, views, log.hear);
  const people = [...found.values()].reduce((sum, { size }) => sum + size, 0);
  const said = `what ${people} participants of ${found.size} conversations have not read was counted again`;
  return { said, differences: log.differences(found, MESSAGE_LIMITS.unread) };
};

/** Counts the dashboards' figures again from the log. @returns the findings, in sentences, and whether they agree */
export const recounted = async (reading: Reading) => {
  const all = [await figures(reading), await unread(reading)];
  return {
    isSame: all.every(({ differences }) => differences.length === 0),
    lines: all.flatMap(({ said, differences }) => [`${said}: ${differences.length} differ.`, ...differences]),
  };
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
