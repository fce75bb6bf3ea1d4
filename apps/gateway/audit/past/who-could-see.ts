import { pastApi, type AccessThen, type AuditEvent, type InputOf, type SeenWhy } from '@dosar/contracts';
import { audit, auditTerm } from '@dosar/domain/audit/audit.projector';
import { conversations } from '@dosar/domain/conversations/conversations.projector';
import { files } from '@dosar/domain/files/files.projector';
import type { AccessOf } from '@dosar/domain/identity/access.projector';
import { clients } from '@dosar/domain/identity/clients.projector';
import { users } from '@dosar/domain/identity/users.projector';
import type { KnownRights } from '../../platform/access/known-rights';
import { endOf, startOf, today } from '../../platform/hosting/time';
import { notFound, wrongField } from '../../platform/http/problem';
import { stoodAtOf } from '../../platform/past/instants';
import type { Look } from '../../platform/past/look';
import { Looks } from '../../platform/past/looks';
import { Reads, type CallerReads } from '../../platform/reads/reads';
import { ViewRows } from '../../platform/reads/rows';
import { valuesById } from '../../platform/reads/rows-by-id';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { AuditEvents } from '../audit-events';
import { AuditPlaces } from '../audit-places';
import { NotedReads } from '../noted-reads';
import { clientOfItem } from './things';
import { rulesAt, type RulesThen } from './rules-then';

/** So many are named. */
const MOST = 1_000;
const MOST_OPENED = 200;

type User = AccessOf<'user'>;
type Query = InputOf<typeof pastApi.access>['query'];
type Then = {
  readonly look: Look;
  readonly reads: CallerReads;
  readonly rights: KnownRights;
  readonly rules: RulesThen;
};

export const whoCouldSee = useCase(pastApi.access, async ({ query }, context) => {
  const { resource_type, resource_id, user_id } = query;
  const then = await thenOf(context);
  const found = user_id === undefined ? await whoSaw(then, query) : await whatTheySaw(context, then, user_id);
  await context.use(NotedReads).list(context.call, { resource_type, resource_id, user_id });
  const { software, areKnown } = then.rules;
  return {
    at: stoodAtOf(then.look.instant),
    software,
    rules: areKnown ? ('known' as const) : ('unknown' as const),
    ...found,
  };
});

const thenOf = async ({ call, installation, look, use }: UseCaseContext): Promise<Then> => {
  const then = look ?? (await use(Looks).of(call, {}));
  const rules = await rulesAt(installation.ports.events, then.instant.position);
  return { look: then, reads: use(Reads).of(call, then), rights: await then.stood(), rules };
};

/** Of many the first. */
const some = <T>(all: readonly T[], most = MOST) => ({
  shown: all.slice(0, most),
  ...(all.length > most && { is_more: true as const }),
});

const whoSaw = async (then: Then, { resource_type: type, resource_id: id }: Query): Promise<Partial<AccessThen>> => {
  if (type === undefined) throw wrongField('resource_type', 'required');
  if (id === undefined) throw wrongField('resource_id', 'required');
  const seenBy = await whySeen(then, type, id);
  const { rights, rules } = then;
  if (!rules.areKnown) return {};
  const all = [...rights.all('user')].flatMap((user) => {
    const why = mayCall(then, user, type) ? seenBy(user) : null;
    return why === null ? [] : { id: user.id, role: user.role, why };
  });
  const { shown, ...more } = some(all);
  const named = await valuesById(
    then.reads,
    users,
    shown.map((each) => each.id),
  );
  return { people: shown.map((each) => ({ ...each, name: named.get(each.id)?.name ?? null })), ...more };
};

const CALLS = {
  file: 'GET /files/:id',
  folder: 'GET /folders/:id',
  conversation: 'GET /conversations/:id',
  client: 'GET /clients/:id',
} as const;

/** Whether somebody could come in, and ask for such a thing at all. */
const mayCall = ({ rules }: Then, { status, role }: User, type: keyof typeof CALLS): boolean =>
  status === 'active' && rules.allows(CALLS[type], role);

