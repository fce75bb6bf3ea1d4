import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { CircleCheckBig, X } from 'lucide-react';
import { AccountingStatus, DOCUMENTS_PAGES, PAGE_SIZE, ProcessState, type Me } from '@dosar/contracts';
import { companyName } from '../../../platform/company-name';
import { calendarDayOf, countOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { useFault } from '../../../platform/queries';
import { useStore } from '../../../platform/storage/store';
import { Card } from '../../../ui/card';
import { Notice } from '../../../ui/notice';
import { Page } from '../../../ui/page';
import { Fault, Waiting } from '../../../ui/screens';
import { Pages, useLastPage } from '../../../ui/table/pager';
import { useFilterProps } from '../../../ui/table/use-filter-props';
import { client } from '../../companies/companies.queries';
import { useLook } from '../list/use-look';
import { DocumentRows } from './document-rows';
import { documents } from './documents.queries';
import type { DocumentsFilter } from './documents.search';
import classes from './documents.module.css';

const Review = lazy(() => import('./review').then((module) => ({ default: module.Review })));

/** The list goes no further: of more it is narrowed down. */
const REACHED = DOCUMENTS_PAGES * PAGE_SIZE.max;

type Props = {
  readonly user: Me;
  readonly asked: DocumentsFilter;
  readonly onAsk: (asked: DocumentsFilter) => void;
};

/** Documents by what is to be done with them, wherever they lie: what a figure counts, and nothing else. */
export const DocumentsScreen = ({ user, asked, onAsk }: Props) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const found = useQuery({ ...documents(asked), placeholderData: keepPreviousData });
  const fault = useFault(found);
  const look = useLook();
  const title = asked.state === 'pending' ? t('documents.pending') : t('documents.title');
  useDocumentTitle(t('documents.page', { title }));
  const { files, total = 0, page = 1 } = found.data ?? {};
  const onPage = (next: number) => onAsk({ ...asked, page: next });
  const reached = Math.min(total, REACHED);
  // whoever looks at a document stays with it
  const isSettled = found.data !== undefined && !found.isPlaceholderData && look.fileId === null;
  useLastPage(isSettled ? { total: reached, pageSize: PAGE_SIZE.max } : undefined, asked.page ?? 1, onPage);
  return (
    <Page title={title}>
      <Filters user={user} asked={asked} onAsk={onAsk} />
      {fault !== null && <Fault error={fault} reset={() => void found.refetch()} part={t('documents.fault')} />}
      {fault === null && !files && <Waiting />}
      {files && total === 0 && (
        <Notice icon={CircleCheckBig} title={t('documents.none')} text={t('documents.noneText')} />
      )}
      {files && total > 0 && (
        <Card title={t('documents.count', { count: total, shown: countOf(total, language) })}>
          <DocumentRows
            label={title}
            files={files}
            filter={asked}
            isOfOne={asked.clientId !== undefined || user.role === 'user'}
          />
        </Card>
      )}
      {total > PAGE_SIZE.max && <Pages page={page} pages={Math.ceil(reached / PAGE_SIZE.max)} onPage={onPage} />}
      {total > reached && (
        <p className={classes.total}>{t('documents.reached', { shown: countOf(reached, language) })}</p>
      )}
      {look.fileId !== null && (
        <Suspense>
          <Review
            user={user}
            files={files ?? (fault === null ? undefined : [])}
            fileId={look.fileId}
            onStep={look.step}
            onClose={look.close}
          />
        </Suspense>
      )}
    </Page>
  );
};

const Filters = ({ user, asked, onAsk }: Props) => {
  const { t } = useTranslation();
  const props = useFilterProps();
  const { clientId, state, accounting, day } = asked;
  const ask = (change: Partial<DocumentsFilter>) => onAsk({ ...asked, ...change, page: undefined });
  const states = [
    { value: 'pending', label: t('documents.pending') },
    ...ProcessState.options.map((value) => ({ value, label: t(`process.${value}`) })),
  ];
  const statuses = [
    ...AccountingStatus.options.map((value) => ({ value, label: t(`accounting.${value}`) })),
    { value: 'none', label: t('documents.noStatus') },
  ];
  return (
    <div className={classes.filters} role="search" aria-label={t('documents.filters')}>
      <Select
        {...props(t('documents.state'))}
        data={states}
        value={state ?? null}
        onChange={(value) => ask({ state: (value ?? undefined) as DocumentsFilter['state'] })}
      />
      <Select
        {...props(t('documents.accounting'))}
        data={statuses}
        value={accounting ?? null}
        onChange={(value) => ask({ accounting: (value ?? undefined) as DocumentsFilter['accounting'] })}
      />
      {clientId !== undefined && user.role !== 'user' && (
        <ClientOf id={clientId} onClear={() => ask({ clientId: undefined })} />
      )}
      {day !== undefined && (
        <Cleared text={t('documents.on', { day: calendarDayOf(day) })} onClear={() => ask({ day: undefined })} />
      )}
      {asked.assigned_only && (
        <Cleared text={t('documents.assignedOnly')} onClear={() => ask({ assigned_only: undefined })} />
      )}
      {asked.act !== undefined && (
        <Cleared text={t('documents.ofAct')} onClear={() => ask({ act: undefined, actFrom: undefined })} />
      )}
      {asked.mine && <Cleared text={t('documents.mine')} onClear={() => ask({ mine: undefined })} />}
    </div>
  );
};

const ClientOf = ({ id, onClear }: { readonly id: string; readonly onClear: () => void }) => {
  const { data } = useQuery(client(id));
  return <Cleared text={data ? companyName(data.client) : '…'} onClear={onClear} />;
};

/** What narrows the list, and is taken away by a press. */
const Cleared = ({ text, onClear }: { readonly text: string; readonly onClear: () => void }) => {
  const { t } = useTranslation();
  return (
    <Button
      variant="light"
      size="sm"
      rightSection={<X size={15} aria-hidden="true" />}
      aria-label={t('documents.without', { text })}
      onClick={onClear}
    >
      {text}
    </Button>
  );
};
