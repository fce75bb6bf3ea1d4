import { useTranslation } from 'react-i18next';
import type { Me } from '@dosar/contracts';
import { useQuery } from '@tanstack/react-query';
import {
  Activity,
  Building2,
  Files,
  House,
  Landmark,
  MessagesSquare,
  ScanSearch,
  ScrollText,
  Settings2,
  Users,
} from 'lucide-react';
import { unreadTotal } from '../features/chat/chat.queries';
import { unreadLabel } from '../features/chat/conversations/unread-label';
import { chosenClient } from '../features/companies/choice/chosen-client';
import { offers } from '../platform/guards';
import { useStore } from '../platform/storage/store';
import type { NavigationItem } from './shell';

/** The places of the portal, by who may go there. */
export const usePlaces = ({ role, features }: Pick<Me, 'role' | 'features'>): readonly NavigationItem[] => {
  const { t } = useTranslation();
  const clientId = useStore(chosenClient);
  const home: NavigationItem = { label: t('shell.home'), icon: House, link: { to: '/' }, exact: true };
  const files: NavigationItem = { label: t('shell.files'), icon: Files, link: { to: '/files' } };
  const hasFiles = offers({ features }, 'file_manager');
  // an auditor takes no part in conversations
  const hasChat = offers({ features }, 'chat') && role !== 'auditor';
  const { data } = useQuery({ ...unreadTotal, enabled: hasChat });
  const unread = data?.unread_count ?? 0;
  const chat: NavigationItem = {
    label: t('shell.chat'),
    icon: MessagesSquare,
    link: { to: '/chat' },
    ...(unread > 0 && { count: unread, countLabel: unreadLabel(t, unread) }),
  };
  const chats = hasChat ? [chat] : [];
  if (role === 'auditor') return [home];
  if (role === 'user') return [hasFiles ? files : home, ...chats];
  const ofClient = {
    ...files,
    link: { to: '/files', search: clientId === null ? {} : { clientId } },
  } as NavigationItem;
  const administration: readonly NavigationItem[] = [
    { label: t('shell.users'), icon: Users, link: { to: '/admin/users' } },
    { label: t('shell.auditors'), icon: ScanSearch, link: { to: '/admin/auditors' } },
    { label: t('shell.firms'), icon: Landmark, link: { to: '/admin/firms' } },
    { label: t('shell.clients'), icon: Building2, link: { to: '/admin/clients' } },
    ...(offers({ features }, 'audit')
      ? [{ label: t('shell.audit'), icon: ScrollText, link: { to: '/admin/audit' } } as NavigationItem]
      : []),
    { label: t('shell.settings'), icon: Settings2, link: { to: '/admin/settings' } },
    { label: t('shell.health'), icon: Activity, link: { to: '/admin/health' } },
  ];
  const work = [home, ...(hasFiles ? [ofClient] : []), ...chats];
  return role === 'admin' ? [...work, ...administration] : work;
};
