import { mandatesApi, PEOPLE_LIMITS } from '@dosar/contracts';
import { clients } from '@dosar/domain/identity/clients.projector';
import { mandates } from '@dosar/domain/mandates/mandates.projector';
import { rowIn, type WhereIn } from '@dosar/kernel/runtime';
import { foreign, notFound } from '../../platform/http/problem';
import { stoodAtOf, type LogInstant } from '../../platform/past/instants';
import { Looks } from '../../platform/past/looks';
import { PastRows } from '../../platform/past/past-rows';
import { valuesById } from '../../platform/reads/rows-by-id';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { reportOf } from './opened-things';

const NEWEST_FIRST = [['appointed', 'desc']] as const;

export const listMandates = useCase(mandatesApi.list, ({ query }, { call, rows }) => {
  const where: WhereIn<typeof mandates> = {
    open: query.open === undefined ? { in: [0, 1] } : query.open ? 1 : 0,
  };
  const produce = () => rows.page(mandates, 'mandates', { where, order: NEWEST_FIRST }, query);
  return rows.part(call, { view: mandates, audience: 'installation' }, produce);
});

/** Whoever audits a firm is seen by it: what for, until when, and what they opened. */
export const listAuditors = useCase(mandatesApi.ofFirm, async ({ params: { id }, query }, context) => {
  mustFirm(context, id);
  const { page, pageSize } = query;
  const find = { where: { firm_id: id }, order: NEWEST_FIRST };
  const found = await context.rows.find(mandates, { ...find, skip: (page - 1) * pageSize, limit: pageSize });
  const auditors = await Promise.all(found.map(({ json }) => reportOf(context, rowIn(json))));
  return { auditors, page, pageSize, total: await context.rows.count(mandates, find) };
});

/** @throws Problem NOT_FOUND: unknown, or of others */
const mustFirm = ({ call, installation: { access } }: UseCaseContext, id: string): void => {
  const { firmId } = access.scope(call.caller);
  if (!access.firm(id)) throw notFound();
  if (firmId !== null && firmId !== id) throw foreign('firm', id, null);
};

/** What an auditor's home shows. */
export const showMandate = useCase(mandatesApi.mine, async (_, context) => {
  const { call, rows, use } = context;
  const { mandate } = call.caller;
  if (!mandate) throw notFound();
  const { instant } = await use(Looks).of(call, {});
  const shown = await clientsAsOf(context, instant);
  return { mandate: rowIn((await rows.must(mandates, mandate.id)).json), ...shown, at: stoodAtOf(instant) };
});

const clientsAsOf = async ({ call, installation }: UseCaseContext, instant: LogInstant) => {
  const ids = installation.access.visibleClients(call.caller);
  const most = PEOPLE_LIMITS.listed;
  const named = await valuesById(new PastRows(installation, instant), clients, ids.slice(0, most));
  const all = [...named].map(([id, { societate: name }]) => ({ id, name }));
  return { clients: all.sort(byName), clients_is_more: ids.length > most };
};

type Called = { readonly name: string | null };
const byName = (one: Called, other: Called) => (one.name ?? '').localeCompare(other.name ?? '', 'ro');
