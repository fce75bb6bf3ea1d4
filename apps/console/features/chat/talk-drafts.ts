import { z } from 'zod';
import { session } from '../../platform/api';
import { kept } from '../../platform/kept';

/** What is being written in each conversation, by whom, until it is sent: kept over a reload. */
const texts = kept<Readonly<Record<string, string>>>('dosar.drafts', z.record(z.string(), z.string()), {});
const keyOf = (conversationId: string) => `${session.personId} ${conversationId}`;

export const talkDrafts = {
  subscribe: texts.subscribe,
  of: (conversationId: string): string => texts.get()[keyOf(conversationId)] ?? '',
  keep(conversationId: string, text: string): void {
    texts.change(({ [keyOf(conversationId)]: _, ...others }) =>
      text === '' ? others : { ...others, [keyOf(conversationId)]: text },
    );
  },
};
