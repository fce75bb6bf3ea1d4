import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionIcon, Popover } from '@mantine/core';
import { Smile } from 'lucide-react';
import { EMOJI, NAMES, ROW } from './emoji';
import classes from './emoji-button.module.css';

type Props = { readonly onChoose: (emoji: string) => void };

/** Offers the most usual emoji. */
export const EmojiButton = ({ onChoose }: Props) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const leave = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-start" shadow="md" trapFocus closeOnEscape={false}>
      <Popover.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          size={36}
          radius="md"
          aria-label={t('chat.emoji')}
          title={t('chat.emoji')}
          onClick={() => setOpen(!isOpen)}
        >
          <Smile size={19} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={6} aria-label={t('chat.emoji')} onKeyDown={({ key }) => key === 'Escape' && leave()}>
        <Choice
          onChoose={(emoji) => {
            setOpen(false);
            onChoose(emoji);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
};

/** Where a key leads from one of them; it stays where there is none. */
const placeFrom = (at: number, key: string): number | undefined => {
  const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: ROW, ArrowUp: -ROW };
  const ends: Readonly<Record<string, number>> = { Home: 0, End: NAMES.length - 1 };
  const step = steps[key];
  if (step === undefined) return ends[key];
  return NAMES[at + step] ? at + step : at;
};

/** One of them can be reached with Tab, the others from there with the arrows. */
const Choice = ({ onChoose }: Props) => {
  const { t } = useTranslation();
  const group = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeFrom(at, event.key);
    if (next === undefined) return;
    event.preventDefault();
    group.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    // the keys are those of its buttons
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={group} className={classes.all} onKeyDown={onKeyDown}>
      {NAMES.map((name, place) => (
        <button
          key={name}
          type="button"
          tabIndex={place === at ? 0 : -1}
          data-autofocus={place === at || undefined}
          aria-label={t(`emoji.${name}`)}
          title={t(`emoji.${name}`)}
          onFocus={() => setAt(place)}
          onClick={() => onChoose(EMOJI[name])}
        >
          {EMOJI[name]}
        </button>
      ))}
    </div>
  );
};
