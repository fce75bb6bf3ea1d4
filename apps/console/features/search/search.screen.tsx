import { useTranslation } from 'react-i18next';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Skeleton } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import type { Me, SearchContents, SearchResult } from '@dosar/contracts';
import { companyName } from '../../platform/company-name';
import { countOf, dayOf, sizeOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useFault } from '../../platform/queries';
import { useStore } from '../../platform/storage/store';
import { stateKey, statesOf } from '../../platform/document-states';
import { Notice } from '../../ui/notice';
import { Page } from '../../ui/page';
import { Fault } from '../../ui/screens';
import { Pages } from '../../ui/table/pager';
import { FilterBar } from './filter-bar';
import { Hit } from './hit';
import { HistoryCard } from './history.card';
import { Unknown } from './operators';
import { placeOf } from './place';
import { SavedCard } from './saved.card';
import { found, remember, type SearchReply } from './search.queries';
import { setIn, type SearchAddress } from './search.search';
import classes from './search.module.css';

const WAITING = [1, 2, 3, 4, 5];

type Props = {
  readonly user: Me;
  readonly search: SearchAddress;
  readonly onSearch: (search: SearchAddress) => void;
};

/** Everything that answers, with its filters. The address says what is looked for, so that it can be sent to somebody. */
export const SearchScreen = ({ user, search, onSearch }: Props) => {
  const { t } = useTranslation();
  const isAsked = Object.keys(setIn(search)).length > 0;
  const reading = useQuery({ ...found(search), enabled: isAsked, placeholderData: keepPreviousData });
  const fault = useFault(reading);
  useDocumentTitle(t('search.page'));
  return (
    <Page title={t('search.title')}>
      <FilterBar user={user} filters={search} onFilter={onSearch} />
      {!isAsked && (
        <>
          <SavedCard />
          <HistoryCard />
        </>
      )}
      {isAsked && fault !== null && (
        <Fault error={fault} reset={() => void reading.refetch()} part={t('search.fault')} />
      )}
      {isAsked && fault === null && !reading.data && <Skeletons />}
      {isAsked && reading.data && (
        <Found
          user={user}
          reply={reading.data}
          onOpen={() => remember(search)}
          onPage={(page) => onSearch({ ...search, page })}
        />
      )}
    </Page>
  );
};

const Skeletons = () => (
  <div className={classes.skeletons} aria-busy="true">
    {WAITING.map((key) => (
      <Skeleton key={key} height={64} radius={12} />
    ))}
  </div>
);

/** Pictures of it are not read, and it was not found by other words inside it. */
const isFoundByName = ({ contents, highlight, title }: SearchResult): boolean =>
  contents === 'scanned' && highlight.every(({ text, hit }) => !hit || title.includes(text));

type FoundProps = {
  readonly user: Me;
  readonly reply: SearchReply;
  readonly onOpen: () => void;
  readonly onPage: (page: number) => void;
};

const Found = ({ user, reply, onOpen, onPage }: FoundProps) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const { results, total, total_is_more: isMore, page, pageSize, unknown } = reply;
  if (total === 0)
    return (
      <>
        <Unknown unknown={unknown} />
        <Notice icon={SearchX} title={t('search.none')} text={t('search.noneText')} />
      </>
    );
  const shown = `${countOf(total, language)}${isMore ? '+' : ''}`;
  const isScanned = results.some(isFoundByName);
  return (
    <>
      <Unknown unknown={unknown} />
      <p className={classes.total} role="status">
        {t('search.total', { count: total, shown })}
        {isScanned && ` ${t('search.scanned')}`}
      </p>
      <ol className={classes.results} aria-label={t('search.results')}>
        {results.map((result) => (
          <li key={`${result.kind} ${result.id}`}>
            <Result user={user} result={result} onOpen={onOpen} />
          </li>
        ))}
      </ol>
      {total > pageSize && <Pages page={page} pages={Math.ceil(total / pageSize)} onPage={onPage} />}
    </>
  );
};

type ResultProps = Pick<FoundProps, 'user' | 'onOpen'> & { readonly result: SearchResult };

const UNREAD = ['encrypted', 'damaged', 'too_large'] as const satisfies readonly SearchContents[];
const isUnread = (contents: SearchContents): contents is (typeof UNREAD)[number] =>
  (UNREAD as readonly SearchContents[]).includes(contents);

const Result = ({ user, result, onOpen }: ResultProps) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const { kind, client, file, message, contents, folded } = result;
  const details = [
    t(`search.kinds.${kind}`),
    ...(folded === undefined ? [] : [t('search.folded', { count: folded })]),
    ...(client && kind !== 'client' ? [companyName({ name: client.name, cui: null })] : []),
    ...(file
      ? [sizeOf(file.size, language), dayOf(file.created_at), ...statesOf(file).map((state) => t(stateKey(state)))]
      : []),
    ...(message ? [message.sender_name ?? '', dayOf(message.created_at)].filter(Boolean) : []),
    ...((file ?? result.folder)?.deleted_at ? [t('search.deleted')] : []),
  ];
  return (
    <Link {...placeOf(result, user)} className={classes.result} onClick={onOpen}>
      <Hit result={result}>
        <span className={classes.detail}>{details.join(' · ')}</span>
        {isUnread(contents) && <span className={classes.detail}>{t(`search.contents.${contents}`)}</span>}
      </Hit>
    </Link>
  );
};
