import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import type { Me } from '@dosar/contracts';
import { unreadNotifications } from '../features/notifications/notifications.queries';
import { offers } from '../platform/guards';

/** How much somebody was told of and has not read; undefined where nobody is told anything. */
export const useBell = (user: Pick<Me, 'features' | 'role'>, onOpen: () => void) => {
  const { t } = useTranslation();
  // an auditor is told of nothing
  const isOffered = offers(user, 'notifications') && user.role !== 'auditor';
  const { data } = useQuery({ ...unreadNotifications, enabled: isOffered });
  const count = data?.unread_count ?? 0;
  return isOffered ? { count, label: count > 0 ? t('inbox.unread', { count }) : t('inbox.bell'), onOpen } : undefined;
};
