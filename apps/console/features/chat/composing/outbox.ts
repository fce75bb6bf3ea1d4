import { z } from 'zod';
import { Attachment, Id, messagesApi, Quote } from '@dosar/contracts';
import { now } from '../../../platform/clock';
import { call, session } from '../../../platform/api';
import { storedItems } from '../../../platform/storage/stored-items';
import { awaitConnection, onBack } from '../../../platform/live/connection';
import { isPassing, Refused } from '../../../platform/refusals';
import { newKey } from '../../../platform/send';
import { store } from '../../../platform/storage/store';
import { showMessage } from '../chat.queries';
import { refreshConversations } from '../live/refresh-conversations';

/** A message that the server does not have yet; `id` is the key under which it is sent, however often. */
const Unsent = z.object({
  id: z.string(),
  by: z.string(),
  conversationId: Id,
  text: z.string(),
  attachments: z.array(Attachment),
  quote: Quote.nullable(),
  at: z.string(),
});
export type Unsent = z.infer<typeof Unsent>;

/** Kept over a reload: what was written goes out when there is a line again. */
export const unsent = storedItems('dosar.outbox', Unsent);

/** How many were sent in this window: what others send is in `unsent`, too. */
export const sentHere = store(0);

/** Why a message cannot be sent at all; it stays until its sender decides. */
export const refused = store<ReadonlyMap<string, unknown>>(new Map());

const AGAIN_MS = 2_000;
const isTooFast = (error: unknown) => error instanceof Refused && error.status === 429;

const forgetRefusal = (id: string) => {
  const left = new Map(refused.get());
  left.delete(id);
  refused.set(left);
};

const next = () => unsent.get().find(({ id, by }) => by === session.personId && !refused.get().has(id));

const post = async ({ id, conversationId, text, attachments, quote }: Unsent): Promise<void> => {
  const body = {
    text,
    attachment_tokens: attachments.map(({ token }) => token),
    ...(quote && { quote_message_id: quote.id }),
  };
  const { data } = await call(messagesApi.send, { params: { id: conversationId }, body }, undefined, { key: id });
  showMessage(data);
  unsent.drop(id);
  refreshConversations(conversationId);
};

let isSending = false;

/** Sends all that waits, one after the other. */
export const flush = async (): Promise<void> => {
  if (isSending) return;
  isSending = true;
  try {
    for (let message = next(); message; message = next()) {
      try {
        await post(message);
      } catch (error) {
        if (isTooFast(error)) return void setTimeout(() => void flush(), AGAIN_MS);
        if (isPassing(error)) return awaitConnection();
        refused.set(new Map(refused.get()).set(message.id, error));
      }
    }
  } finally {
    isSending = false;
  }
};

onBack(() => void flush());

export const outbox = {
  add(message: Omit<Unsent, 'id' | 'by' | 'at'>): void {
    const by = session.personId;
    if (by === null) return;
    const added = { ...message, id: newKey(), by, at: now().toISOString() };
    unsent.put(added);
    sentHere.set(sentHere.get() + 1);
    void flush();
  },
  again(id: string): void {
    forgetRefusal(id);
    void flush();
  },
  drop(id: string): void {
    unsent.drop(id);
    forgetRefusal(id);
  },
};
