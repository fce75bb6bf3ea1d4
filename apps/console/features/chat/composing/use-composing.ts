import { useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { isBlank, MESSAGE_LIMITS, messagesApi, TYPING_MS, type Conversation } from '@dosar/contracts';
import { say } from '../../../platform/live/live';
import { writing } from '../../../platform/queries';
import { showMessage } from '../chat.queries';
import { outbox } from './outbox';
import { conversationDrafts, useDraft } from './conversation-drafts';
import type { Aim } from '../messages/use-aim';
import type { Attachments } from './use-attachments';

const editing = writing(messagesApi.edit, {
  input: ({ id, text }: { readonly id: string; readonly text: string }) => ({ params: { id }, body: { text } }),
  touches: ({ data }) => showMessage(data),
  failure: 'chat.failedEdit',
});

/** Says now and then that somebody types, and once that they have stopped. */
const useTyping = (conversationId: string) => {
  const last = useRef(0);
  const tell = (typing: boolean) => {
    const now = Date.now();
    if (typing ? now - last.current < TYPING_MS / 2 : last.current === 0) return;
    last.current = typing ? now : 0;
    say('typing', { conversation_id: conversationId, typing });
  };
  return tell;
};

/** The text of the message that is changed, or the one that is kept until it is sent. */
const useText = (conversationId: string, aim: Aim) => {
  const draft = useDraft(conversationId);
  const [changed, setChanged] = useState<{ readonly aim: Aim; readonly text: string } | null>(null);
  if (aim?.kind === 'edit') {
    const { message } = aim;
    const begun = draft.edit?.message.id === message.id ? draft.edit.text : (message.text ?? '');
    const change = (next: string) => {
      setChanged({ aim, text: next });
      conversationDrafts.keep(conversationId, { edit: { message, text: next } });
    };
    return [changed?.aim === aim ? changed.text : begun, change] as const;
  }
  return [draft.text, (text: string) => conversationDrafts.keep(conversationId, { text })] as const;
};

export type Composed = {
  readonly talk: Conversation;
  readonly aim: Aim;
  readonly attachments: Attachments;
  readonly onDrop: (aim: Aim) => void;
};

/** What is being written: a new message, or another text of an own one; and how it is sent. */
export const useComposing = ({ talk, aim, attachments, onDrop }: Composed) => {
  const isEdit = aim?.kind === 'edit';
  const [text, setText] = useText(talk.id, aim);
  const { mutate, isPending } = useMutation(editing);
  const typing = useTyping(talk.id);
  // what was chosen for a new message waits while another is changed
  const attached = isEdit ? [] : attachments.attached;
  const files = attached.flatMap(({ file }) => file ?? []);
  // what cannot go along is tried again or taken out first: nothing is left behind unseen
  const isWaiting = attached.some(({ file, error }) => file === null || error !== null);
  const over = text.length - MESSAGE_LIMITS.text;
  const hasSome = !isBlank(text) || (isEdit ? aim.message.attachments.length > 0 : files.length > 0);
  const canSend = hasSome && over <= 0 && !isWaiting && !isPending;

  const write = (next: string) => {
    setText(next);
    typing(next !== '');
  };
  const submit = () => {
    if (!canSend) return;
    typing(false);
    if (isEdit) return mutate({ id: aim.message.id, text }, { onSuccess: () => onDrop(aim) });
    const quote = aim && { id: aim.message.id, text: aim.message.text, sender_name: aim.message.sender_name };
    outbox.add({ conversationId: talk.id, text, attachments: files, quote });
    setText('');
    attachments.clear();
    onDrop(aim);
  };
  return {
    text,
    write,
    submit,
    canSend,
    isPending,
    over,
    attached,
    takesFiles: attachments.isOffered && !isEdit,
    leave: () => typing(false),
  };
};
