import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEvent } from '@dosar/contracts';
import { momentOf } from '../../platform/format';
import { signOf } from './event-sign';
import { useEventText } from './event-text';
import classes from './event-row.module.css';

type Props = { readonly event: AuditEvent; readonly isOpen: boolean; readonly onOpen: (eventId: string) => void };

/** One event: when, who, what. */
export const EventRow = ({ event, isOpen, onOpen }: Props) => {
  const { t } = useTranslation();
  const { titleOf, summaryOf } = useEventText();
  return (
    <button
      type="button"
      className={classes.row}
      aria-expanded={isOpen}
      data-type={event.event_type}
      onClick={() => onOpen(event.event_id)}
    >
      <span className={classes.icon}>
        {createElement(signOf(event.event_type), { size: 17, strokeWidth: 1.8, 'aria-hidden': true })}
      </span>
      <span className={classes.what}>
        <span className={classes.title}>{titleOf(event.event_type)}</span>
        <span className={classes.summary}>{summaryOf(event)}</span>
      </span>
      <span className={classes.who}>{event.user ? (event.user.name ?? t('audit.erased')) : t('audit.system')}</span>
      <time className={classes.when} dateTime={event.timestamp}>
        {momentOf(event.timestamp)}
      </time>
    </button>
  );
};
