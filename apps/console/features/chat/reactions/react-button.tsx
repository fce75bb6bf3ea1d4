import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionIcon } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { SmilePlus } from 'lucide-react';
import type { Emoji } from '@dosar/contracts';
import { isForFingers } from '../../../platform/fingers';
import message from '../messages/message-item.module.css';
import { ReactionBar } from './reaction-bar';
import type { useReactionBar } from './use-reaction-bar';
import classes from './reactions.module.css';

type Props = {
  readonly bar: ReturnType<typeof useReactionBar>;
  readonly isOwn: boolean;
  readonly isMine: (emoji: Emoji) => boolean;
  readonly onChoose: (emoji: Emoji) => void;
};

/**
 * Opens the bar; it is there under the mouse and for the keys. A finger that stays on the message opens it too, or the menu
 * of the message: on a phone there is no room for both.
 */
export const ReactButton = ({ bar, isOwn, isMine, onChoose }: Props) => {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const both = useClickOutside<HTMLSpanElement>(bar.close);
  const leave = () => {
    if (bar.shown === 'keys') button.current?.focus();
    bar.close();
  };
  return (
    <span ref={both} className={classes.both}>
      {!isForFingers() && (
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          className={message.menu}
          aria-label={t('chat.react')}
          title={t('chat.react')}
          aria-expanded={bar.shown !== null}
          onClick={bar.shown === 'keys' ? bar.close : bar.open}
        >
          <SmilePlus size={17} />
        </ActionIcon>
      )}
      {bar.shown !== null && (
        <ReactionBar
          {...{ isOwn, isMine }}
          hasKeys={bar.shown === 'keys'}
          onChoose={(emoji) => {
            onChoose(emoji);
            leave();
          }}
          onClose={leave}
        />
      )}
    </span>
  );
};
