import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { Attachment, Message, Quote } from '@dosar/contracts';
import { session } from '../../../platform/api';
import { stored } from '../../../platform/storage/stored';

const Draft = z.object({
  text: z.string(),
  attachments: z.array(Attachment),
  quote: Quote.nullable(),
  /** Another text of an own message. */
  edit: z
    .object({ message: Message.pick({ id: true, text: true, sender_name: true, attachments: true }), text: z.string() })
    .nullable()
    .default(null),
});
export type Draft = z.infer<typeof Draft>;

const NOTHING: Draft = { text: '', attachments: [], quote: null, edit: null };
const isNothing = ({ text, attachments, quote, edit }: Draft) =>
  text === '' && attachments.length === 0 && quote === null && edit === null;

/** Before, only a text was kept. */
const Former = z.string().transform((text): Draft => ({ ...NOTHING, text }));

/** What is being written in each conversation, by whom, until it is sent: kept over a reload. */
const drafts = stored<Readonly<Record<string, Draft>>>(
  'dosar.drafts',
  z.record(z.string(), z.union([Draft, Former])),
  {},
);
const placeOf = (conversationId: string) => `${session.personId} ${conversationId}`;

// who has left leaves nothing behind; whose session ran out goes on after signing in
session.onEnd(({ isLeft, personId }) => {
  if (!isLeft || personId === null) return;
  drafts.change((all) =>
    Object.fromEntries(Object.entries(all).filter(([place]) => !place.startsWith(`${personId} `))),
  );
});

export const conversationDrafts = {
  subscribe: drafts.subscribe,
  /** Whose draft it is, and where. */
  placeOf,
  of: (conversationId: string): Draft => drafts.get()[placeOf(conversationId)] ?? NOTHING,
  keep(conversationId: string, part: Partial<Draft>): void {
    if (session.personId === null) return;
    drafts.change(({ [placeOf(conversationId)]: before = NOTHING, ...others }) => {
      const after = { ...before, ...part };
      return isNothing(after) ? others : { ...others, [placeOf(conversationId)]: after };
    });
  },
};

/** What is being written in this conversation, as it changes. */
export const useDraft = (conversationId: string): Draft =>
  useSyncExternalStore(conversationDrafts.subscribe, () => conversationDrafts.of(conversationId));
