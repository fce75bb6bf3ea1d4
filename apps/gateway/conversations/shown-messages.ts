import type { Attachment, File, Message } from '@dosar/contracts';
import { rowIn, rowsBeside, type ReadStore, type Row } from '@dosar/kernel/runtime';
import { messages, type MessageRow } from '@dosar/domain/conversations/messages.projector';
import { files } from '@dosar/domain/files/files.projector';
import type { ShowRows } from '../platform/sockets/announcer';
import { rowsById } from '../platform/reads/rows-by-id';

type Reads = Pick<ReadStore, 'find'>;

export const messageIn = ({ json }: Pick<Row<MessageRow>, 'json'>): MessageRow => rowIn(json);

/** What people are called, also those who are gone. */
export const namesOf = async (reads: Reads, ids: Iterable<string>): Promise<(id: string) => string | null> => {
  const found = await rowsBeside(reads, messages, 'name', ids);
  return (id) => {
    const row = found.get(id);
    return row ? rowIn(row.json).name : null;
  };
};

const attachmentOf = (row: Row<File> | undefined, id: string): Attachment => {
  const file = row && rowIn(row.json);
  return {
    token: id,
    file_id: id,
    name: file?.name ?? null,
    size: file?.size ?? 0,
    mime_type: file?.mime_type ?? 'application/octet-stream',
  };
};

/** What of messages not everybody is shown. */
type Hide = (rows: readonly MessageRow[]) => Promise<readonly MessageRow[]>;

/** Messages with the names of people and files as they are now, and with the text of what they answer. */
export const shownMessages = async (
  reads: Reads,
  found: readonly MessageRow[],
  hide: Hide = async (all) => all,
): Promise<Message[]> => {
  const rows = await hide(found);
  const quoted = await rowsById(
    reads,
    messages,
    rows.flatMap(({ quote_id }) => quote_id ?? []),
  );
  const attached = await rowsById(
    reads,
    files,
    rows.flatMap(({ file_ids }) => file_ids),
  );
  const quotes = await hide([...quoted.values()].map(messageIn));
  const quoteBy = new Map(quotes.map((each) => [each.id, each]));
  const nameOf = await namesOf(
    reads,
    [...rows, ...quotes].map(({ sender_id }) => sender_id),
  );
  const quoteOf = (id: string | null): Message['quote'] => {
    const row = id === null ? undefined : quoteBy.get(id);
    if (!row) return null;
    const { text, sender_id } = row;
    return { id: row.id, text, sender_name: nameOf(sender_id) };
  };
  return rows.map(({ file_ids, quote_id, ...row }) => ({
    ...row,
    sender_name: nameOf(row.sender_id),
    attachments: file_ids.map((id) => attachmentOf(attached.get(id), id)),
    quote: row.deleted ? null : quoteOf(quote_id),
    reactions: row.deleted ? [] : row.reactions,
    edited: row.edits_count > 0,
  }));
};

/** Messages, as those are told them who are there. */
export const showMessages: ShowRows<MessageRow> = (rows, reads) => shownMessages(reads, rows);
