import { useState } from 'react';
import type { Message } from '@dosar/contracts';

/** What a text is about: another message that it answers, or one that is changed. */
export type Aim = {
  readonly kind: 'quote' | 'edit';
  readonly message: Pick<Message, 'id' | 'text' | 'sender_name' | 'attachments'>;
} | null;

/** What is being written: a new message and what it answers wait while another one is changed. */
export const useAim = () => {
  const [edit, setEdit] = useState<Aim>(null);
  const [quote, setQuote] = useState<Aim>(null);
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
