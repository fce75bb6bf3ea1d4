import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Loader, Modal } from '@mantine/core';
import { Search } from 'lucide-react';
import { SEARCH_LIMITS, type Me } from '@dosar/contracts';
import { useSentence } from '../../platform/faults';
import { useFocusReturn } from '../../ui/dialogs/use-focus-return';
import type { BoxAction } from './box-items';
import { BoxList } from './box-list';
import { Operators, Unknown, withOperator } from './operators';
import { useBox } from './use-box';
import { useSearchPlaceholder } from './use-search-placeholder';
import classes from './search-box.module.css';

type Props = {
  readonly actions: readonly BoxAction[];
  readonly user: Me;
  readonly onClose: () => void;
  /** What was typed before the box was there, once. */
  readonly takeTyped?: () => string;
};

/** One box for everything: what is typed is looked for at once, and opened by the keys alone. */
export const SearchBox = ({ actions, user, onClose, takeTyped = () => '' }: Props) => {
  const { t } = useTranslation();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const root = useFocusReturn();
  const placeholder = useSearchPlaceholder(user);
  const box = useBox(actions, user, onClose);
  const { typed, groups, active } = box;
  return (
    <Modal.Root
      ref={root}
      opened
      onClose={onClose}
      size={640}
      centered={false}
      yOffset="10dvh"
      transitionProps={{ duration: 80 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('search.title')} classNames={{ content: classes.content }} radius={16}>
        <div className={classes.head}>
          <Search size={20} aria-hidden="true" />
          <input
            className={classes.input}
            type="search"
            role="combobox"
            aria-label={t('search.title')}
            aria-expanded={groups.length > 0}
            aria-controls={listId}
            aria-activedescendant={active ? `${listId}-${active.id}` : undefined}
            aria-autocomplete="list"
            placeholder={placeholder}
            maxLength={SEARCH_LIMITS.query}
            value={typed}
            ref={input}
            data-autofocus
            onFocus={() => box.typeMore(takeTyped())}
            onKeyDown={box.onKey}
            onChange={({ currentTarget }) => box.type(currentTarget.value)}
          />
          {box.isWaiting && <Loader size={16} />}
          <button type="button" className={classes.close} onClick={onClose}>
            {t('search.close')}
          </button>
        </div>
        <BoxList id={listId} groups={groups} activeId={active?.id ?? null} onGo={box.go} />
        <Foot
          user={user}
          unknown={box.unknown}
          error={box.error}
          onPick={(operator) => {
            box.type(withOperator(typed, operator));
            input.current?.focus();
          }}
        />
      </Modal.Content>
    </Modal.Root>
  );
};

type FootProps = Pick<Props, 'user'> & {
  readonly unknown: readonly string[];
  readonly error: Error | null;
  readonly onPick: (operator: string) => void;
};

/** How to look for things, and what of it was not understood. */
const Foot = ({ user, unknown, error, onPick }: FootProps) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  return (
    <div className={classes.foot}>
      {error && (
        <p className={classes.fault} role="alert">
          {sentence(error)}
        </p>
      )}
      <Unknown unknown={unknown} />
      <Operators user={user} onPick={onPick} isLine />
      <p className={classes.keys} aria-hidden="true">
        {t('search.keys')}
      </p>
    </div>
  );
};
