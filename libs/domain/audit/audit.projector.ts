import { put, type NamedKey, view, type Find, type Recorded, type Resource, type Write } from '@dosar/kernel';
import { folded } from '@dosar/contracts';
import type { UserEvent } from '../identity/user.events';
import { isSaid, kindTerm, placeOf } from './deed-kinds';
import { names, referenceTo, remember, type Names } from '../reference-names';

/** Of an event the audit keeps where it is, what it is found by, and the name that its actor had then. */
export type AuditRow = { readonly user_name: string | null; readonly deed: string };

/** What an event can be asked for by. */
export type AuditFilter =
  'event_type' | 'user_id' | 'resource_type' | 'resource_id' | 'client_id' | 'correlation_id' | 'ip_address';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const UUID_LENGTH = 36;
const isId = (text: string) => text.length === UUID_LENGTH && UUID.test(text);

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const utf8 = new TextEncoder();
const hex = (text: string): string => {
  let all = '';
  for (const byte of utf8.encode(text)) all += HEX[byte]!;
  return all;
};

/** A filter's value as a term: letters, digits and `_`. */
export const auditTerm = (filter: AuditFilter, value: string): string =>
  `${filter}_${isId(value) ? value.toLowerCase().replaceAll('-', '') : hex(value)}`;

const SEARCHED_LENGTH = 500;
const WORD_LENGTH = 40;
/** Letters of ASCII are looked for in a quarter of the time. */
const IS_PLAIN = /^[\0-\x7f]*$/;
const PLAIN_WORDS = /[a-z0-9]+/g;
const WORDS = /[\p{L}\p{N}]+/gu;

/** The words of a text without case and diacritics. */
export const auditWords = (text: string): string[] => {
  const searched = folded(text).slice(0, SEARCHED_LENGTH);
  const words = searched.match(IS_PLAIN.test(searched) ? PLAIN_WORDS : WORDS) ?? [];
  return [...new Set(words.map((word) => word.slice(0, WORD_LENGTH)))];
};

/** All texts in a value, with blanks between them; ids are no texts. */
const textsIn = (value: unknown): string => {
  if (typeof value === 'string') return isId(value) ? '' : value;
  if (typeof value !== 'object' || value === null) return '';
  let all = '';
  for (const member of Object.values(value)) {
    const text = textsIn(member);
    if (text) all = all ? `${all} ${text}` : text;
  }
  return all;
};

/** What an event is about: a refusal is found from what it was refused of, too. */
export const aboutOf = ({ resource, type, data }: Pick<Recorded, 'resource' | 'type' | 'data'>): Resource[] => {
  const refused = type === 'AccessRefused' ? (data as { readonly resources: readonly Resource[] }).resources : [];
  return [resource, ...refused];
};

/** Whatever is not bookkeeping. */
export const SAID = 'said_';

const termsOf = (event: Recorded, userName: string | null): string[] => {
  const { type, actor, tenant, ip } = event;
  const terms = [auditTerm('event_type', type)];
  const add = (filter: AuditFilter, value: string | null) => {
    if (value !== null) terms.push(auditTerm(filter, value));
  };
  add('user_id', actor.kind === 'user' ? actor.id : null);
  for (const about of aboutOf(event)) {
    add('resource_type', about.type);
    add('resource_id', about.id);
  }
  add('client_id', tenant.clientId);
  add('correlation_id', event.correlationId);
  add('ip_address', ip);
  terms.push(kindTerm(placeOf(type).kind));
  if (isSaid(type)) terms.push(SAID);
  for (const name of event.sealedWith ?? []) terms.push(keyTerm(name));
  return terms.concat(auditWords(`${type} ${userName ?? ''} ${ip ?? ''} ${textsIn(event.data)}`));
};

/** What an event is sealed with is a term, too: with that key it is found by less. */
const keyTerm = (name: string): string => `key_${name.replace(/[^a-z0-9]/gi, '')}`;

/** What is sealed with a key, and what somebody did: it shows what they were called. */
const findsOf = ({ name, purpose, id }: NamedKey): readonly Find<'position'>[] =>
  [keyTerm(name), ...(purpose === 'user' ? [auditTerm('user_id', id)] : [])].map((term) => ({
    where: {},
    terms: { all: [term], beginnings: [] },
  }));

/** Positions as text that sorts like numbers. */
const keyOf = (position: bigint): string => String(position).padStart(19, '0');

/** Where an event is in the log, and by what it is found. What it says is read from the log when it is shown. */
export const audit = view<UserEvent, AuditRow, Names>()({
  view: 'audit',
  version: 4,
  columns: { position: 'integer', event_id: 'id', occurred_at: 'integer' },
  indexes: [['position'], ['event_id'], ['occurred_at']],
  termsBy: 'position',
  beside: names,
  columnsOf: () => ({}),
  personal: 'if readable',
  isWaitedFor: false,
  forgets: { user: ({ id }) => remember(id, null) },
  madeAgain: findsOf,

  on: {
    UserRegistered: ({ name }, { resource }) => remember(resource.id, name),
    UserProfileChanged: ({ name }, { resource }) => (name ? remember(resource.id, name.to) : []),
  },
  every: async (event, rows): Promise<Write<AuditRow>> => {
    const actor = event.actor.kind === 'user' ? await referenceTo(rows, event.actor.id) : null;
    const user_name = actor && actor.name;
    return put<AuditRow>(
      keyOf(event.position),
      { user_name, deed: event.correlationId },
      {
        columns: { position: event.position, event_id: event.id, occurred_at: Date.parse(event.occurredAt) },
        terms: termsOf(event, user_name),
      },
    );
  },
});
