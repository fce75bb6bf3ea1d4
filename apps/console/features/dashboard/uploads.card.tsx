import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Dashboard } from '@dosar/contracts';
import { countOf, dayOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';
import { Card } from '../../ui/card';
import { assignedOnly } from './dashboard.queries';
import classes from './dashboard.module.css';

/** What draws is loaded only where something is drawn. */
const BarsChart = lazy(() => import('../../ui/bars-chart').then((chart) => ({ default: chart.BarsChart })));

/** How high the picture is, also before it is there. */
const CHART_PX = 190;
/** A day is written under every so many bars. */
const EVERY = 7;

/** The day and its month, without the year: all are of the last weeks. */
const shortDay = (day: string): string => `${Number(day.slice(8))}.${day.slice(5, 7)}`;

type Props = { readonly days: Dashboard['uploads_by_day']; readonly isAssignedOnly: boolean };

/** How many documents came on each of the last days: as a picture, and as a table. */
export const UploadsCard = ({ days, isAssignedOnly }: Props) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const count = days.reduce((sum, day) => sum + day.count, 0);
  const shown = countOf(count, language);
  const linkOf = (day: string) => ({ to: '/documents', search: { day, ...assignedOnly(isAssignedOnly) } }) as const;
  const bars = days.map(({ day, count: ofDay }, at) => ({
    key: day,
    count: ofDay,
    title: t('dashboard.uploadsOn', { day: dayOf(`${day}T12:00:00Z`), shown: countOf(ofDay, language) }),
    below: (days.length - 1 - at) % EVERY === 0 ? shortDay(day) : undefined,
  }));
  return (
    <div className={classes.part}>
      <Card
        title={t('dashboard.uploads')}
        text={count === 0 ? t('dashboard.uploadsNone') : t('dashboard.uploadsText', { count, shown })}
      >
        <Suspense fallback={<Skeleton height={CHART_PX} radius="md" />}>
          <BarsChart label={t('dashboard.uploads')} bars={bars} heightPx={CHART_PX} linkOf={linkOf} />
        </Suspense>
        <details className={classes.details}>
          <summary>{t('dashboard.asTable')}</summary>
          <DaysTable days={days} linkOf={linkOf} />
        </details>
      </Card>
    </div>
  );
};

type TableProps = Pick<Props, 'days'> & {
  readonly linkOf: (day: string) => Pick<LinkProps, 'to' | 'search'>;
};

const DaysTable = ({ days, linkOf }: TableProps) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  return (
    <table className={classes.days}>
      <thead>
        <tr>
          <th scope="col">{t('dashboard.day')}</th>
          <th scope="col">{t('dashboard.count')}</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, count }) => (
          <tr key={day}>
            <th scope="row">
              <Link {...linkOf(day)} className={classes.counted}>
                {dayOf(`${day}T12:00:00Z`)}
              </Link>
            </th>
            <td>{countOf(count, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
