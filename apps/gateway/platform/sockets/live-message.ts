import { rowIn, type ReadStore } from '@dosar/kernel/runtime';
import type { Access } from '../access/access';
import type { Audiences } from './audience';
import type { Announcement, NamedRow, ShowRows } from './announcer';

/** A live event as it is sent. */
export type LiveMessage = {
  readonly to: Announcement['to'];
  /** Who is told nothing of it, though they belong to those. */
  readonly except?: Partial<Audiences>;
  readonly event: string;
  readonly body: object;
};

type Reads = Pick<ReadStore, 'get' | 'find' | 'count'>;

/** The named rows as shown; rows with the same function are shown together. */
const rowsShown = async (
  named: readonly NamedRow[],
  reads: Reads,
  access: Access,
): Promise<ReadonlyMap<NamedRow, unknown>> => {
  const found = await Promise.all(named.map(([view, id]) => reads.get(view, id)));
  const told = new Map<NamedRow, unknown>();
  const alike = new Map<ShowRows<never>, NamedRow[]>();
  for (const [at, each] of named.entries()) {
    const row = found[at];
    if (!row) continue;
    told.set(each, rowIn(row.json));
    const [, , show] = each;
    if (show) alike.set(show, [...(alike.get(show) ?? []), each]);
  }
  for (const [show, those] of alike) {
    const shown = await show(
      // each is of its own view
      those.map((each) => told.get(each) as never),
      reads,
      access,
    );
    those.forEach((each, at) => told.set(each, shown[at]));
  }
  return told;
};

/**
 * Announcements with their rows. For a missing row the body says only that something changed; of one with nothing to show
 * nobody is told.
 */
export const messagesOf = async (
  announcements: readonly Announcement[],
  reads: Reads,
  access: Access,
): Promise<(LiveMessage | null)[]> => {
  const namedBy = (each: Announcement) => ('rows' in each ? Object.entries<NamedRow>(each.rows) : []);
  const named = announcements.flatMap((each) => namedBy(each).map(([, row]) => row));
  const told = await rowsShown(named, reads, access);
  return announcements.map((each): LiveMessage | null => {
    const { event, to } = each;
    if ('body' in each) return { to, event, body: each.body };
    const rows = namedBy(each);
    if (!rows.every(([, row]) => told.has(row))) return { to, event: 'resync', body: {} };
    if (rows.some(([, row]) => told.get(row) === null)) return null;
    const body: Record<string, unknown> = { position: String(each.position) };
    for (const [name, row] of rows) body[name] = told.get(row);
    return { to, event, body };
  });
};

/**
 * Makes messages for rooms with receivers only, and sends them. Somebody who joins meanwhile gets theirs, too: nothing is
 * awaited between the last look at the rooms and the sending.
 */
export const sendAnnounced = async (
  announcements: readonly Announcement[],
  isHeard: (announcement: Announcement) => boolean,
  make: (announcements: readonly Announcement[]) => Promise<readonly (LiveMessage | null)[]>,
  tell: (messages: readonly LiveMessage[]) => void,
): Promise<void> => {
  const made = new Map<Announcement, LiveMessage | null>();
  const due = () => announcements.filter((each) => !made.has(each) && isHeard(each));
  for (let next = due(); next.length > 0; next = due())
    for (const [at, message] of (await make(next)).entries()) made.set(next[at]!, message);
  tell(announcements.flatMap((each) => made.get(each) ?? []));
};
