import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { Download } from 'lucide-react';
import { filesApi, type InvoiceSum, type MonthsInvoice } from '@dosar/contracts';
import { now } from '../../../platform/clock';
import { useSentence } from '../../../platform/faults';
import { amountOf, calendarDayOf, monthNameOf, monthOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { reading } from '../../../platform/queries';
import { useStore } from '../../../platform/storage/store';
import { Dialog } from '../../../ui/dialogs/dialog';
import { takeList } from '../../../ui/table/take-list';
import { tree } from '../files.queries';
import { monthAround, monthRows, monthsBefore } from './month-rows';
import { useUnfinishedState } from '../../../ui/forms/unfinished';
import classes from './month.module.css';

type Props = { readonly clientId: string; readonly folderId: string | null; readonly onClose: () => void };

const OFFERED = 24;
const HEADS = [
  ...(['kind', 'date', 'number', 'issuer', 'issuer_cui'] as const),
  ...(['net', 'vat', 'sum', 'currency', 'due', 'name', 'note'] as const),
] as const;

/** A month's invoices as a table with their sums, and as a file for a spreadsheet. */
export const MonthDialog = ({ clientId, folderId, onClose }: Props) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const { language } = useStore(preferences);
  const [current] = useState(() => monthOf(now()));
  const [chosen, setMonth] = useUnfinishedState<string | null>('month', null);
  const around = monthAround(useQuery(tree(clientId)).data?.tree ?? [], folderId);
  const month = chosen ?? around ?? current;
  const offered = monthsBefore(current, OFFERED);
  const months = offered.includes(month) ? offered : [month].concat(offered);
  const { data, error } = useQuery(reading(filesApi.invoices, { query: { client_id: clientId, month } }));
  const nameOf = (each: string) => monthNameOf(new Date(`${each}-15T12:00:00.000Z`), language);
  const take = (invoices: readonly MonthsInvoice[]) => {
    const heads = HEADS.map((name) => t(`month.heads.${name}`));
    const kinds = { issued: t('month.issued'), received: t('month.received') };
    const lines = monthRows(invoices, { heads, kinds, repeated: t('month.repeated') });
    return takeList({ list: 'invoices', client_id: clientId }, `${t('month.file')}-${month}`, lines);
  };
  const taking = useMutation({ mutationFn: take, meta: { failure: 'list.exportFailed' } });
  return (
    <Dialog onClose={onClose} title={t('month.title')} size="xl">
      <div className={classes.bar}>
        <NativeSelect
          aria-label={t('month.month')}
          value={month}
          data={months.map((value) => ({ value, label: nameOf(value) }))}
          onChange={({ currentTarget }) => setMonth(currentTarget.value)}
        />
        {data && data.invoices.length > 0 && (
          <Button
            variant="default"
            leftSection={<Download size={16} />}
            loading={taking.isPending}
            onClick={() => taking.mutate(data.invoices)}
          >
            {t('month.export')}
          </Button>
        )}
      </div>
      {error && !data && <p role="alert">{sentence(error)}</p>}
      {!data && !error && <Skeleton height={120} />}
      {data?.invoices.length === 0 && <p className={classes.none}>{t('month.none')}</p>}
      {data && data.invoices.length > 0 && (
        <>
          <Sums sums={data.sums} />
          {data.total !== undefined && <p className={classes.none}>{t('month.cut', { count: data.total })}</p>}
          <Invoices invoices={data.invoices} />
        </>
      )}
    </Dialog>
  );
};

const Sums = ({ sums }: { readonly sums: readonly InvoiceSum[] }) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  return (
    <dl className={classes.sums}>
      {sums.map(({ kind, currency, count, sum, net, vat }) => (
        <div key={`${kind} ${currency}`}>
          <dt>{t(`month.sums.${kind}`, { count })}</dt>
          <dd>{amountOf(sum, currency, language)}</dd>
          {net !== null && vat !== null && (
            <dd className={classes.parts}>
              {t('month.parts', {
                net: amountOf(net, currency, language),
                vat: amountOf(vat, currency, language),
              })}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
};

const Invoices = ({ invoices }: { readonly invoices: readonly MonthsInvoice[] }) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            {(['date', 'number', 'issuer', 'kind', 'net', 'vat', 'sum'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`month.heads.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {invoices.map(
            ({ id, name, fields: { date, number, issuer, sum, net, vat, currency }, kind, is_repeated }) => (
              <tr key={id} title={name ?? undefined}>
                <td>{date && calendarDayOf(date)}</td>
                <td>
                  {number}
                  {is_repeated && <em> {t('month.repeated')}</em>}
                </td>
                <td>{issuer}</td>
                <td>{t(`month.${kind}`)}</td>
                {[net, vat, sum].map((amount, at) => (
                  <td key={at}>{amount !== null && amountOf(amount, currency, language)}</td>
                ))}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
};
