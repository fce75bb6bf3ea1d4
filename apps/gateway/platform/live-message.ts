import type { ReadStore } from '@dosar/kernel/runtime';
import type { Access } from './access';
import type { Announcement, NamedRow } from './announcer';

/** Something that is told, as it is sent. */
export type LiveMessage = { readonly to: Announcement['to']; readonly event: string; readonly body: object };

/** What is announced, with the rows that it names. Of a row that is not there, its hearers are to see for themselves. */
export const messageOf = async (
  announcement: Announcement,
  reads: Pick<ReadStore, 'get' | 'find' | 'count'>,
  access: Access,
): Promise<LiveMessage> => {
  const { event, to } = announcement;
  if ('body' in announcement) return { to, event, body: announcement.body };
  const named = Object.entries<NamedRow>(announcement.rows);
  const rows = await Promise.all(named.map(([, [view, id]]) => reads.get(view, id)));
  if (rows.includes(null)) return { to, event: 'resync', body: {} };
  const body: Record<string, unknown> = { position: String(announcement.position) };
  for (const [at, [name, [, , show]]] of named.entries()) {
    const row = JSON.parse(rows[at]!.json) as unknown;
    body[name] = show ? await show(row, reads, access) : row;
  }
  return { to, event, body };
};

/**
 * Makes the messages of what somebody hears, and none for nobody, and tells them. Who comes while they are made hears
 * theirs, too: nothing is awaited between the last look at who hears what and the telling.
 */
export const tellHeard = async (
  announcements: readonly Announcement[],
  isHeard: (announcement: Announcement) => boolean,
  make: (announcement: Announcement) => Promise<LiveMessage>,
  tell: (messages: readonly LiveMessage[]) => void,
): Promise<void> => {
  const made = new Map<Announcement, LiveMessage>();
  const due = () => announcements.filter((each) => !made.has(each) && isHeard(each));
  for (let next = due(); next.length > 0; next = due())
    for (const [at, message] of (await Promise.all(next.map(make))).entries()) made.set(next[at]!, message);
  tell(announcements.flatMap((each) => made.get(each) ?? []));
};
