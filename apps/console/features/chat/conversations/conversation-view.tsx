import { useContext, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { ActionIcon, Button, Loader } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { CalendarClock, Files, Search } from 'lucide-react';
import type { Conversation, Me } from '@dosar/contracts';
import { momentOf } from '../../../platform/format';
import { offers } from '../../../platform/guards';
import { isGone, useFault } from '../../../platform/queries';
import { LAST } from '../../../platform/past/then';
import { PreviewPlace } from '../../../ui/dialogs/preview-place';
import { Gone, useLastKnown } from '../../../ui/faults/gone';
import { Fault } from '../../../ui/screens';
import { TimelineLink } from '../../../ui/history/timeline-link';
import { Avatar } from './avatar';
import { BackToList } from './back-to-list';
import { conversation } from '../chat.queries';
import { Composer } from '../composing/composer';
import { useAttachmentLook } from '../messages/use-attachment-look';
import { MessageList } from '../messages/message-list';
import { outbox, type Unsent } from '../composing/outbox';
import { conversationDrafts } from '../composing/conversation-drafts';
import { otherSide, useConversationNames, usePresence } from './conversation-names';
import { TypingIndicator } from '../composing/typing-indicator';
import { useAim } from '../messages/use-aim';
import { useFileInQuestion } from '../composing/use-file-in-question';
import { useAttachments } from '../composing/use-attachments';
import classes from './conversation-view.module.css';

type Props = {
  readonly user: Me;
  readonly conversationId: string;
  /** The message that it opens at; null: the first unread. */
  readonly messageId: string | null;
  /** The file that is asked about; null: none. */
  readonly fileId: string | null;
};

/** One conversation, from its first unread message on. */
export const ConversationView = ({ user, conversationId, messageId, fileId }: Props) => {
  const { t } = useTranslation();
  const { titleOf } = useConversationNames(user.id);
  const found = useQuery(conversation(conversationId));
  const fault = useFault(found);
  const known = useLastKnown(found.data && titleOf(found.data.conversation));
  useDocumentTitle(found.data ? t('chat.openPage', { title: titleOf(found.data.conversation) }) : t('chat.page'));
  if (fault !== null)
    return (
      <section className={classes.view}>
        {isGone(fault) ? (
          <Gone
            title={known === undefined ? t('chat.gone') : t('screens.gone', { name: known })}
            text={t('chat.goneText')}
          >
            <Button renderRoot={(props) => <Link to="/chat" {...props} />}>{t('chat.back')}</Button>
          </Gone>
        ) : (
          <Fault error={fault} reset={() => void found.refetch()} part={t('chat.failed')} />
        )}
      </section>
    );
  if (!found.data)
    return (
      <section className={classes.view} aria-busy="true">
        <Loader size="sm" className={classes.loader} />
      </section>
    );
  return <Opened user={user} talk={found.data.conversation} messageId={messageId} fileId={fileId} />;
};

type OpenedProps = Pick<Props, 'user' | 'messageId' | 'fileId'> & { readonly talk: Conversation };

const Opened = ({ user, talk, messageId, fileId }: OpenedProps) => {
  const { titleOf } = useConversationNames(user.id);
  const box = useRef<HTMLTextAreaElement>(null);
  const { aim, setAim, setQuote, drop } = useAim(talk.id);
  const clientId = offers(user, 'file_manager') ? (talk.client?.id ?? null) : null;
  const attachments = useAttachments(talk.id, clientId);
  useFileInQuestion(talk.id, fileId, attachments);
  useEffect(() => {
    // whoever asks about a file writes next
    if (fileId !== null) box.current?.focus();
  }, [fileId]);
  const title = titleOf(talk);
  const look = useAttachmentLook();
  const preview = useContext(PreviewPlace);
  /** What the server does not take is written anew. */
  const takeBack = ({ id, text, attachments: files, quote }: Unsent) => {
    outbox.drop(id);
    const texts = [text, conversationDrafts.of(talk.id).text].filter((each) => each !== '');
    conversationDrafts.keep(talk.id, { text: texts.join('\n') });
    attachments.bringBack(files);
    if (quote) setQuote({ kind: 'quote', message: { ...quote, attachments: [] } });
    box.current?.focus();
  };
  return (
    <section className={classes.view} aria-label={title}>
      <Head user={user} talk={talk} title={title} />
      <MessageList
        user={user}
        talk={talk}
        startId={messageId}
        onAim={setAim}
        onTakeBack={takeBack}
        {...(clientId !== null && { onLook: look.onLook })}
      />
      <TypingIndicator conversationId={talk.id} />
      <Composer myId={user.id} {...{ box, talk, aim, attachments, onDrop: drop }} />
      {clientId !== null && preview({ user, clientId, ids: look.ids })}
    </section>
  );
};

const Head = ({ user, talk, title }: { readonly user: Me; readonly talk: Conversation; readonly title: string }) => {
  const { t } = useTranslation();
  const { others, nameOf } = useConversationNames(user.id);
  const people = others(talk);
  const { presence, lastSeen, statusOf } = usePresence(otherSide(talk, user.id));
  const isDirect = people.length === 1 && nameOf(people[0]!.name) === title;
  const here = lastSeen === null ? t(`presence.${presence}`) : t('chat.lastSeen', { when: momentOf(lastSeen) });
  const names = people.map((each) => {
    const status = statusOf(each);
    return status === 'offline' ? nameOf(each.name) : `${nameOf(each.name)} (${t(`presence.${status}`).toLowerCase()})`;
  });
  return (
    <header className={classes.head}>
      <h1 className={classes.screen}>{t('chat.title')}</h1>
      <BackToList />
      <Avatar name={title} presence={presence} isSquare={talk.kind === 'client'} />
      <div className={classes.heading}>
        <h2>{title}</h2>
        <p>{isDirect ? here : names.join(', ') || t('names.alone')}</p>
      </div>
      {talk.client && offers(user, 'file_manager') && <Documents user={user} clientId={talk.client.id} />}
      {offers(user, 'audit') && <PastSign id={talk.id} />}
      <TimelineLink user={user} thing={{ resource_type: 'conversation', resource_id: talk.id }} isSign />
      <ActionIcon
        renderRoot={(props) => (
          <Link {...props} to="/search" search={{ conversation_id: talk.id, types: 'messages' }} />
        )}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('chat.searchIn')}
        title={t('chat.searchIn')}
      >
        <Search size={19} />
      </ActionIcon>
    </header>
  );
};

/** The way to the documents of the client whom the conversation is about. */
const Documents = ({ user, clientId }: { readonly user: Me; readonly clientId: string }) => {
  const { t } = useTranslation();
  const search = user.role === 'user' ? {} : { clientId };
  return (
    <Button
      renderRoot={(props) => <Link {...props} to="/files" search={search} />}
      variant="default"
      leftSection={<Files size={16} />}
      className={classes.documents}
      aria-label={t('words.files')}
      title={t('words.files')}
    >
      {t('words.files')}
    </Button>
  );
};

/** The way to how the conversation was. */
const PastSign = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation();
  return (
    <ActionIcon
      renderRoot={(props) => (
        <Link {...props} to="/chat/$conversationId" params={{ conversationId: id }} search={{ at: LAST }} />
      )}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t('chat.past')}
      title={t('chat.past')}
    >
      <CalendarClock size={19} />
    </ActionIcon>
  );
};