/** Why somebody saw a thing as it was, as a question about each person. @throws Problem when it was not there */
const whySeen = async ({ reads, rights }: Then, type: keyof typeof CALLS, id: string) => {
  if (type === 'conversation') {
    const found = rights.conversation(id);
    if (!found) throw notFound();
    return (user: User) => (rights.mayRead(user, found) ? whyOfConversation(rights, user, found) : null);
  }
  const clientId = type === 'client' ? id : await clientOfItem(reads, type, id);
  if (!rights.client(clientId)) throw notFound();
  return (user: User) => (rights.clientFor(user, clientId) ? whyOfClient(rights, user, clientId) : null);
};

const whyOfConversation = (
  rights: KnownRights,
  user: User,
  { isDirect, clientId }: AccessOf<'conversation'>,
): SeenWhy => (isDirect || clientId === null ? 'participant' : whyOfClient(rights, user, clientId));

const whyOfClient = (rights: KnownRights, { id, role }: User, clientId: string): SeenWhy => {
  if (role === 'admin') return 'administrator';
  if (role === 'user') return 'user_of_client';
  return rights.client(clientId)?.accountants.includes(id) ? 'assigned_accountant' : 'accountant_of_firm';
};

const whatTheySaw = async (context: UseCaseContext, then: Then, userId: string): Promise<Partial<AccessThen>> => {
  const { reads, rights, rules } = then;
  const user = rights.user(userId);
  if (!user) throw notFound();
  const { opened, ...more } = await openedOn(context, then, userId);
  if (!rules.areKnown) return { opened, ...more };
  const seen = mayCall(then, user, 'client') ? some(rights.visibleClients(user)) : some<string>([]);
  const talks = mayCall(then, user, 'conversation') ? some(rights.readable(user)) : some<AccessOf<'conversation'>>([]);
  const ofClients = await valuesById(reads, clients, [
    ...seen.shown,
    ...talks.shown.flatMap((each) => each.clientId ?? []),
  ]);
  const titles = await valuesById(
    reads,
    conversations,
    talks.shown.map(({ id }) => id),
  );
  const named = (id: string) => ({ id, name: ofClients.get(id)?.societate ?? null });
  return {
    clients: seen.shown.map((id) => ({ ...named(id), why: whyOfClient(rights, user, id) })),
    conversations: talks.shown.map((each) => ({
      id: each.id,
      title: titles.get(each.id)?.title ?? null,
      client: each.clientId === null ? null : named(each.clientId),
      why: whyOfConversation(rights, user, each),
    })),
    opened,
    ...((seen.is_more ?? talks.is_more ?? more.is_more) ? { is_more: true as const } : {}),
  };
};

const READS = ['FileDownloaded', 'FilePreviewed', 'ReadUpTo'] as const;

/** A conversation is said once, however often its mark went on. */
const isFirstLook = ({ event_type: type, resource_id: id }: AuditEvent, nth: number, all: readonly AuditEvent[]) =>
  type !== 'ReadUpTo' || all.findIndex((each) => each.event_type === type && each.resource_id === id) === nth;

/** What somebody opened on the day of an instant, and what it was called then. */
const openedOn = async ({ call, use }: UseCaseContext, { look, reads }: Then, userId: string) => {
  const day = today(new Date(look.instant.time));
  const position = await use(AuditPlaces).between(startOf(day), endOf(day));
  const found = await Promise.all(
    READS.map((type) => {
      const terms = { all: [auditTerm('user_id', userId), auditTerm('event_type', type)], beginnings: [] };
      const find = { where: { position }, terms, order: [['position', 'asc']], limit: MOST_OPENED + 1 } as const;
      // the audit of then is a part of that of now
      return use(ViewRows).findFor(call, audit, find);
    }),
  );
  const all = found.flat().sort((a, b) => Number(a.position - b.position));
  const { shown, ...more } = some(all, MOST_OPENED);
  const events = (await use(AuditEvents).of(shown)).filter(isFirstLook);
  const then = await valuesById(
    reads,
    files,
    events.map((event) => event.resource_id),
  );
  const opened = events.map((event) => ({
    event_type: event.event_type,
    resource_type: event.resource_type,
    resource_id: event.resource_id,
    client_id: event.client_id,
    // what was uploaded later on that day had no name yet
    name: then.get(event.resource_id)?.name ?? event.resource_name ?? event.client_name,
    time: event.timestamp,
    position: event.position,
  }));
  return { opened, ...more };
};
