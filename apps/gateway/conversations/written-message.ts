import { messages } from '@dosar/domain/conversations/messages.projector';
import type { Call } from '../platform/access/call';
import { named, type Json } from '../platform/http/json';
import type { ViewRows } from '../platform/reads/rows';
import { messageIn, shownMessages } from './shown-messages';
import type { Write } from '../platform/writes/writes';

/** A message as a call has left it. */
export const writtenMessage = async (rows: ViewRows, write: Write<Call>, id: string): Promise<Json> => {
  const json = await write.row(messages, id);
  const [shown] = await shownMessages(rows, [messageIn({ json })]);
  return named('data', JSON.stringify(shown));
};
