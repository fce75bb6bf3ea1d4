import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Skeleton } from '@mantine/core';
import type { ReplyOf, deedsApi } from '@dosar/contracts';
import { countOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { useStore } from '../../../platform/storage/store';
import { Again } from '../../../ui/again';
import { activity } from '../audit.queries';
import type { DeedSearch } from '../audit.search';
import type { FilterChange } from '../deed-filters';
import { belowOf, nameOf, periodOf } from './buckets';
import classes from './activity.module.css';

/** What draws is loaded only where something is drawn. */
const BarsChart = lazy(() => import('../../../ui/bars-chart').then((chart) => ({ default: chart.BarsChart })));

const CHART_PX = 120;

type Props = { readonly filters: DeedSearch; readonly onChange: (change: FilterChange) => void };
type Shown = ReplyOf<typeof deedsApi.activity>;

/** How much was done when, of what is looked for: a bar or a row of the table leads to what was done then. */
export const Activity = ({ filters, onChange }: Props) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const { data, error, isFetching, refetch } = useQuery({ ...activity(filters), placeholderData: keepPreviousData });
  if (error && !data) return <Again error={error} isPending={isFetching} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton height={CHART_PX} className={classes.activity} />;
  const froms = data.buckets.map(({ from }) => from);
  const bars = data.buckets.map(({ from, count }, at) => ({
    key: from,
    count,
    title: `${nameOf(from, data.unit, language)}: ${t('deed.total', { count, shown: countOf(count, language) })}`,
    below: belowOf(froms, at, data.unit),
  }));
  const pick = (from: string) => onChange(periodOf(from, data.unit));
  return (
    <section className={classes.activity} aria-label={t('activity.title')}>
      <Suspense fallback={<Skeleton height={CHART_PX} />}>
        <BarsChart label={t(`activity.by.${data.unit}`)} bars={bars} heightPx={CHART_PX} onPick={pick} />
      </Suspense>
      {data.is_partial && <p className={classes.partial}>{t('activity.partial')}</p>}
      <details className={classes.details}>
        <summary>{t('activity.asTable')}</summary>
        <Table shown={data} onPick={pick} />
      </details>
    </section>
  );
};

/** The same in numbers; of times without any nothing is said. */
const Table = ({ shown, onPick }: { readonly shown: Shown; readonly onPick: (from: string) => void }) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t(`activity.by.${shown.unit}`)}</th>
          <th scope="col">{t('activity.count')}</th>
        </tr>
      </thead>
      <tbody>
        {shown.buckets
          .filter(({ count }) => count > 0)
          .toReversed()
          .map(({ from, count }) => (
            <tr key={from}>
              <th scope="row">
                <button type="button" onClick={() => onPick(from)}>
                  {nameOf(from, shown.unit, language)}
                </button>
              </th>
              <td>{countOf(count, language)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
};
