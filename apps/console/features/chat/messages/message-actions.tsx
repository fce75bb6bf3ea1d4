import { useTranslation } from 'react-i18next';
import { ActionIcon, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Eye, History, MoreHorizontal, Pencil, Reply, ScrollText, SmilePlus, StickyNote, Trash2 } from 'lucide-react';
import type { Conversation, Me, Message } from '@dosar/contracts';
import { isForFingers } from '../../../platform/fingers';
import { offers } from '../../../platform/guards';
import { mayAudit } from '../../../ui/history/timeline-link';
import type { Aim } from './use-aim';
import classes from './message-item.module.css';

/** What is asked for about a message in a dialog. */
export type MessageDialog = 'history' | 'readers' | 'note' | 'delete';

type Props = {
  readonly user: Me;
  readonly talk: Conversation;
  readonly message: Message;
  readonly onAim: (aim: NonNullable<Aim>) => void;
  readonly onAsk: (asked: MessageDialog) => void;
  readonly onReact: () => void;
};

/** What can be done with a message. */
export const MessageActions = ({ user, talk, message, onAim, onAsk, onReact }: Props) => {
  const { t } = useTranslation();
  const isOwn = message.sender_id === user.id;
  const mayEdit = isOwn && offers(user, 'message_edit');
  const mayDelete = (isOwn || user.role === 'admin') && offers(user, 'message_delete');
  const hasNotes = offers(user, 'file_manager') && offers(user, 'file_notes');
  const mayNote = hasNotes && talk.client !== null && !!message.text?.trim();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" className={classes.menu} aria-label={t('chat.actions')}>
          <MoreHorizontal size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Reply size={16} />} onClick={() => onAim({ kind: 'quote', message })}>
          {t('chat.answer')}
        </Menu.Item>
        {isForFingers() && (
          <Menu.Item leftSection={<SmilePlus size={16} />} onClick={onReact}>
            {t('chat.react')}
          </Menu.Item>
        )}
        {mayEdit && (
          <Menu.Item leftSection={<Pencil size={16} />} onClick={() => onAim({ kind: 'edit', message })}>
            {t('chat.edit')}
          </Menu.Item>
        )}
        {mayNote && (
          <Menu.Item leftSection={<StickyNote size={16} />} onClick={() => onAsk('note')}>
            {t('chat.note')}
          </Menu.Item>
        )}
        {message.edited && (
          <Menu.Item leftSection={<History size={16} />} onClick={() => onAsk('history')}>
            {t('chat.history')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Eye size={16} />} onClick={() => onAsk('readers')}>
          {t('chat.readers')}
        </Menu.Item>
        {mayAudit(user) && (
          <Menu.Item
            leftSection={<ScrollText size={16} />}
            renderRoot={(props) => (
              <Link to="/admin/audit" search={{ resource_type: 'message', resource_id: message.id }} {...props} />
            )}
          >
            {t('words.history')}
          </Menu.Item>
        )}
        {mayDelete && (
          <Menu.Item color="red" leftSection={<Trash2 size={16} />} onClick={() => onAsk('delete')}>
            {t('chat.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
};
