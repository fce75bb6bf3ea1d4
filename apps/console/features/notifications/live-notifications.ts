import i18next from 'i18next';
import type { LiveBody } from '@dosar/contracts';
import { toasts } from '../../platform/toasts';
import { refreshNotifications } from './notifications.queries';

/** Tells in passing of what is new; not of the conversation that somebody is looking at. */
export const hearNotification = (
  { notification: { title, body, link, read_at } }: LiveBody<'notification:new'>,
  open: (link: string) => void,
): void => {
  refreshNotifications();
  const isSeen = read_at !== null || (location.pathname === link && !document.hidden);
  if (isSeen) return;
  toasts.show({
    type: 'info',
    title,
    message: body,
    place: link,
    action: { label: i18next.t('inbox.open'), run: () => open(link) },
  });
};
