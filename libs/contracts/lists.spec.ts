import type { z } from 'zod';
import { api } from './api';
import { HEADS_PAGE, MOST_HASHES } from './audit/heads.api';
import { CHANGES_PAGE } from './audit/past.api';
import { UNDO_SHOWN } from './audit/undo.values';
import { CONVERSATION_LIMITS, MESSAGE_LIMITS, REACTIONS } from './conversations/conversations.values';
import { DASHBOARD } from './dashboard/dashboard.view';
import { EVENTS_PAGE, PAGE_SIZE, type EndpointSpec } from './endpoint';
import { FIELD_LIMITS } from './files/document-fields.values';
import { FILE_LIMITS } from './files/files.values';
import { PEOPLE_LIMITS } from './identity/identity.values';
import { MANDATE_LIMITS } from './mandates/mandates.values';
import { SEARCH_LIMITS } from './search/search.values';

/** What keeps a list from growing for ever: a name in the query with the most that it takes, or what may be made. */
type Bound =
  | { readonly by: 'pageSize' | 'limit'; readonly most: number; readonly without?: number }
  | { readonly by: 'made' | 'answer' | 'fixed'; readonly most: number; readonly where: string };

const page: Bound = { by: 'pageSize', most: PAGE_SIZE.max };
const events: Bound = { by: 'limit', most: EVENTS_PAGE.max };
/** Without a page one answer has more of them, and not all. */
const listed = (without: number): Bound => ({ ...page, without });
const made = (most: number, where: string): Bound => ({ by: 'made', most, where });
const answer = (most: number, where: string): Bound => ({ by: 'answer', most, where });
const fixed = (most: number, where: string): Bound => ({ by: 'fixed', most, where });

