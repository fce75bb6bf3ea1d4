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
