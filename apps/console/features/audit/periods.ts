import { now } from '../../platform/clock';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const DAY_MS = 24 * 60 * 60 * 1000;
const bucharest = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Bucharest' });
/** YYYY-MM-DD, there. */
const dayOf = (time: number): string => bucharest.format(time);

const firstOf = (day: string): string => `${day.slice(0, 7)}-01`;
const dayBefore = (day: string): string => dayOf(Date.parse(`${day}T12:00:00Z`) - DAY_MS);

/** Parts of time that people mean when they look for what was done. */
export const usePeriods = (): { label: string; value: [string, string] }[] => {
  const { t } = useTranslation();
  const [at] = useState(() => now().getTime());
  const today = dayOf(at);
  const endOfLastMonth = dayBefore(firstOf(today));
  return [
    { label: t('deed.today'), value: [today, today] },
    { label: t('deed.yesterday'), value: [dayOf(at - DAY_MS), dayOf(at - DAY_MS)] },
    { label: t('deed.lastDays'), value: [dayOf(at - 6 * DAY_MS), today] },
    { label: t('deed.thisMonth'), value: [firstOf(today), today] },
    { label: t('deed.lastMonth'), value: [firstOf(endOfLastMonth), endOfLastMonth] },
  ];
};
