import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { useDocumentTitle } from '@mantine/hooks';
import { Page } from '../../ui/page';
import { Pages, useLastPage } from '../../ui/table/pager';
import { notificationPage } from './notifications.queries';
import { PageOfNotifications } from './page-of-notifications';
import { ReadAllButton } from './read-all-button';
import classes from './notifications.module.css';

type Props = { readonly page: number; readonly onPage: (page: number) => void };

/** All that somebody was told of. */
export const NotificationsScreen = ({ page, onPage }: Props) => {
  const { t } = useTranslation();
  useDocumentTitle(t('inbox.page'));
  const { data, isPlaceholderData } = useQuery(notificationPage(page));
  useLastPage(isPlaceholderData ? undefined : data, page, onPage);
  const pages = data ? Math.ceil(data.total / data.pageSize) : 0;
  return (
    <Page title={t('inbox.title')} text={t('inbox.text')} actions={<ReadAllButton />}>
      <div className={classes.screen}>
        <div className={classes.sheet}>
          <PageOfNotifications page={page} />
        </div>
        {pages > 1 && (
          <div className={classes.pages}>
            <Pages page={page} pages={pages} onPage={onPage} />
          </div>
        )}
      </div>
    </Page>
  );
};
