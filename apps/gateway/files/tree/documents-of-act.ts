import type { Recorded } from '@dosar/kernel/runtime';
import { audit, auditTerm } from '@dosar/domain/audit/audit.projector';
import { actOf, ALONE } from '@dosar/domain/dashboard/activity';
import { eventsOf } from '../../audit/audit.reads';
import { notFound } from '../../platform/http/problem';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { FilesReads } from '../files.reads';

/** So many events are read for the documents of one line. */
const MOST = 1_000;

type Asked = { readonly act: string; readonly act_from?: string | undefined };

/** The documents that a line of the recent activity is about. @throws Problem when it is of no client that is seen */
export const documentsOfAct = async (
  context: UseCaseContext,
  { act, act_from = act }: Asked,
): Promise<{ readonly clientId: string; readonly ids: readonly string[] }> => {
  const newest = await eventOf(context, act);
  const oldest = await eventOf(context, act_from);
  const clientId = newest.tenant.clientId;
  if (clientId === null || newest.resource.type !== 'file') throw notFound();
  context.see(FilesReads).clientId(clientId, 'client_id');
  const { type, actor, correlationId } = newest;
  // what is not of a person, and what has a name of its own, is one line with its action alone
  const isAlone = actor.kind !== 'user' || ALONE.has(type);
  const terms = [
    auditTerm('event_type', type),
    auditTerm('client_id', clientId),
    isAlone ? auditTerm('correlation_id', correlationId) : auditTerm('user_id', actor.id),
  ];
  const found = await context.rows.findFor(context.call, audit, {
    where: { position: { from: oldest.position, below: newest.position + 1n } },
    terms: { all: terms, beginnings: [] },
    order: [['position', 'desc']],
    limit: MOST,
  });
  const { to } = actOf(newest, clientId);
  const events = await eventsOf(context.installation, found);
  const ids = events.filter((event) => actOf(event, clientId).to === to).map(({ resource }) => resource.id);
  return { clientId, ids: [...new Set(ids)] };
};

const eventOf = async ({ installation, rows }: UseCaseContext, id: string): Promise<Recorded> => {
  const [event] = await eventsOf(installation, await rows.find(audit, { where: { event_id: id }, limit: 1 }));
  if (!event) throw notFound();
  return event;
};
