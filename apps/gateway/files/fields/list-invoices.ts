import {
  documentKey,
  FILE_LIMITS,
  filesApi,
  sameIssuer,
  type DocumentFields,
  type File,
  type InvoiceKind,
  type InvoiceSum,
  type MonthsInvoice,
} from '@dosar/contracts';
import { pace, rowIn } from '@dosar/kernel/runtime';
import { files } from '@dosar/domain/files/files.projector';
import { clients } from '@dosar/domain/identity/clients.projector';
import type { ViewRows } from '../../platform/reads/rows';
import { useCase } from '../../platform/use-cases/use-case';
import { FilesReads } from '../files.reads';

/** So many rows are read at once. */
const AT_ONCE = 500;

export const listInvoices = useCase(filesApi.invoices, async ({ query }, { call, rows, see }) => {
  const clientId = see(FilesReads).clientId(query.client_id, 'client_id');
  const client = await rows.get(clients, clientId);
  const cui = client && rowIn(client.json).cui;
  const produce = async () => JSON.stringify(await invoicesOf(rows, { clientId, cui, month: query.month }));
  return rows.part(call, { view: files, audience: clientId }, produce, `${query.month} ${cui}`);
});

type Asked = { readonly clientId: string; readonly cui: string | null; readonly month: string };

const invoicesOf = async (rows: ViewRows, { clientId, cui, month }: Asked) => {
  // days are compared as texts: nothing of the month comes behind its 31st
  const date = { from: `${month}-01`, below: `${month}-32` };
  const where = { client_id: clientId, date, deleted: 0 };
  const invoices: MonthsInvoice[] = [];
  const known = new Map<string, DocumentFields[]>();
  const rest = pace();
  for (let skip = 0; skip < FILE_LIMITS.listed; skip += AT_ONCE) {
    const found = await rows.find(files, { where, order: [['date', 'asc']], limit: AT_ONCE, skip });
    for (const { json } of found) invoices.push(...invoiceOf(rowIn(json), cui, known));
    if (found.length < AT_ONCE) return { invoices, sums: sumsOf(invoices) };
    await rest();
  }
  return { invoices, sums: sumsOf(invoices), total: await rows.count(files, { where }) };
};

const invoiceOf = (file: File, cui: string | null, known: Map<string, DocumentFields[]>): readonly MonthsInvoice[] => {
  const { id, name, folder_id, process_state, tags, fields } = file;
  if (fields === null) return [];
  const key = documentKey(fields);
  const alike = key === null ? [] : (known.get(key) ?? []);
  const is_repeated = alike.some((each) => sameIssuer(each, fields) !== null);
  if (key !== null && !is_repeated) known.set(key, [...alike, fields]);
  const kind: InvoiceKind = cui !== null && fields.issuer_cui === cui ? 'issued' : 'received';
  return [{ id, name, folder_id, process_state, tags, fields, kind, is_repeated }];
};

/** In hundredths; net and VAT are null once one of them is not known. */
type Sums = { readonly sum: number; readonly net: number | null; readonly vat: number | null };
const NOTHING: Sums = { sum: 0, net: 0, vat: 0 };

const added = (hundredths: number | null, more: number | null) =>
  hundredths === null || more === null ? null : hundredths + Math.round(more * 100);
const inUnits = (hundredths: number | null) => (hundredths === null ? null : hundredths / 100);

const sumsOf = (invoices: readonly MonthsInvoice[]): readonly InvoiceSum[] => {
  const sums = new Map<string, Pick<InvoiceSum, 'kind' | 'currency' | 'count'> & { readonly of: Sums }>();
  for (const { fields, kind, is_repeated } of invoices) {
    const { sum, net, vat, currency } = fields;
    if (is_repeated || sum === null || currency === null) continue;
    const key = `${kind} ${currency}`;
    const { count, of } = sums.get(key) ?? { count: 0, of: NOTHING };
    const all = { sum: of.sum + Math.round(sum * 100), net: added(of.net, net), vat: added(of.vat, vat) };
    sums.set(key, { kind, currency, count: count + 1, of: all });
  }
  return [...sums.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { kind, currency, count, of }]) => ({
      kind,
      currency,
      count,
      sum: of.sum / 100,
      net: inUnits(of.net),
      vat: inUnits(of.vat),
    }));
};
