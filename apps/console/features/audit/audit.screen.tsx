import { useTranslation } from 'react-i18next';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { RefreshCw, ScrollText } from 'lucide-react';
import { countOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';
import { Notice } from '../../ui/notice';
import { Fault } from '../../ui/screens';
import { auditEvents } from './audit.queries';
import type { AuditSearch } from './audit.search';
import { AuditFilterBar } from './audit-filter-bar';
import { EventDrawer } from './event-drawer';
import { EventList } from './event-list';
import classes from './audit.module.css';

type Props = { readonly search: AuditSearch; readonly onSearch: (search: AuditSearch) => void };

/** Everything that happened, newest first. The address says what is looked for, so that it can be sent to somebody. */
export const AuditScreen = ({ search, onSearch }: Props) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const { event, ...filters } = search;
  const found = useInfiniteQuery(auditEvents(filters));
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = found;
  const events = data?.pages.flatMap((page) => page.events);
  const total = data?.pages[0]?.total;
  useDocumentTitle(t('audit.page'));
  return (
    <section className={classes.screen}>
      <header className={classes.header}>
        <div>
          <h1 className={classes.title}>{t('audit.title')}</h1>
          <p className={classes.total} role="status">
            {total === undefined ? ' ' : t('audit.total', { count: total, shown: countOf(total, language) })}
          </p>
        </div>
        <Tooltip label={t('audit.refresh')}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('audit.refresh')}
            loading={found.isRefetching && !isFetchingNextPage}
            onClick={() => void found.refetch()}
          >
            <RefreshCw size={17} />
          </ActionIcon>
        </Tooltip>
      </header>
      <AuditFilterBar filters={filters} onFilter={onSearch} />
      <div className={classes.list}>
        {error && !data && <Fault error={error} reset={() => void found.refetch()} />}
        {events?.length === 0 && <Notice icon={ScrollText} title={t('audit.none')} text={t('audit.noneText')} />}
        {!error && (
          <EventList
            key={JSON.stringify(filters)}
            events={events}
            openId={event ?? null}
            onOpen={(id) => onSearch({ ...search, event: id })}
            onEnd={() => hasNextPage && !isFetchingNextPage && void fetchNextPage()}
          />
        )}
      </div>
      <EventDrawer
        eventId={event ?? null}
        onOpen={(id) => onSearch({ ...search, event: id })}
        onClose={() => onSearch(filters)}
        onFilter={onSearch}
      />
    </section>
  );
};
