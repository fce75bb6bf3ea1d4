import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '@mantine/core';
import type { Dashboard } from '@dosar/contracts';
import { countOf, dayOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';
import { Card } from '../../ui/card';
import { CHART_PX } from './chart-size';
import classes from './dashboard.module.css';

/** What draws is loaded only where something is drawn. */
const UploadsChart = lazy(() => import('./uploads-chart').then((chart) => ({ default: chart.UploadsChart })));

type Days = Dashboard['uploads_by_day'];

/** How many documents came on each of the last days: as a picture, and as a table. */
export const UploadsCard = ({ days }: { readonly days: Days }) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const count = days.reduce((sum, day) => sum + day.count, 0);
  const shown = countOf(count, language);
  return (
    <div className={classes.part}>
      <Card
        title={t('dashboard.uploads')}
        text={count === 0 ? t('dashboard.uploadsNone') : t('dashboard.uploadsText', { count, shown })}
      >
        <Suspense fallback={<Skeleton height={CHART_PX} radius="md" />}>
          <UploadsChart days={days} />
        </Suspense>
        <details className={classes.details}>
          <summary>{t('dashboard.asTable')}</summary>
          <DaysTable days={days} />
        </details>
      </Card>
    </div>
  );
};

const DaysTable = ({ days }: { readonly days: Days }) => {
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
            <th scope="row">{dayOf(`${day}T12:00:00Z`)}</th>
            <td>{countOf(count, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