/** Each list that an answer holds, where it is met first. */
const BOUNDS: Readonly<Record<string, Bound>> = {
  'auth.login second_factor.methods': fixed(3, 'FactorMethod'),
  'auth.secondFactorConfirm recovery_codes': fixed(10, 'RECOVERY_CODES of identity/two-step/recovery-codes'),
  'auth.addPasskey recovery_codes': fixed(10, 'RECOVERY_CODES of identity/two-step/recovery-codes'),
  'auth.sessions sessions': made(PEOPLE_LIMITS.sessions, 'a sign-in ends the oldest: identity/sign-in/sessions'),
  'auth.twoStep two_step.passkeys': made(PEOPLE_LIMITS.passkeys, 'AddPasskey of user-two-step.decider'),
  'auth.me user.features': fixed(20, 'FEATURES'),
  'auth.me user.pinned_clients': made(PEOPLE_LIMITS.pinned, 'the body of auth.changeMe'),
  'auth.me user.settings.two_step_required': fixed(3, 'Role'),
  'users.list users': page,
  'users.accountants accountants': made(PEOPLE_LIMITS.accountants, 'identity/companies/assignments.handler'),
  'users.assign accountants': made(PEOPLE_LIMITS.accountants, 'identity/companies/assignments.handler'),
  'users.ofAccountant users': listed(PEOPLE_LIMITS.listed),
  'users.people people': answer(PEOPLE_LIMITS.known, 'identity/accounts/people.query'),
  'firms.list firms': page,
  'clients.list clients': page,
  'clients.list clients.users': made(PEOPLE_LIMITS.users, 'identity/accounts/accounts'),
  'clients.list clients.accountants': made(PEOPLE_LIMITS.accountants, 'identity/companies/assignments.handler'),
  'clients.accountants accountants': made(PEOPLE_LIMITS.accountants, 'identity/companies/assignments.handler'),
  'clients.assign accountants': made(PEOPLE_LIMITS.accountants, 'identity/companies/assignments.handler'),
  'mandates.list mandates': page,
  'mandates.list mandates.scope.clients': made(MANDATE_LIMITS.clients, 'the body of mandates.appoint'),
  'mandates.mine clients': answer(PEOPLE_LIMITS.listed, 'mandates/show-mandate'),
  'mandates.ofFirm auditors': page,
  'mandates.ofFirm auditors.opened': answer(MANDATE_LIMITS.opened, 'mandates/opened-things'),
  'folders.list folders': listed(FILE_LIMITS.listed),
  'folders.tree tree': answer(FILE_LIMITS.listed, 'all levels together: files/tree/tree.query'),
  'folders.tree tree.children': answer(FILE_LIMITS.listed, 'all levels together: files/tree/tree.query'),
  'folders.path path': made(FILE_LIMITS.depth, 'isTooDeep of drive-limits'),
  'folders.history events': events,
  'folders.createAccountingStructure folders': fixed(150, 'accounting-structure, of one year'),
  'files.list files': listed(FILE_LIMITS.listed),
  'files.list files.tags': made(FIELD_LIMITS.tags, 'the body of files.changeTags'),
  'documents.list files': page,
  'documents.list files.path': made(FILE_LIMITS.depth, 'isTooDeep of drive-limits'),
  'files.invoices invoices': answer(FILE_LIMITS.listed, 'files/fields/list-invoices'),
  'files.invoices sums': answer(FILE_LIMITS.listed, 'a row for each kind and currency of these'),
  'invoices.repeated repeated': answer(FILE_LIMITS.listed, 'files/fields/list-repeated'),
  'invoices.repeated repeated.others': answer(FIELD_LIMITS.others, 'files/fields/list-repeated'),
  'files.tags tags': answer(FIELD_LIMITS.listed, 'files/fields/list-tags'),
  'files.trash files': listed(FILE_LIMITS.listed),
  'files.trash folders': listed(FILE_LIMITS.listed),
  'notes.list notes': listed(FILE_LIMITS.notes),
  'archives.entries archive.entries': answer(FILE_LIMITS.entries, 'files/unzip/directory'),
  'parts.list parts': answer(FILE_LIMITS.entries, 'files/inside/inside-limits, or files/unzip/directory of an archive'),
  'archives.entries archive.left_out': answer(FILE_LIMITS.entries, 'files/unzip/archive-plan'),
  'archives.extract operation.failed': made(FILE_LIMITS.entries, 'what is selected, or what an archive has'),
  'archives.extract operation.made': made(FILE_LIMITS.entries, 'what is selected, or what an archive becomes'),
  'conversations.list conversations': page,
  'conversations.list conversations.participants': made(
    CONVERSATION_LIMITS.participants + PEOPLE_LIMITS.users + PEOPLE_LIMITS.accountants,
    'the body of conversations.open, and JoinConversation of conversation.decider',
  ),
  'conversations.list conversations.last_message.attachments': made(
    MESSAGE_LIMITS.attachments,
    'the body of messages.send',
  ),
  'conversations.list conversations.last_message.reactions': fixed(REACTIONS.length, 'REACTIONS'),
  'conversations.list conversations.last_message.reactions.user_ids': made(
    MESSAGE_LIMITS.reactions,
    'AddReaction of message.decider',
  ),
  'messages.list messages': { by: 'limit', most: MESSAGE_LIMITS.maxPage },
  'messages.edits edits': made(MESSAGE_LIMITS.edits, 'EditMessage of message.decider'),
  'notifications.list notifications': page,
  'audit.events events': events,
  'audit.event related': answer(200, 'RELATED of audit/audit.query'),
  'deeds.list deeds': events,
  'deeds.list deeds.counts': answer(200, 'as many as there are types of events: domain/audit/deed-kinds'),
  'deeds.events events': events,
  'deeds.fileHistory events': events,
  'deeds.messageHistory events': events,
  'deeds.activity buckets': answer(1_000, 'MOST of audit/show-activity'),
  'heads.list checkpoints': { by: 'limit', most: HEADS_PAGE.max },
  'heads.latest accepted': answer(50, 'ACCEPTED of audit/heads/list-heads'),
  'heads.publicKey keys': fixed(100, 'a row for each time that an operator replaces the key'),
  'heads.inclusion proof': fixed(MOST_HASHES, 'the levels of the largest tree'),
  'heads.consistency proof': fixed(MOST_HASHES, 'the levels of the largest tree'),
  'past.moments moments': events,
  'past.compare changes': answer(CHANGES_PAGE.max, 'the limit of its query, which needs an instant beside it'),
  'past.access people': answer(1_000, 'MOST of audit/past/who-could-see'),
  'past.access clients': answer(1_000, 'MOST of audit/past/who-could-see'),
  'past.access conversations': answer(1_000, 'MOST of audit/past/who-could-see'),
  'past.access opened': answer(200, 'MOST_OPENED of audit/past/who-could-see'),
  'undo.undo plan.steps.from.reactions': fixed(REACTIONS.length, 'REACTIONS'),
  'undo.undo plan.steps': answer(UNDO_SHOWN, 'files/undo/plans'),
  'undo.undo plan.nothing': fixed(200, 'a row for each type of events'),
  'dashboard.get recent_activity': answer(DASHBOARD.recent, 'dashboard/activity'),
  'dashboard.get uploads_by_day': answer(DASHBOARD.days, 'dashboard/dashboard.query'),
  'dashboard.get clients': answer(DASHBOARD.clients, 'dashboard/dashboard.query'),
  'search.search results': page,
  'search.search results.path': made(FILE_LIMITS.depth, 'isTooDeep of drive-limits'),
  'search.search unknown': answer(SEARCH_LIMITS.query, 'what is asked has a length'),
  'search.search results.highlight': answer(1_000, 'an excerpt has a length: the ports of the index'),
  'search.history history': made(SEARCH_LIMITS.history, 'searches.projector keeps the newest'),
  'search.saved saved': made(SEARCH_LIMITS.saved, 'SaveSearch of search.decider'),
};

