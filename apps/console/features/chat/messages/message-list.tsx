import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionIcon, Loader } from '@mantine/core';
import { ArrowDown, MessagesSquare } from 'lucide-react';
import type { Conversation, Me, Message } from '@dosar/contracts';
import { badgeOf, dayOf, longDayOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { useFault } from '../../../platform/queries';
import { useStore } from '../../../platform/storage/store';
import type { Then } from '../../../platform/past/then';
import { Notice } from '../../../ui/notice';
import { Again } from '../../../ui/again';
import { Fault } from '../../../ui/screens';
import type { OnLook } from './message-files';
import { MessageItem } from './message-item';
import { refused, sentHere, unsent, type Unsent } from '../composing/outbox';
import { namesIn } from '../composing/mentions';
import { stateOf } from './message-state';
import { unreadLabel } from '../conversations/unread-label';
import { UnsentItem } from './unsent-item';
import type { Aim } from './use-aim';
import { useMarks } from './use-marks';
import { useScrolling } from './use-scrolling';
import { useWindow } from './use-window';
import classes from './message-list.module.css';

type Props = {
  readonly user: Me;
  readonly talk: Conversation;
  /** The message that it opens at; null: the first unread. */
  readonly startId: string | null;
  readonly onAim: (aim: NonNullable<Aim>) => void;
  readonly onTakeBack: (message: Unsent) => void;
  /** Absent where files are only downloaded. */
  readonly onLook?: OnLook | undefined;
  /** Absent for today; of the past nobody is told that it was read. */
  readonly then?: Then | undefined;
};

/** So soon after each other messages of one person stand together. */
const TOGETHER_MS = 5 * 60_000;

const isTogether = (before: Message | undefined, message: Message): boolean =>
  before?.sender_id === message.sender_id &&
  dayOf(before.created_at) === dayOf(message.created_at) &&
  Date.parse(message.created_at) - Date.parse(before.created_at) < TOGETHER_MS;

/** What is not sent yet of this conversation, and how much was sent here so far. */
const useUnsent = (conversationId: string, myId: string, onSent: () => void) => {
  const waiting = useStore(unsent).filter((each) => each.conversationId === conversationId && each.by === myId);
  const sent = useStore(sentHere);
  const [seen, setSeen] = useState(sent);
  if (seen !== sent) {
    setSeen(sent);
    onSent();
  }
  return { waiting, sent };
};

/** Whoever answers has read what was unread. */
const isAnswered = (unread: readonly Message[], myId: string): boolean =>
  unread.some(({ sender_id }) => sender_id === myId);

const toEnd = (box: HTMLElement | null): void => box?.scrollTo({ top: box.scrollHeight, behavior: 'smooth' });

/** What was said, oldest first: it is read on by scrolling, in both directions. */
export const MessageList = ({ user, talk, startId, onAim, onTakeBack, onLook, then }: Props) => {
  const { t } = useTranslation();
  const { found, messages, anchor, setAnchor, unreadFrom, isNewest } = useWindow(talk, startId, then);
  // whoever sends something while they read older messages sees it
  const { waiting, sent } = useUnsent(talk.id, user.id, () => !isNewest && setAnchor(null));
  const fault = useFault(found);
  const mark = useMarks(user.id, talk, messages);
  const box = useRef<HTMLDivElement>(null);
  const [shownId, setShownId] = useState(startId);
  const [isEndInSight, setEndInSight] = useState(true);
  const toNewest = () => (isNewest ? toEnd(box.current) : setAnchor(null));
  const { hasPreviousPage, hasNextPage, isFetching, fetchPreviousPage, fetchNextPage } = found;
  const { isFetchPreviousPageError: isTopFault, isFetchNextPageError: isBottomFault } = found;
  const again = { error: found.error, isPending: isFetching };
  useScrolling(box, {
    messages,
    // reactions make the messages longer that have them
    below: waiting.length + messages.reduce((sum, { reactions }) => sum + reactions.length, 0),
    sent,
    isBusy: isFetching,
    startAt: anchor,
    onTop: () => hasPreviousPage && !isFetching && !isTopFault && void fetchPreviousPage(),
    onBottom: () => hasNextPage && !isFetching && !isBottomFault && void fetchNextPage(),
    onSeen: then ? () => {} : mark,
    onEnd: setEndInSight,
  });
  const jump = (id: string) => {
    setShownId(id);
    const there = box.current?.querySelector(`[data-message="${CSS.escape(id)}"]`);
    if (there) there.scrollIntoView({ block: 'center', behavior: 'smooth' });
    else setAnchor(id);
  };
  if (fault !== null) return <Fault error={fault} reset={() => void found.refetch()} part={t('chat.failed')} />;
  if (!found.data) return <Loader size="sm" className={classes.loader} />;
  const isEmpty = messages.length + waiting.length === 0;
  return (
    <div className={classes.frame}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keys */}
      <div ref={box} className={classes.box} tabIndex={0} role="log" aria-label={t('chat.messages')}>
        {isEmpty && <Notice icon={MessagesSquare} title={t('chat.empty')} text={t('chat.emptyText')} />}
        {isTopFault && <Again {...again} onAgain={() => void fetchPreviousPage()} />}
        {hasPreviousPage && !isTopFault && <Loader size="xs" className={classes.more} />}
        <ol className={classes.messages}>
          {messages.map((message, at) => (
            <Entry
              key={message.id}
              message={message}
              before={messages[at - 1]}
              isFirstUnread={message.id === unreadFrom && !isAnswered(messages.slice(at), user.id)}
              isShown={message.id === shownId}
              state={stateOf(message, talk, user.id)}
              {...{ user, talk, then, onAim, onJump: jump, onLook }}
            />
          ))}
          {!then && <UnsentItems {...{ waiting, isNewest, names: namesIn(talk), onTakeBack }} />}
        </ol>
        {isBottomFault && <Again {...again} onAgain={() => void fetchNextPage()} />}
      </div>
      {!(isNewest && isEndInSight) && <ToNewest unread={talk.unread_count} onGo={toNewest} />}
    </div>
  );
};

