import { createFileRoute } from '@tanstack/react-router';
import { NotificationSettings } from '../../../../features/notifications/notification-settings';
import { mustOffer } from '../../../../platform/guards';

export const Route = createFileRoute('/_app/settings/notifications')({
  beforeLoad: ({ context: { user } }) => mustOffer('notifications', user),
  component: NotificationSettings,
});
