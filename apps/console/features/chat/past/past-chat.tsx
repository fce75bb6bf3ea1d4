import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Loader } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { MessagesSquare } from 'lucide-react';
import type { Me } from '@dosar/contracts';
import { offers } from '../../../platform/guards';
import { isGone, useFault } from '../../../platform/queries';
import type { Then } from '../../../platform/past/then';
import { Notice } from '../../../ui/notice';
import { ReadOn } from '../../../ui/read-on';
import { Fault } from '../../../ui/screens';
import { Avatar } from '../conversations/avatar';
import { BackToList } from '../conversations/back-to-list';
import { Row } from '../conversations/conversation-list';
import { useConversationNames } from '../conversations/conversation-names';
import { MessageList } from '../messages/message-list';
import { formerConversation, formerConversations } from './past-chat.queries';
import screen from '../chat.module.css';
import list from '../conversations/conversation-list.module.css';
import view from '../conversations/conversation-view.module.css';

/** Shows a document that came with a message, as it was then. */
type LookAt = (id: string, onClose: () => void) => ReactNode;

type Props = { readonly user: Me; readonly conversationId: string; readonly then: Then; readonly lookAt: LookAt };

const nothing = () => {};

/** The conversations as they were, and one of them: nothing is written, and nobody is told that it was read. */
export const PastChat = ({ user, conversationId, then, lookAt }: Props) => {
  // what is one's own is that of whoever is looked as
  const seenAs = then.as === undefined ? user : { ...user, id: then.as };
  return (
    <div className={screen.screen} data-open>
      <PastList user={seenAs} conversationId={conversationId} then={then} />
      <PastConversation key={conversationId} user={seenAs} {...{ conversationId, then, lookAt }} />
    </div>
  );
};

const PastList = ({ user, conversationId, then }: Omit<Props, 'lookAt'>) => {
  const { t } = useTranslation();
  const found = useInfiniteQuery(formerConversations(then));
  const fault = useFault(found);
  const rows = useRef<HTMLDivElement>(null);
  return (
    <section className={list.list} aria-label={t('chat.title')}>
      <header className={list.head}>
        <div className={list.title}>
          <h1>{t('chat.title')}</h1>
        </div>
      </header>
      <div ref={rows} className={list.rows}>
        {fault !== null && <Fault error={fault} reset={() => void found.refetch()} part={t('chat.failedList')} />}
        <ul>
          {found.data?.pages.flatMap(({ conversations }) =>
            conversations.map((talk) => (
              <li key={talk.id}>
                <Row talk={talk} myId={user.id} isCurrent={talk.id === conversationId} then={then} />
              </li>
            )),
          )}
        </ul>
        <ReadOn box={rows} list={found} />
      </div>
    </section>
  );
};

const PastConversation = ({ user, conversationId, then, lookAt }: Props) => {
  const { t } = useTranslation();
  const { titleOf, others, nameOf } = useConversationNames(user.id);
  const found = useQuery(formerConversation(conversationId, then));
  const [lookedAt, setLookedAt] = useState<string | null>(null);
  const fault = useFault(found);
  const talk = found.data?.conversation;
  const hasFiles = offers(user, 'file_manager') && !!talk?.client;
  const title = talk ? titleOf(talk) : t('chat.page');
  useDocumentTitle(t('formerChat.page', { title }));
  if (isGone(fault))
    return <Notice icon={MessagesSquare} title={t('formerChat.absent')} text={t('formerChat.absentText')} />;
  if (fault !== null) return <Fault error={fault} reset={() => void found.refetch()} part={t('chat.failed')} />;
  if (!talk) return <Loader size="sm" className={view.loader} />;
  return (
    <section className={view.view} aria-label={title}>
      <header className={view.head}>
        <BackToList />
        <Avatar name={title} isSquare={talk.kind === 'client'} />
        <div className={view.heading}>
          <h2>{title}</h2>
          <p>
            {others(talk)
              .map(({ name }) => nameOf(name))
              .join(', ') || t('names.alone')}
          </p>
        </div>
      </header>
      <MessageList
        {...{ user, talk, then }}
        startId={null}
        onAim={nothing}
        onTakeBack={nothing}
        {...(hasFiles && { onLook: (_, fileId) => setLookedAt(fileId) })}
      />
      {lookedAt !== null && lookAt(lookedAt, () => setLookedAt(null))}
    </section>
  );
};
