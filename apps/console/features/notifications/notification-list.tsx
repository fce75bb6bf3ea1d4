import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { FileCheck2, FileUp, MessageSquare, X, type LucideIcon } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { Notification } from '@dosar/contracts';
import { momentOf, whenOf } from '../../platform/format';
import { deleteNotification, readNotification } from './notifications.mutations';
import classes from './notification-list.module.css';

const ICONS: Readonly<Record<Notification['type'], LucideIcon>> = {
  message_new: MessageSquare,
  file_uploaded: FileUp,
  file_processed: FileCheck2,
};

type Props = { readonly notifications: readonly Notification[]; readonly onOpen?: () => void };

/** What somebody was told of, each with the way to it. */
export const NotificationList = ({ notifications, onOpen = () => {} }: Props) => (
  <ul className={classes.list}>
    {notifications.map((each) => (
      <li key={each.id} className={classes.item} data-unread={each.read_at === null || undefined}>
        <Item notification={each} onOpen={onOpen} />
      </li>
    ))}
  </ul>
);

const Item = ({ notification, onOpen }: { readonly notification: Notification; readonly onOpen: () => void }) => {
  const { t } = useTranslation();
  const router = useRouter();
  const { mutate: read } = useMutation(readNotification);
  const { mutate: remove, isPending } = useMutation(deleteNotification);
  const { id, type, title, body, link, read_at, created_at } = notification;
  const Icon = ICONS[type];
  const isUnread = read_at === null;
  const go = (event: MouseEvent) => {
    if (isUnread) read(id);
    // in another tab the browser opens it
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
    router.history.push(link);
  };
  return (
    <>
      <a className={classes.link} href={link} onClick={go}>
        <span className={classes.icon}>
          <Icon size={17} aria-hidden="true" />
        </span>
        <span className={classes.texts}>
          <span className={classes.title}>
            {isUnread && <VisuallyHidden>{t('inbox.new')}</VisuallyHidden>}
            {title}
          </span>
          {body !== '' && <span className={classes.body}>{body}</span>}
          <time className={classes.when} dateTime={created_at}>
            {whenOf(created_at, momentOf)}
          </time>
        </span>
      </a>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        className={classes.remove}
        loading={isPending}
        aria-label={t('inbox.delete', { title })}
        title={t('inbox.deleteShort')}
        onClick={() => remove(id)}
      >
        <X size={16} />
      </ActionIcon>
    </>
  );
};
