import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { CheckCheck } from 'lucide-react';
import { readAllNotifications } from './notifications.mutations';
import { unreadNotifications } from './notifications.queries';

/** Marks all as read, where there is any that is not. */
export const ReadAllButton = () => {
  const { t } = useTranslation();
  const { data } = useQuery(unreadNotifications);
  const { mutate, isPending } = useMutation(readAllNotifications);
  return (
    <Button
      variant="default"
      size="compact-md"
      leftSection={<CheckCheck size={16} />}
      disabled={(data?.unread_count ?? 0) === 0}
      loading={isPending}
      onClick={() => mutate(undefined)}
    >
      {t('inbox.readAll')}
    </Button>
  );
};