type UnsentProps = Pick<Props, 'onTakeBack'> & {
  readonly waiting: readonly Unsent[];
  readonly isNewest: boolean;
  readonly names: readonly string[];
};

/** Behind the newest messages; what is refused wherever one reads. */
const UnsentItems = ({ waiting, isNewest, names, onTakeBack }: UnsentProps) => {
  const refusals = useStore(refused);
  return waiting
    .filter(({ id }) => isNewest || refusals.has(id))
    .map((each) => <UnsentItem key={each.id} message={each} names={names} onTakeBack={() => onTakeBack(each)} />);
};

/** Leads to the end, and says how much there is not read yet. */
const ToNewest = ({ unread, onGo }: { readonly unread: number; readonly onGo: () => void }) => {
  const { t } = useTranslation();
  const label = unread > 0 ? `${t('chat.toNewest')} · ${unreadLabel(t, unread)}` : t('chat.toNewest');
  return (
    <div className={classes.down}>
      <ActionIcon variant="default" size={42} radius="xl" aria-label={label} onClick={onGo}>
        <ArrowDown size={19} />
      </ActionIcon>
      {unread > 0 && <span aria-hidden="true">{badgeOf(unread)}</span>}
    </div>
  );
};

type EntryProps = Omit<Parameters<typeof MessageItem>[0], 'isContinued'> & {
  readonly before: Message | undefined;
  readonly isFirstUnread: boolean;
};

/** A message, and before it what day it was and where the unread begins. */
const Entry = ({ before, isFirstUnread, ...props }: EntryProps) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const { message } = props;
  const isNewDay = !before || dayOf(before.created_at) !== dayOf(message.created_at);
  return (
    <>
      {isNewDay && (
        <li className={classes.day}>
          <span>{longDayOf(message.created_at, language)}</span>
        </li>
      )}
      {isFirstUnread && (
        <li className={classes.unread}>
          <span>{t('chat.unreadFrom')}</span>
        </li>
      )}
      <MessageItem {...props} isContinued={!isNewDay && !isFirstUnread && isTogether(before, message)} />
    </>
  );
};
