import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Check, CheckCheck, Eye } from 'lucide-react';
import type { Conversation, Me, Message } from '@dosar/contracts';
import { momentOf, timeOf } from '../../../platform/format';
import type { Then } from '../../../platform/past/then';
import { TimelineLink } from '../../../ui/history/timeline-link';
import { DeleteDialog } from './delete.dialog';
import { HistoryDialog } from './history.dialog';
import { namesIn } from '../composing/mentions';
import { MessageFiles, type OnLook } from './message-files';
import { MessageActions, type MessageDialog } from './message-actions';
import { MessageText } from './message-text';
import type { MessageState } from './message-state';
import { ReactButton } from '../reactions/react-button';
import { useReactionBar } from '../reactions/use-reaction-bar';
import { ReactionChips } from '../reactions/reaction-chips';
import { useReactions } from '../reactions/use-reactions';
import { NoteDialog } from './note.dialog';
import { ReadersDialog } from './readers.dialog';
import { useConversationNames } from '../conversations/conversation-names';
import type { Aim } from './use-aim';
import { useUnfinishedState } from '../../../ui/forms/unfinished';
import classes from './message-item.module.css';

type Props = {
  readonly user: Me;
  readonly talk: Conversation;
  readonly message: Message;
  /** It follows another one of the same person. */
  readonly isContinued: boolean;
  /** Somebody was led to it. */
  readonly isShown: boolean;
  readonly state: MessageState;
  readonly onAim: (aim: NonNullable<Aim>) => void;
  readonly onJump: (id: string) => void;
  /** Absent where files are only downloaded. */
  readonly onLook?: OnLook | undefined;
  /** As of when it is looked at; nothing is done with a message of the past. */
  readonly then?: Then | undefined;
};

/** One message: who said what and when, what it answers and brings, and how far it has come. */
export const MessageItem = (props: Props) => {
  const { user, talk, message, isContinued, isShown, state, onAim, onJump, onLook, then } = props;
  const { t } = useTranslation();
  const { nameOf } = useConversationNames(user.id);
  const [asked, setAsked] = useUnfinishedState<MessageDialog | null>(`asked ${message.id}`, null);
  const isOwn = message.sender_id === user.id;
  const item = useRef<HTMLLIElement>(null);
  const mayReact = !then && !message.deleted;
  const bar = useReactionBar();
  const { reactions, isMine, turn } = useReactions(user, message);
  const about = { message, talk, onClose: () => setAsked(null) };
  return (
    <li
      ref={item}
      tabIndex={-1}
      className={classes.item}
      data-message={message.id}
      data-own={isOwn || undefined}
      data-continued={isContinued || undefined}
      data-shown={isShown || undefined}
      {...(mayReact && bar.handlers)}
    >
      {!isContinued && !isOwn && <p className={classes.sender}>{nameOf(message.sender_name)}</p>}
      <div className={classes.line}>
        <div className={classes.bubble} data-deleted={message.deleted || undefined}>
          {message.quote && <Quoted quote={message.quote} onJump={onJump} />}
          <Said {...{ message, talk }} />
          {message.attachments.length > 0 && <MessageFiles attachments={message.attachments} onLook={onLook} />}
          <p className={classes.foot}>
            {message.edited && !message.deleted && (
              <button type="button" className={classes.edited} onClick={() => setAsked('history')}>
                {t('chat.edited')}
              </button>
            )}
            <time dateTime={message.created_at} title={momentOf(message.created_at)}>
              {timeOf(message.created_at)}
            </time>
            <State state={state} />
          </p>
        </div>
        {message.deleted ? (
          <TimelineLink user={user} thing={{ resource_type: 'message', resource_id: message.id }} isSign />
        ) : (
          !then && (
            <>
              <MessageActions {...{ user, talk, message, onAim }} onAsk={setAsked} onReact={bar.openByFinger} />
              <ReactButton {...{ bar, isOwn, isMine }} onChoose={turn} />
            </>
          )
        )}
      </div>
      <ReactionChips myId={user.id} {...{ talk, message, reactions }} onTurn={mayReact ? turn : undefined} />
      {asked === 'history' && <HistoryDialog {...about} then={then} />}
      {asked === 'readers' && <ReadersDialog {...about} />}
      {asked === 'note' && <NoteDialog {...about} />}
      {asked === 'delete' && <DeleteDialog {...about} onDeleted={() => item.current?.focus()} />}
    </li>
  );
};

const Said = ({ message: { deleted, text }, talk }: Pick<Props, 'message' | 'talk'>) => {
  const { t } = useTranslation();
  if (!deleted && text === '') return null;
  return (
    <p className={classes.text}>
      {deleted ? (
        t('chat.deleted')
      ) : text === null ? (
        t('chat.unreadable')
      ) : (
        <MessageText text={text} names={namesIn(talk)} />
      )}
    </p>
  );
};

/** Each has a shape of its own: colours are not told apart by everybody. */
const ICONS = { sent: Check, delivered: CheckCheck, read: Eye } as const;

const State = ({ state }: { readonly state: MessageState }) => {
  const { t } = useTranslation();
  if (state === null) return null;
  const Icon = ICONS[state];
  return (
    <span
      className={classes.state}
      data-state={state}
      role="img"
      aria-label={t(`chat.states.${state}`)}
      title={t(`chat.states.${state}`)}
    >
      <Icon size={15} />
    </span>
  );
};

type QuotedProps = { readonly quote: NonNullable<Message['quote']>; readonly onJump: (id: string) => void };

const Quoted = ({ quote: { id, text, sender_name }, onJump }: QuotedProps) => {
  const { t } = useTranslation();
  const { nameOf } = useConversationNames('');
  return (
    <button type="button" className={classes.quote} onClick={() => onJump(id)} title={t('chat.jump')}>
      <strong>{nameOf(sender_name)}</strong>
      <span>{text === null ? t('chat.unreadable') : text || t('chat.quotedGone')}</span>
    </button>
  );
};