/** Every list in a schema, by the names that lead to it; each schema that several have is gone through once. */
function* listsIn(
  schema: z.core.$ZodType,
  seen: Set<z.core.$ZodType>,
  path: readonly string[] = [],
): Generator<string> {
  if (seen.has(schema)) return;
  seen.add(schema);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      for (const [name, inside] of Object.entries(def.shape)) yield* listsIn(inside, seen, [...path, name]);
      break;
    case 'array':
      yield path.join('.');
      yield* listsIn(def.element, seen, path);
      break;
    case 'record':
      yield* listsIn(def.valueType, seen, path);
      break;
    case 'union':
      for (const option of def.options) yield* listsIn(option, seen, path);
      break;
    case 'nullable':
    case 'optional':
    case 'default':
    case 'readonly':
      yield* listsIn(def.innerType, seen, path);
      break;
    case 'lazy':
      yield* listsIn(def.getter(), seen, path);
      break;
    case 'pipe':
      yield* listsIn(def.out, seen, path);
      break;
    default:
      // nothing in it: a list within what is not known here would not be seen
      expect(PLAIN).toContain(def.type);
  }
}
const PLAIN = [
  'string',
  'number',
  'int',
  'bigint',
  'boolean',
  'enum',
  'literal',
  'null',
  'unknown',
  'transform',
  'any',
];

const calls = new Map<string, EndpointSpec>(
  Object.entries(api).flatMap(([part, of]) =>
    Object.entries(of as Record<string, EndpointSpec>).map(([name, spec]) => [`${part}.${name}`, spec] as const),
  ),
);
const all = (): string[] => {
  const seen = new Set<z.core.$ZodType>();
  return [...calls].flatMap(([name, { reply }]) =>
    reply ? [...listsIn(reply, seen)].map((path) => `${name} ${path}`) : [],
  );
};

describe('the lists that answers hold', () => {
  it('are all known, each with what keeps it from growing for ever', () =>
    expect(all().sort()).toEqual(Object.keys(BOUNDS).sort()));

  const asked = Object.entries(BOUNDS).flatMap(([list, bound]) =>
    bound.by === 'pageSize' || bound.by === 'limit' ? [[list, bound] as const] : [],
  );
  it.each(asked)('%s is as long as is asked for, up to so many', (list, { by, most }) => {
    const query = calls.get(list.split(' ')[0]!)!.query!;
    const takes = (value: unknown) => query.safeParse({ [by]: value }).success;
    expect([takes(most), takes(most + 1), takes(0)]).toEqual([true, false, false]);
    // whoever asks for nothing is given no more
    expect((query.parse({}) as Record<string, number>)[by]).toBeLessThanOrEqual(most);
  });
  it.each(asked.filter(([, bound]) => bound.without === undefined && bound.by === 'pageSize'))(
    '%s comes by pages, also when none is asked for',
    (list) => expect(calls.get(list.split(' ')[0]!)!.query!.parse({})).toMatchObject({ page: 1 }),
  );
  it.each(asked.filter(([, bound]) => bound.without !== undefined))(
    '%s says so where it is not whole',
    (list, bound) => {
      const spec = calls.get(list.split(' ')[0]!)!;
      expect(spec.summary).toContain(bound.without!.toLocaleString('en'));
      const names = Object.keys((spec.reply as z.ZodObject).shape);
      expect(names.some((name) => name === 'total' || name === `${list.split(' ')[1]}_total`)).toBe(true);
    },
  );
});
