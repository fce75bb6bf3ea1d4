import { documentsApi, ProcessState, type File, type FoundDocument, type InputOf } from '@dosar/contracts';
import { pace, rowIn, type WhereIn } from '@dosar/kernel/runtime';
import { files } from '@dosar/domain/files/files.projector';
import { clients } from '@dosar/domain/identity/clients.projector';
import { endOf, startOf } from '../../platform/hosting/time';
import type { ViewRows } from '../../platform/reads/rows';
import { valuesById } from '../../platform/reads/rows-by-id';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { FilesReads, pathsTo } from '../files.reads';
import { documentsOfAct } from './documents-of-act';

/** The documents of so many clients are looked through at once. */
const CLIENTS = 200;

type Query = InputOf<typeof documentsApi.list>['query'];
type Where = WhereIn<typeof files>;

export const listDocuments = useCase(documentsApi.list, async ({ query }, context) => {
  const { page, pageSize } = query;
  const parts = partsOf(await wantedOf(context, query), query, context.call.caller.id);
  const { found, total } = await pageIn(context.rows, parts, query);
  const shown = { files: await shownOf(context.rows, found), page, pageSize, total };
  // names of clients and of folders are in it, too
  return context.rows.said(context.call, files, shown);
});

type Wanted = { readonly clientIds: readonly string[]; readonly ids?: readonly string[] };

const wantedOf = async (context: UseCaseContext, query: Query): Promise<Wanted> => {
  const clientIds = clientsOf(context, query);
  const { act, act_from } = query;
  if (act === undefined) return { clientIds };
  const { clientId, ids } = await documentsOfAct(context, { act, act_from });
  return { clientIds: clientIds.filter((id) => id === clientId), ids };
};

const clientsOf = ({ call: { caller }, installation: { access }, see }: UseCaseContext, query: Query) => {
  const { client_id, assigned_only } = query;
  if (client_id !== undefined) return [see(FilesReads).clientId(client_id, 'client_id')];
  const visible = access.visibleClients(caller);
  // only accountants are assigned to clients
  if (!assigned_only || caller.role !== 'accountant') return visible;
  const assigned = new Set(access.assignments(caller.id));
  return visible.filter((id) => assigned.has(id));
};

/** What is looked for, in parts that an index finds; of one client it has each in the order of the list. */
const partsOf = ({ clientIds, ids }: Wanted, query: Query, callerId: string): readonly Where[] => {
  const { accounting_status: status, uploaded_on: day } = query;
  const common: Where = {
    deleted: 0,
    ...(ids && { id: { in: ids } }),
    ...(day !== undefined && { created: { from: startOf(day).toISOString(), below: endOf(day).toISOString() } }),
    ...(query.mine && { owner: callerId }),
  };
  const states = statesOf(query);
  const each: readonly Where[] =
    status === undefined
      ? states.map((state) => ({ ...common, status: state }))
      : [{ ...common, accounting: status === 'none' ? null : status, status: { in: states } }];
  const parts: Where[] = [];
  for (let from = 0; from < clientIds.length; from += CLIENTS) {
    const client_id = { in: clientIds.slice(from, from + CLIENTS) };
    parts.push(...each.map((where) => ({ ...where, client_id })));
  }
  return parts;
};

const statesOf = ({ process_state: state }: Query): readonly ProcessState[] => {
  if (state === undefined) return ProcessState.options;
  return state === 'pending' ? ['new', 'processing'] : [state];
};

const pageIn = async (rows: ViewRows, parts: readonly Where[], { page, pageSize, order }: Query) => {
  const rest = pace();
  const upTo = page * pageSize;
  const way = order === 'asc' ? 1 : -1;
  let found: readonly File[] = [];
  let total = 0;
  for (const where of parts) {
    await rest();
    const count = await rows.count(files, { where });
    total += count;
    if (count === 0) continue;
    const more: File[] = [];
    for (const { json } of await rows.find(files, { where, order: [['created', order]], limit: upTo })) {
      await rest();
      more.push(rowIn(json));
    }
    // no more of it is kept than the page is in
    found = [...found, ...more]
      .sort((a, b) => way * (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0))
      .slice(0, upTo);
  }
  return { found: found.slice(upTo - pageSize), total };
};

const shownOf = async (rows: ViewRows, found: readonly File[]): Promise<readonly FoundDocument[]> => {
  const names = await valuesById(
    rows,
    clients,
    found.map(({ client_id }) => client_id),
  );
  const pathTo = await pathsTo(
    rows,
    found.map(({ folder_id }) => folder_id),
  );
  return found.map((file) => ({
    ...file,
    client: { id: file.client_id, name: names.get(file.client_id)?.societate ?? null },
    path: pathTo(file.folder_id).map(({ id, name }) => ({ id, name })),
  }));
};
