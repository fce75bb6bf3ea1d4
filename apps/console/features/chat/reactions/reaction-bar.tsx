import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { REACTIONS, type Emoji } from '@dosar/contracts';
import { WORDS } from './reaction-words';
import classes from './reactions.module.css';

type Props = {
  /** Whose message it is: the bar stands on its side. */
  readonly isOwn: boolean;
  readonly isMine: (emoji: Emoji) => boolean;
  /** Whether the keys go on in it. */
  readonly hasKeys: boolean;
  readonly onChoose: (emoji: Emoji) => void;
  readonly onClose: () => void;
};

const LAST = REACTIONS.length - 1;
const placeFrom = (at: number, key: string): number | undefined =>
  ({ ArrowRight: Math.min(at + 1, LAST), ArrowLeft: Math.max(at - 1, 0), Home: 0, End: LAST })[key];

/** What one can say of a message without writing: one of them is reached with Tab, the others from there with the arrows. */
export const ReactionBar = ({ isOwn, isMine, hasKeys, onChoose, onClose }: Props) => {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (hasKeys) first.current?.focus();
  }, [hasKeys]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onClose();
    const next = placeFrom(at, event.key);
    if (next === undefined) return;
    event.preventDefault();
    bar.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div
      ref={bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={t('chat.react')}
      className={classes.bar}
      data-own={isOwn || undefined}
      onKeyDown={onKeyDown}
      // what is being written goes on
      onMouseDown={(event) => event.preventDefault()}
    >
      {REACTIONS.map((emoji, place) => (
        <button
          key={emoji}
          ref={place === 0 ? first : undefined}
          type="button"
          tabIndex={place === at ? 0 : -1}
          aria-pressed={isMine(emoji)}
          aria-label={t(`chat.reactions.${WORDS[emoji]}`)}
          title={t(`chat.reactions.${WORDS[emoji]}`)}
          onFocus={() => setAt(place)}
          onClick={() => onChoose(emoji)}
        >
          {emoji}
        </button>
      ))}
    </div>
  );
};
