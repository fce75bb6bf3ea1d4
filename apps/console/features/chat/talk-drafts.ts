import { z } from 'zod';
import { Attachment, Quote } from '@dosar/contracts';
import { session } from '../../platform/api';
import { kept } from '../../platform/kept';

const Draft = z.object({ text: z.string(), attachments: z.array(Attachment), quote: Quote.nullable() });
export type Draft = z.infer<typeof Draft>;

const NOTHING: Draft = { text: '', attachments: [], quote: null };
const isNothing = ({ text, attachments, quote }: Draft) => text === '' && attachments.length === 0 && quote === null;

/** What is being written in each conversation, by whom, until it is sent: kept over a reload. */
const drafts = kept<Readonly<Record<string, Draft>>>('dosar.drafts', z.record(z.string(), Draft), {});
const keyOf = (conversationId: string) => `${session.personId} ${conversationId}`;

export const talkDrafts = {
  subscribe: drafts.subscribe,
  of: (conversationId: string): Draft => drafts.get()[keyOf(conversationId)] ?? NOTHING,
  keep(conversationId: string, part: Partial<Draft>): void {
    drafts.change(({ [keyOf(conversationId)]: before = NOTHING, ...others }) => {
      const after = { ...before, ...part };
      return isNothing(after) ? others : { ...others, [keyOf(conversationId)]: after };
    });
  },
};
