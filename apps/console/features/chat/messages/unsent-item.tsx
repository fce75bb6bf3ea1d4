import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { Clock3, Paperclip, TriangleAlert } from 'lucide-react';
import { useSentence } from '../../../platform/faults';
import { timeOf } from '../../../platform/format';
import { Refused } from '../../../platform/refusals';
import { useStore } from '../../../platform/storage/store';
import { MessageText } from './message-text';
import { outbox, refused, type Unsent } from '../composing/outbox';
import classes from './message-item.module.css';

type Props = {
  readonly message: Unsent;
  readonly names: readonly string[];
  readonly onTakeBack: () => void;
};

/** A message that the server does not have yet, or does not take. */
export const UnsentItem = ({ message: { id, text, attachments, at }, names, onTakeBack }: Props) => {
  const { t } = useTranslation();
  const reasonOf = useReason();
  const error = useStore(refused).get(id);
  /** What is chosen is gone with that: the focus stays in the list. */
  const then = (work: () => void) => (event: MouseEvent) => {
    event.currentTarget.closest<HTMLElement>('[role=log]')?.focus();
    work();
  };
  return (
    <li className={classes.item} data-own data-unsent>
      <div className={classes.line}>
        <div className={classes.bubble}>
          {text !== '' && (
            <p className={classes.text}>
              <MessageText text={text} names={names} />
            </p>
          )}
          {attachments.map(({ file_id, name }) => (
            <p key={file_id} className={classes.text}>
              <Paperclip size={14} aria-hidden="true" /> {name}
            </p>
          ))}
          <p className={classes.foot}>
            <time dateTime={at}>{timeOf(at)}</time>
            <span className={classes.state} role="img" aria-label={t('chat.states.unsent')}>
              {error === undefined ? <Clock3 size={14} /> : <TriangleAlert size={14} />}
            </span>
          </p>
        </div>
      </div>
      {error !== undefined && (
        <>
          <p className={classes.failure} role="alert">
            {t('chat.failedSend')}. {reasonOf(error)}
          </p>
          <div className={classes.choices}>
            <Button size="compact-xs" variant="subtle" onClick={then(() => outbox.again(id))}>
              {t('screens.again')}
            </Button>
            <Button size="compact-xs" variant="subtle" onClick={onTakeBack}>
              {t('chat.edit')}
            </Button>
            <Button size="compact-xs" variant="subtle" color="red" onClick={then(() => outbox.drop(id))}>
              {t('chat.discard')}
            </Button>
          </div>
        </>
      )}
    </li>
  );
};

/** Why a message was refused: what it needs may be gone by the time when it is sent. */
const useReason = () => {
  const { t } = useTranslation();
  const sentence = useSentence();
  return (error: unknown): string => {
    const { attachment_tokens, quote_message_id } = (error instanceof Refused && error.problem.fields) || {};
    if (attachment_tokens !== undefined) return t('chat.goneFiles');
    return quote_message_id === undefined ? sentence(error) : t('chat.goneQuote');
  };
};
