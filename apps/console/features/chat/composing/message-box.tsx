import { useId, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Combobox, Textarea, useCombobox } from '@mantine/core';
import { getHotkeyHandler, useDidUpdate, type HotkeyItem } from '@mantine/hooks';
import type { Mentionable } from './mentions';
import type { Aim } from '../messages/use-aim';
import { useEnterKey } from './enter-key';
import { useNaming } from '../conversations/use-naming';
import classes from './composer.module.css';

type Props = {
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly aim: Aim;
  readonly error: string | undefined;
  /** Those who can be named with an @. */
  readonly people: readonly Mentionable[];
  readonly onWrite: (text: string) => void;
  readonly onSend: () => void;
  readonly onEscape: () => void;
  readonly onLeave: () => void;
};

/** Where a message is written; behind an @ those are offered who take part. */
export const MessageBox = (props: Props) => {
  const { box, text, aim, error, people, onWrite, onSend, onEscape, onLeave } = props;
  const { t } = useTranslation();
  const { offered, active, move, look, close, choose } = useNaming(box, { text, people, onWrite });
  const isOpen = active !== undefined;
  const enter = useEnterKey();
  const combobox = useCombobox({ opened: isOpen, onDropdownClose: close });
  const listId = useId();
  // a menu gives the focus back to its button, unless it is elsewhere by then; a button that is gone to nothing
  useDidUpdate(() => {
    if (aim || document.activeElement === document.body) box.current?.focus();
  }, [aim]);
  const send = () => {
    // what is sent is not chosen as well
    close();
    onSend();
  };
  const byEnter: HotkeyItem = ['Enter', ({ isComposing }) => isComposing || send()];
  const ofList: HotkeyItem[] = active
    ? [
        ['ArrowDown', () => move(1)],
        ['ArrowUp', () => move(-1)],
        ['Enter', ({ isComposing }) => isComposing || choose(active.name)],
        ['Escape', close],
      ]
    : [['Escape', onEscape], ...(enter === 'send' ? [byEnter] : [])];
  const ofOpen = isOpen && { 'aria-controls': listId, 'aria-activedescendant': idIn(listId, active) };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} position="top-start" width={280} withinPortal>
      <Combobox.DropdownTarget>
        <Textarea
          ref={box}
          className={classes.text}
          aria-label={t('chat.write')}
          aria-description={t(`chat.enter.${enter}`)}
          aria-autocomplete="list"
          {...ofOpen}
          placeholder={t('chat.write')}
          autosize
          minRows={1}
          maxRows={8}
          value={text}
          error={error}
          onChange={({ currentTarget: { value, selectionStart } }) => {
            onWrite(value);
            look(value, selectionStart);
          }}
          onKeyDown={getHotkeyHandler([['mod+Enter', send], ...ofList])}
          onBlur={() => {
            close();
            onLeave();
          }}
        />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={!isOpen}>
        <Names {...{ listId, offered, active }} />
      </Combobox.Dropdown>
    </Combobox>
  );
};

const idIn = (listId: string, { id }: Mentionable) => `${listId}-${id}`;

type NamesProps = {
  readonly listId: string;
  readonly offered: readonly Mentionable[];
  readonly active: Mentionable | undefined;
};

const Names = ({ listId, offered, active }: NamesProps) => {
  const { t } = useTranslation();
  return (
    <Combobox.Options id={listId} mah={260} style={{ overflowY: 'auto' }} aria-label={t('chat.mention')}>
      {offered.map((each) => (
        <Combobox.Option
          key={each.id}
          id={idIn(listId, each)}
          value={each.name}
          selected={each === active}
          aria-selected={each === active}
        >
          {each.name}
        </Combobox.Option>
      ))}
    </Combobox.Options>
  );
};
