import { useTranslation } from 'react-i18next';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Again } from '../../ui/again';
import { Card } from '../../ui/card';
import { Waiting } from '../../ui/screens';
import { conversations } from '../chat/chat.queries';
import type { ShownRows } from './shown-rows';
import classes from './dashboard.module.css';

/** So many stand on the first screen; the others are a press away. */
const SHOWN = 5;

/** The conversations in which somebody waits for an answer: those with messages that were not read. */
export const UnreadCard = ({ row }: { readonly row: ShownRows['conversation'] }) => {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useInfiniteQuery(conversations(''));
  const all = data?.pages.flatMap((page) => page.conversations);
  // the conversations that were read are the newest ones: one that waits may be further down
  const count = data?.pages[0]?.unread_count ?? 0;
  const unread = all?.filter(({ unread_count }) => unread_count > 0).slice(0, SHOWN);
  return (
    <div id="unread" className={classes.part}>
      <Card
        title={t('dashboard.unreadIn')}
        actions={
          <Link to="/chat" className={classes.more}>
            {t('dashboard.all')}
          </Link>
        }
      >
        {!all && !error && <Waiting />}
        {!all && error && <Again error={error} isPending={isFetching} onAgain={() => void refetch()} />}
        {unread?.length === 0 && count === 0 && <p className={classes.none}>{t('dashboard.unreadNone')}</p>}
        {unread?.length === 0 && count > 0 && (
          <Link to="/chat" className={classes.more}>
            {t('dashboard.unreadFurther')}
          </Link>
        )}
        <ul className={classes.rows}>
          {unread?.map((talk) => (
            <li key={talk.id}>{row(talk)}</li>
          ))}
        </ul>
      </Card>
    </div>
  );
};
