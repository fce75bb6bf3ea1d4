import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { messagesApi, type Message } from '@dosar/contracts';
import { writing } from '../../../platform/queries';
import { ConfirmDialog } from '../../../ui/dialogs/confirm.dialog';
import { hideMessage } from '../chat.queries';
import { refreshConversations } from '../live/refresh-conversations';

const removing = writing(messagesApi.delete, {
  input: ({ id }: Message) => ({ params: { id } }),
  touches: (_, { id, conversation_id }) => {
    hideMessage(conversation_id, id);
    refreshConversations(conversation_id);
  },
  failure: null,
});

type Props = {
  readonly message: Message;
  /** Its actions are gone with it, and so is what had the focus. */
  readonly onDeleted: () => void;
  readonly onClose: () => void;
};

/** Whether a message is to be deleted. */
export const DeleteDialog = ({ message, onDeleted, onClose }: Props) => {
  const { t } = useTranslation();
  const { mutateAsync } = useMutation(removing);
  return (
    <ConfirmDialog
      title={t('chat.deleteTitle')}
      text={t('chat.deleteText')}
      action={t('chat.delete')}
      isDangerous
      onConfirm={() => mutateAsync(message).then(onDeleted)}
      onClose={onClose}
    />
  );
};
