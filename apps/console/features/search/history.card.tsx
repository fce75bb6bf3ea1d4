import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from '@mantine/core';
import { History, Search } from 'lucide-react';
import { useFault } from '../../platform/queries';
import { Card } from '../../ui/card';
import { Notice } from '../../ui/notice';
import { Fault } from '../../ui/screens';
import { StoredSearch } from './stored-search';
import { history } from './search.queries';
import { searchWritings } from './search.mutations';
import classes from './search.module.css';

/** What was looked for before, to be looked for again or forgotten. */
export const HistoryCard = () => {
  const { t } = useTranslation();
  const reading = useQuery(history());
  const fault = useFault(reading);
  const { mutate: forget } = useMutation(searchWritings.forget);
  const { mutate: forgetAll, isPending } = useMutation(searchWritings.forgetAll);
  if (fault !== null) return <Fault error={fault} reset={() => void reading.refetch()} part={t('search.fault')} />;
  const entries = reading.data?.history;
  if (!entries) return <Skeleton height={220} radius={14} />;
  if (entries.length === 0) return <Notice icon={Search} title={t('search.begin')} text={t('search.beginText')} />;
  return (
    <Card
      title={t('search.history')}
      actions={
        <Button variant="subtle" size="compact-sm" loading={isPending} onClick={() => forgetAll({})}>
          {t('search.forgetAll')}
        </Button>
      }
    >
      <ul className={classes.entries}>
        {entries.map(({ id, query, filters, searched_at }) => (
          <StoredSearch
            key={id}
            search={{ query, filters }}
            name={query}
            at={searched_at}
            icon={History}
            onForget={() => forget(id)}
          />
        ))}
      </ul>
    </Card>
  );
};
