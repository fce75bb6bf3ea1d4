import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { betweenLetters, FILE_LIMITS, notesApi, type Conversation, type Message } from '@dosar/contracts';
import { momentOf } from '../../../platform/format';
import { writing } from '../../../platform/queries';
import { toasts } from '../../../platform/toasts';
import { FilePickerDialog } from '../composing/file-picker.dialog';
import { useConversationNames } from '../conversations/conversation-names';

const noting = writing(notesApi.add, {
  input: ({ fileId, text }: { readonly fileId: string; readonly text: string }) => ({
    params: { id: fileId },
    body: { text },
  }),
  touches: ['notes', 'files'],
  failure: 'failures.addNote',
});

type Props = { readonly message: Message; readonly talk: Conversation; readonly onClose: () => void };

/** A note holds less than a message: what is too long ends with dots, between two whole letters. */
const shortened = (text: string): string =>
  text.length <= FILE_LIMITS.note ? text : `${text.slice(0, betweenLetters(text, FILE_LIMITS.note - 1))}…`;

/** Beside which file a message is to be noted: one that came with it, or another of the client. */
export const NoteDialog = ({ message, talk, onClose }: Props) => {
  const { t } = useTranslation();
  const { nameOf } = useConversationNames('');
  const { mutateAsync } = useMutation(noting);
  const { text, sender_name, created_at, attachments } = message;
  if (talk.client === null) return null;
  return (
    <FilePickerDialog
      isOne
      clientId={talk.client.id}
      title={t('chat.noteTitle')}
      action={t('chat.noteAdd')}
      likely={attachments}
      onChoose={async ([file]) => {
        const said = `${nameOf(sender_name)}, ${momentOf(created_at)}:\n${text}`;
        await mutateAsync({ fileId: file!.file_id, text: shortened(said) });
        toasts.show({ type: 'success', title: t('chat.noted', { name: file!.name ?? '' }) });
      }}
      onClose={onClose}
    />
  );
};
