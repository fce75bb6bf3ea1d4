import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Popover } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { CalendarClock } from 'lucide-react';
import { now } from '../../../platform/clock';
import { endOfDay, exactMomentOf, isoDayOf } from '../../../platform/past/instants';
import { LAST } from '../../../platform/past/then';
import { useCalendar } from '../../../ui/calendar';
import { useEventText } from '../event-text';
import type { Moment } from './past.queries';
import type { Moments } from './use-moments';
import classes from './moment-picker.module.css';

type Props = {
  readonly moments: Moments;
  readonly time: string | undefined;
  readonly onGo: (at: string) => void;
};

/** A day of the calendar, and what happened on it: the moment is picked, and nothing is typed. */
export const MomentPicker = ({ moments: { all, current }, time, onGo }: Props) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { locale, ariaLabels, classNames, hideOutsideDates } = useCalendar();
  const today = isoDayOf(now());
  const day = time === undefined ? null : isoDayOf(time);
  const ofDay = all.filter((each) => isoDayOf(each.time) === day).reverse();
  // today has not ended
  const pick = (picked: string | null) => picked && onGo(picked >= today ? LAST : endOfDay(picked));
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus withinPortal>
      <Popover.Target>
        <Button
          variant="default"
          className={classes.button}
          leftSection={<CalendarClock size={17} />}
          aria-label={t('past.pick')}
          onClick={() => setOpen(!isOpen)}
        >
          {t('past.pick')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={t('past.pick')}>
        <DatePicker
          {...{ locale, ariaLabels, classNames, hideOutsideDates }}
          value={day}
          {...(day !== null && { defaultDate: day })}
          maxDate={today}
          onChange={pick}
        />
        <div className={classes.day}>
          <h3>{t('past.ofDay', { count: ofDay.length })}</h3>
          <ul>
            {ofDay.map((moment) => (
              <li key={moment.position}>
                <Choice
                  moment={moment}
                  isCurrent={moment.position === current?.position}
                  onPick={() => {
                    onGo(moment.position);
                    setOpen(false);
                  }}
                />
              </li>
            ))}
          </ul>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
};

type ChoiceProps = { readonly moment: Moment; readonly isCurrent: boolean; readonly onPick: () => void };

const Choice = ({ moment, isCurrent, onPick }: ChoiceProps) => {
  const { t } = useTranslation();
  const { titleOf } = useEventText();
  const who = moment.user ? (moment.user.name ?? t('audit.erased')) : t('audit.system');
  return (
    <button type="button" className={classes.moment} aria-current={isCurrent || undefined} onClick={onPick}>
      <time dateTime={moment.time}>{exactMomentOf(moment.time)}</time>
      <span>{titleOf(moment.event_type)}</span>
      <small>{who}</small>
    </button>
  );
};
