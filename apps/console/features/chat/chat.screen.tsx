import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '@mantine/hooks';
import { MessagesSquare } from 'lucide-react';
import type { Me } from '@dosar/contracts';
import { Notice } from '../../ui/notice';
import { ConversationList } from './conversations/conversation-list';
import { ConversationView } from './conversations/conversation-view';
import classes from './chat.module.css';

type Props = {
  readonly user: Me;
  readonly conversationId: string | undefined;
  readonly messageId?: string | undefined;
  readonly fileId?: string | undefined;
};

/** All conversations beside the one that is open; on a phone one after the other. */
export const ChatScreen = ({ user, conversationId, messageId, fileId }: Props) => {
  return (
    <div className={classes.screen} data-open={conversationId !== undefined || undefined}>
      <ConversationList user={user} currentId={conversationId} />
      {conversationId === undefined ? (
        <Nothing />
      ) : (
        <ConversationView
          key={`${conversationId} ${messageId}`}
          user={user}
          conversationId={conversationId}
          messageId={messageId ?? null}
          fileId={fileId ?? null}
        />
      )}
    </div>
  );
};

const Nothing = () => {
  const { t } = useTranslation();
  useDocumentTitle(t('chat.page'));
  return (
    <section className={classes.nothing}>
      <Notice icon={MessagesSquare} title={t('chat.choose')} text={t('chat.chooseText')} />
    </section>
  );
};
