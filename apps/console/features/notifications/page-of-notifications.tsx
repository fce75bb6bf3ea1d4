import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '@mantine/core';
import { BellOff } from 'lucide-react';
import { useFault } from '../../platform/queries';
import { Notice } from '../../ui/notice';
import { Fault } from '../../ui/screens';
import { NotificationList } from './notification-list';
import { notificationPage } from './notifications.queries';
import classes from './notifications.module.css';

type Props = { readonly page: number; readonly onOpen?: () => void };

/** One page of them: while it is read, when there is none, and when it cannot be read. */
export const PageOfNotifications = ({ page, onOpen }: Props) => {
  const { t } = useTranslation();
  const found = useQuery(notificationPage(page));
  const fault = useFault(found);
  const { data } = found;
  if (fault !== null) return <Fault error={fault} reset={() => void found.refetch()} part={t('inbox.failed')} />;
  if (!data) return <Rows />;
  if (data.notifications.length === 0)
    return <Notice icon={BellOff} title={t('inbox.none')} text={t('inbox.noneText')} />;
  return <NotificationList notifications={data.notifications} {...(onOpen && { onOpen })} />;
};

const Rows = () => (
  <div className={classes.rows} aria-hidden="true">
    {[0, 1, 2, 3].map((each) => (
      <Skeleton key={each} height={52} radius="md" />
    ))}
  </div>
);
