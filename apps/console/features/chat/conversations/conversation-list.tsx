import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ActionIcon, Skeleton, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { MessagesSquare, SquarePen } from 'lucide-react';
import type { Conversation, Me } from '@dosar/contracts';
import { badgeOf, whenOf } from '../../../platform/format';
import { useFault } from '../../../platform/queries';
import type { Then } from '../../../platform/past/then';
import { Notice } from '../../../ui/notice';
import { ReadOn } from '../../../ui/read-on';
import { Fault } from '../../../ui/screens';
import { SearchInput } from '../../../ui/search-input';
import { Avatar } from './avatar';
import { conversations } from '../chat.queries';
import { NewConversationDialog } from './new-conversation.dialog';
import { useDraft } from '../composing/conversation-drafts';
import { otherSide, useConversationNames, usePresence } from './conversation-names';
import { unreadLabel } from './unread-label';
import { useUnfinishedState } from '../../../ui/forms/unfinished';
import classes from './conversation-list.module.css';

type Props = { readonly user: Me; readonly currentId: string | undefined };

/** What moved up while it was read on is on two pages. */
const eachOnce = (talks: readonly Conversation[]): Conversation[] => [
  ...new Map(talks.map((talk) => [talk.id, talk])).values(),
];

/** The conversations somebody may read, the newest first. */
export const ConversationList = ({ user, currentId }: Props) => {
  const { t } = useTranslation();
  const [q, setQ] = useState('');
  const [isOpening, setOpening] = useUnfinishedState('opening', false);
  const found = useInfiniteQuery({ ...conversations(q), placeholderData: keepPreviousData });
  const fault = useFault(found);
  const rows = useRef<HTMLDivElement>(null);
  const talks = found.data && eachOnce(found.data.pages.flatMap(({ conversations: page }) => page));
  return (
    <section className={classes.list} aria-label={t('chat.title')}>
      <header className={classes.head}>
        <div className={classes.title}>
          <h1>{t('chat.title')}</h1>
          <ActionIcon variant="subtle" size="lg" aria-label={t('chat.new')} onClick={() => setOpening(true)}>
            <SquarePen size={19} />
          </ActionIcon>
        </div>
        <SearchInput label={t('chat.search')} q={q} onSearch={setQ} />
      </header>
      <div ref={rows} className={classes.rows}>
        {fault !== null && <Fault error={fault} reset={() => void found.refetch()} part={t('chat.failedList')} />}
        {!talks && fault === null && <Rows />}
        {talks?.length === 0 && (
          <Notice
            icon={MessagesSquare}
            title={q === '' ? t('chat.none') : t('chat.noneFound')}
            text={q === '' ? t('chat.noneText') : t('chat.noneFoundText')}
          />
        )}
        {talks && talks.length > 0 && (
          <>
            <ul>
              {talks.map((talk) => (
                <li key={talk.id}>
                  <Row talk={talk} myId={user.id} isCurrent={talk.id === currentId} />
                </li>
              ))}
            </ul>
            <ReadOn box={rows} list={found} />
          </>
        )}
      </div>
      {isOpening && <NewConversationDialog onClose={() => setOpening(false)} />}
    </section>
  );
};

/** What is begun in a conversation and not sent; null: nothing. */
const useDraftOf = (conversationId: string): string | null => {
  const { text, attachments } = useDraft(conversationId);
  return text.trim() || attachments.flatMap(({ name }) => name ?? []).join(', ') || null;
};

const Rows = () => (
  <div className={classes.waiting} aria-hidden="true">
    {[0, 1, 2, 3, 4].map((each) => (
      <Skeleton key={each} height={44} radius="md" />
    ))}
  </div>
);

type RowProps = {
  readonly talk: Conversation;
  readonly myId: string;
  readonly isCurrent: boolean;
  /** As of when it is looked at: who was there then is not known. */
  readonly then?: Then;
};

export const Row = ({ talk, myId, isCurrent, then }: RowProps) => {
  const { t } = useTranslation();
  const { titleOf, lineOf } = useConversationNames(myId);
  const { presence } = usePresence(otherSide(talk, myId));
  const draft = useDraftOf(talk.id);
  const title = titleOf(talk);
  const { last_message: last, unread_count: unread } = talk;
  return (
    <Link
      to="/chat/$conversationId"
      params={{ conversationId: talk.id }}
      search={{ ...then }}
      className={classes.row}
      aria-current={isCurrent ? 'page' : undefined}
      data-unread={unread > 0 || undefined}
    >
      <Avatar name={title} {...(!then && { presence })} isSquare={talk.kind === 'client'} />
      <span className={classes.texts}>
        <span className={classes.name}>{title}</span>
        <span className={classes.line}>
          {draft !== null && !isCurrent && !then ? (
            <>
              <strong className={classes.draft}>{t('chat.draft')}</strong> {draft}
            </>
          ) : last ? (
            lineOf(last)
          ) : (
            t('chat.silent')
          )}
        </span>
      </span>
      <span className={classes.side}>
        {last && <time dateTime={last.created_at}>{whenOf(last.created_at)}</time>}
        {unread > 0 && (
          <span className={classes.count}>
            <span aria-hidden="true">{badgeOf(unread)}</span>
            <VisuallyHidden>{unreadLabel(t, unread)}</VisuallyHidden>
          </span>
        )}
      </span>
    </Link>
  );
};
