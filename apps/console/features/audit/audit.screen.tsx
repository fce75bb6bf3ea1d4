import { useTranslation } from 'react-i18next';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { RefreshCw, ScrollText } from 'lucide-react';
import type { Deed } from '@dosar/contracts';
import { countOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';
import { Notice } from '../../ui/notice';
import { Fault } from '../../ui/screens';
import { deeds as reading } from './audit.queries';
import type { AuditSearch, DeedSearch } from './audit.search';
import { AuditFilterBar } from './audit-filter-bar';
import { DeedList } from './deeds/deed-list';
import { EventDrawer } from './event-drawer';
import classes from './audit.module.css';

type Props = { readonly search: AuditSearch; readonly onSearch: (search: AuditSearch) => void };

/** What the thing is called that all of these deeds are about. */
const nameOf = (id: string | undefined, deeds: readonly Deed[]): string | null =>
  deeds.find(({ event }) => event.resource_id === id)?.event.resource_name ?? null;

/** Everything that was done, newest first. The address says what is looked for, so that it can be sent to somebody. */
export const AuditScreen = ({ search, onSearch }: Props) => {
  const { t } = useTranslation();
  const { event, deed, ...filters } = search;
  const found = useInfiniteQuery(reading(filters));
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = found;
  const deeds = data?.pages.flatMap((page) => page.deeds);
  const addresses = (deeds ?? []).flatMap(({ ip_address }) => ip_address ?? []);
  useDocumentTitle(t('audit.page'));
  const show = (id: string) => onSearch({ ...search, event: id });
  /** A deed of one event is that event; one of several is opened and closed. */
  const open = ({ correlation_id: id, events_count: count, event: only }: Deed) => {
    if (count === 1) return show(only.event_id);
    onSearch(id === deed ? filters : { ...filters, deed: id });
  };
  return (
    <section className={classes.screen}>
      <header className={classes.header}>
        <div>
          <h1 className={classes.title}>{t('audit.title')}</h1>
          <Total page={data?.pages[0]} />
        </div>
        <Refresh isPending={found.isRefetching && !isFetchingNextPage} onClick={() => void found.refetch()} />
      </header>
      <AuditFilterBar
        filters={filters}
        addresses={addresses}
        thing={nameOf(filters.resource_id, deeds ?? [])}
        onFilter={onSearch}
      />
      <div className={classes.list}>
        {error && !data && <Fault error={error} reset={() => void found.refetch()} />}
        {deeds?.length === 0 && !hasNextPage && (
          <Notice icon={ScrollText} title={t('deed.none')} text={t('deed.noneText')} />
        )}
        {!error && (
          <DeedList
            key={JSON.stringify(filters)}
            deeds={deeds}
            open={{ deed: deed ?? null, event: event ?? null }}
            onDeed={open}
            onEvent={show}
            onEnd={() => hasNextPage && !isFetchingNextPage && void fetchNextPage()}
          />
        )}
      </div>
      <EventDrawer
        eventId={event ?? null}
        onOpen={show}
        onClose={() => onSearch(closed(search))}
        onFilter={(next: DeedSearch) => onSearch(next)}
      />
    </section>
  );
};

const Refresh = ({ isPending, onClick }: { readonly isPending: boolean; readonly onClick: () => void }) => {
  const { t } = useTranslation();
  const label = t('audit.refresh');
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={36} aria-label={label} loading={isPending} onClick={onClick}>
        <RefreshCw size={17} />
      </ActionIcon>
    </Tooltip>
  );
};

/** Without the event that was looked at. */
const closed = ({ event: _looked, ...search }: AuditSearch): AuditSearch => search;

type TotalProps = {
  readonly page: { readonly total?: number | undefined; readonly total_is_more?: true | undefined } | undefined;
};

const Total = ({ page }: TotalProps) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const count = page?.total;
  const shown = countOf(count ?? 0, language);
  const sentence = page?.total_is_more ? t('deed.totalMore', { shown }) : t('deed.total', { count: count ?? 0, shown });
  return (
    <p className={classes.total} role="status">
      {count === undefined ? ' ' : sentence}
    </p>
  );
};
