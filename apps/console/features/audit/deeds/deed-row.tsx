import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { ArrowUpRight, ChevronDown } from 'lucide-react';
import type { Deed } from '@dosar/contracts';
import { countOf, momentOf, timeOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { useStore } from '../../../platform/storage/store';
import { signOf } from '../event-sign';
import { placeOfThing } from './thing-place';
import { useDeedText } from './deed-text';
import classes from './deed-row.module.css';

type Props = {
  readonly deed: Deed;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
};

/** One deed, whatever it caused: who did what to what, when, and of how many events it is. */
export const DeedRow = ({ deed, isOpen, onOpen }: Props) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const { sentenceOf, noteOf } = useDeedText();
  const { before, thing, after } = sentenceOf(deed);
  const { events_count: count, event, timestamp } = deed;
  const note = noteOf(deed);
  const place = placeOfThing(deed);
  return (
    <div className={classes.deed}>
      <button
        type="button"
        className={classes.row}
        aria-expanded={isOpen}
        data-type={event.event_type}
        data-deed={deed.correlation_id}
        onClick={onOpen}
      >
        <span className={classes.icon}>
          {createElement(signOf(event.event_type), { size: 17, strokeWidth: 1.8, 'aria-hidden': true })}
        </span>
        <span className={classes.what}>
          <span className={classes.sentence}>
            {before}
            <b>{thing}</b>
            {after}
          </span>
          {note !== '' && (
            <span className={classes.note} title={note}>
              {note}
            </span>
          )}
        </span>
        <span className={classes.count}>
          {count > 1 && t('deed.events', { count, shown: countOf(count, language) })}
          {count > 1 && <ChevronDown size={16} aria-hidden="true" />}
        </span>
        <time className={classes.when} dateTime={timestamp} title={momentOf(timestamp)}>
          {timeOf(timestamp)}
        </time>
      </button>
      {place && thing !== '' && (
        <Link
          {...place}
          className={classes.thing}
          aria-label={t('deed.openThing', { thing })}
          title={t('deed.openThing', { thing })}
        >
          <ArrowUpRight size={17} aria-hidden="true" />
        </Link>
      )}
    </div>
  );
};
