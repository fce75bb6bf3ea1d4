import { useEffect, useState } from 'react';
import type { Message } from '@dosar/contracts';
import { conversationDrafts } from '../composing/conversation-drafts';

/** What a text is about: another message that it answers, or one that is changed. */
export type Aim = {
  readonly kind: 'quote' | 'edit';
  readonly message: Pick<Message, 'id' | 'text' | 'sender_name' | 'attachments'>;
} | null;

/** What was being changed before a reload. */
const editIn = (conversationId: string): Aim => {
  const { edit } = conversationDrafts.of(conversationId);
  return edit && { kind: 'edit', message: edit.message };
};

/** What was answered before a reload. */
const quoteIn = (conversationId: string): Aim => {
  const { quote } = conversationDrafts.of(conversationId);
  return quote && { kind: 'quote', message: { ...quote, attachments: [] } };
};

/** What is being written: a new message and what it answers wait while another one is changed. */
export const useAim = (conversationId: string) => {
  const [edit, setEdit] = useState<Aim>(() => editIn(conversationId));
  const [quote, setQuote] = useState<Aim>(() => quoteIn(conversationId));
  useEffect(() => {
    const { message } = quote ?? {};
    const kept = message && { id: message.id, text: message.text, sender_name: message.sender_name };
    conversationDrafts.keep(conversationId, { quote: kept ?? null });
  }, [conversationId, quote]);
  useEffect(() => {
    // its text is kept from its first letter on
    if (conversationDrafts.of(conversationId).edit?.message.id !== edit?.message.id)
      conversationDrafts.keep(conversationId, { edit: null });
  }, [conversationId, edit]);
  return {
    aim: edit ?? quote,
    setAim: (next: NonNullable<Aim>) => {
      setEdit(next.kind === 'edit' ? next : null);
      if (next.kind === 'quote') setQuote(next);
    },
    setQuote,
    /** It is done, or not wanted; whatever came in its place meanwhile stays. */
    drop: (gone: Aim) => {
      setEdit((now) => (now === gone ? null : now));
      setQuote((now) => (now === gone ? null : now));
    },
  };
};
