import type { TFunction } from 'i18next';
import { MESSAGE_LIMITS } from '@dosar/contracts';

/** How much is unread, in words; more is not counted. */
export const unreadLabel = (t: TFunction, count: number): string =>
  count < MESSAGE_LIMITS.unread ? t('chat.unread', { count }) : t('chat.unreadMany', { count: MESSAGE_LIMITS.unread });
