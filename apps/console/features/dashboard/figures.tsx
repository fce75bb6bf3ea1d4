import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { Files, Hourglass, MessageCircle, MessagesSquare, type LucideIcon } from 'lucide-react';
import type { Dashboard } from '@dosar/contracts';
import { countOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';
import { assignedOnly } from './dashboard.queries';
import classes from './dashboard.module.css';

type TileProps = { readonly icon: LucideIcon; readonly label: string; readonly count: number };

const Tile = ({ icon: Icon, label, count }: TileProps) => {
  const { language } = useStore(preferences);
  return (
    <>
      <Icon size={20} strokeWidth={1.8} aria-hidden="true" className={classes.tileIcon} />
      <span className={classes.count}>{countOf(count, language)}</span>
      <span className={classes.label}>{label}</span>
    </>
  );
};

type Props = {
  readonly shown: Dashboard;
  readonly hasFiles: boolean;
  readonly hasChat: boolean;
  readonly isAssignedOnly: boolean;
};

/** The most important numbers, each with the way to what it counts. */
export const Figures = ({ shown: { statistics, unread_messages }, hasFiles, hasChat, isAssignedOnly }: Props) => {
  const { t } = useTranslation();
  const total = <Tile icon={Files} label={t('dashboard.totalFiles')} count={statistics.total_files} />;
  const pending = <Tile icon={Hourglass} label={t('dashboard.pendingFiles')} count={statistics.pending_files} />;
  const unread = <Tile icon={MessageCircle} label={t('dashboard.unread')} count={unread_messages} />;
  const only = assignedOnly(isAssignedOnly);
  const conversations = statistics.total_conversations;
  if (!hasFiles && !hasChat) return null;
  return (
    <ul className={classes.tiles} aria-label={t('dashboard.figures')}>
      {hasFiles && (
        <>
          <li className={classes.tile}>
            <Link to="/documents" search={only}>
              {total}
            </Link>
          </li>
          <li className={classes.tile}>
            <Link to="/documents" search={{ ...only, state: 'pending' }}>
              {pending}
            </Link>
          </li>
        </>
      )}
      {hasChat && (
        <>
          <li className={classes.tile}>
            <Link to="/chat">
              <Tile icon={MessagesSquare} label={t('dashboard.conversations')} count={conversations} />
            </Link>
          </li>
          <li className={classes.tile}>
            {hasFiles ? <a href="#unread">{unread}</a> : <Link to="/chat">{unread}</Link>}
          </li>
        </>
      )}
    </ul>
  );
};
