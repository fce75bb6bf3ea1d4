import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useDocumentTitle } from '@mantine/hooks';
import { ScrollText } from 'lucide-react';
import type { Deed, deedsApi, Me, ReplyOf } from '@dosar/contracts';
import { offers } from '../../platform/guards';
import { Notice } from '../../ui/notice';
import { Fault } from '../../ui/screens';
import { Activity } from './activity/activity';
import { deeds as reading } from './audit.queries';
import type { AuditSearch } from './audit.search';
import { AuditFilterBar } from './audit-filter-bar';
import { AuditHead } from './audit-head';
import { changed } from './deed-filters';
import { DeedList } from './deeds/deed-list';
import { SealLine } from './seal/seal-line';
import { EventDrawer } from './event-drawer';
import { UndoDialog } from './undo/undo.dialog';
import { useUnfinishedState } from '../../ui/forms/unfinished';
import classes from './audit.module.css';

type Props = {
  readonly user: Me;
  readonly search: AuditSearch;
  readonly onSearch: (search: AuditSearch) => void;
};

/** What the thing is called that all of these deeds are about. */
const nameOf = (id: string | undefined, deeds: readonly Deed[]): string | null =>
  deeds.find(({ event }) => event.resource_id === id)?.event.resource_name ?? null;

type Read = InfiniteData<ReplyOf<typeof deedsApi.list>>;

const deedsIn = (read: Read | undefined): readonly Deed[] | undefined => read?.pages.flatMap((page) => page.deeds);

/** Without the event that was looked at. */
const closed = ({ event: _looked, ...search }: AuditSearch): AuditSearch => search;

/** There is room for a picture above the list. */
const hasRoom = () => matchMedia('(min-width: 62em) and (min-height: 50em)').matches;

/** Everything that was done, newest first. The address says what is looked for, so that it can be sent to somebody. */
export const AuditScreen = ({ user, search, onSearch }: Props) => {
  const { t } = useTranslation();
  const { event, deed, ...filters } = search;
  const found = useInfiniteQuery(reading(filters));
  const [isActivity, setActivity] = useState(hasRoom);
  const [undone, setUndone] = useUnfinishedState<string | null>('undone', null);
  const onUndo = offers(user, 'file_manager') ? setUndone : undefined;
  const deeds = deedsIn(found.data) ?? [];
  const [first] = found.data?.pages ?? [];
  useDocumentTitle(t('audit.page'));
  const show = (id: string) => onSearch({ ...search, event: id });
  /** A deed of one event is that event; one of several is opened and closed. */
  const open = ({ correlation_id: id, events_count: count, event: only }: Deed) => {
    if (count === 1) return show(only.event_id);
    onSearch(id === deed ? filters : { ...filters, deed: id });
  };
  return (
    <section className={classes.screen}>
      <AuditHead
        filters={filters}
        total={first?.total}
        isMore={first?.total_is_more ?? false}
        isActivity={isActivity}
        isPending={found.isRefetching && !found.isFetchingNextPage}
        onActivity={() => setActivity(!isActivity)}
        onRefresh={() => void found.refetch()}
      />
      <SealLine />
      <AuditFilterBar
        filters={filters}
        addresses={deeds.flatMap(({ ip_address }) => ip_address ?? [])}
        thing={nameOf(filters.resource_id, deeds)}
        onFilter={onSearch}
      />
      {isActivity && <Activity filters={filters} onChange={(change) => onSearch(changed(filters, change))} />}
      <Found
        list={found}
        open={{ deed: deed ?? null, event: event ?? null }}
        onDeed={open}
        onEvent={show}
        onUndo={onUndo}
        key={JSON.stringify(filters)}
      />
      <EventDrawer
        eventId={event ?? null}
        onOpen={show}
        onClose={() => onSearch(closed(search))}
        onFilter={onSearch}
        onUndo={onUndo}
      />
      {undone !== null && <UndoDialog correlationId={undone} onClose={() => setUndone(null)} />}
    </section>
  );
};

type FoundProps = Pick<ComponentProps<typeof DeedList>, 'open' | 'onDeed' | 'onEvent' | 'onUndo'> & {
  readonly list: UseInfiniteQueryResult<Read>;
};

/** What was found, nothing, or why it is not known. */
const Found = ({ list, ...props }: FoundProps) => {
  const { t } = useTranslation();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = list;
  const deeds = deedsIn(data);
  return (
    <div className={classes.list}>
      {error && !data && <Fault error={error} reset={() => void refetch()} />}
      {deeds?.length === 0 && !hasNextPage && (
        <Notice icon={ScrollText} title={t('deed.none')} text={t('deed.noneText')} />
      )}
      {!error && (
        <DeedList {...props} deeds={deeds} onEnd={() => hasNextPage && !isFetchingNextPage && void fetchNextPage()} />
      )}
    </div>
  );
};
