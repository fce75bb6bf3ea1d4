import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UseQueryResult } from '@tanstack/react-query';
import { Skeleton } from '@mantine/core';
import type { Client } from '@dosar/contracts';
import { useFault } from '../../../platform/queries';
import { Fault } from '../../../ui/screens';
import { ClientCard } from './client-card';
import classes from './client-list.module.css';

const WAITING = [1, 2, 3, 4, 5, 6];

type Props = {
  readonly query: UseQueryResult<{ clients: Client[] }>;
  /** What stands there when there is none. */
  readonly children: ReactNode;
};

export const ClientList = ({ query, children }: Props) => {
  const { t } = useTranslation();
  const { data, refetch } = query;
  const fault = useFault(query);
  if (fault !== null) return <Fault error={fault} reset={() => void refetch()} part={t('choice.fault')} />;
  if (data?.clients.length === 0) return children;
  return (
    <ul className={classes.list}>
      {data?.clients.map((client) => <ClientCard key={client.id} client={client} />) ??
        WAITING.map((key) => <Skeleton key={key} component="li" height={72} radius={12} />)}
    </ul>
  );
};
