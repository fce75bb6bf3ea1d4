import { put, type Projector, type Recorded, type Write } from '@dosar/kernel';
import { folded } from '@dosar/contracts';
import type { UserEvent } from '../identity/user.events';
import { referenceTo, remember, type ReferenceName } from '../reference-names';

/** Of an event the audit keeps where it is, what it is found by, and the name that its actor had then. */
export type AuditRow = { readonly user_name: string | null };

/** What an event can be asked for by. */
export type AuditFilter =
  'event_type' | 'user_id' | 'resource_type' | 'resource_id' | 'client_id' | 'correlation_id' | 'ip_address';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const utf8 = new TextEncoder();
const hex = (text: string) => utf8.encode(text).reduce((all, byte) => all + HEX[byte]!, '');

/** A filter's value as a term: letters, digits and `_`. */
export const auditTerm = (filter: AuditFilter, value: string): string =>
  `${filter}_${UUID.test(value) ? value.toLowerCase().replaceAll('-', '') : hex(value)}`;

const SEARCHED_LENGTH = 500;
const WORD_LENGTH = 40;

/** The words of a text without case and diacritics. */
export const auditWords = (text: string): string[] => [
  ...new Set(
    folded(text)
      .slice(0, SEARCHED_LENGTH)
      .match(/[\p{L}\p{N}]+/gu)
      ?.map((word) => word.slice(0, WORD_LENGTH)),
  ),
];

const textsIn = (value: unknown): string => {
  if (typeof value === 'string') return UUID.test(value) ? '' : value;
  return typeof value === 'object' && value !== null ? Object.values(value).map(textsIn).filter(Boolean).join(' ') : '';
};

const termsOf = (event: Recorded, userName: string | null): string[] => {
  const { actor, resource, tenant } = event;
  const filters: Readonly<Record<AuditFilter, string | null>> = {
    event_type: event.type,
    user_id: actor.kind === 'user' ? actor.id : null,
    resource_type: resource.type,
    resource_id: resource.id,
    client_id: tenant.clientId,
    correlation_id: event.correlationId,
    ip_address: event.ip,
  };
  const exact = (Object.keys(filters) as AuditFilter[]).flatMap((filter) => {
    const value = filters[filter];
    return value === null ? [] : auditTerm(filter, value);
  });
  return [...exact, ...auditWords(`${event.type} ${userName ?? ''} ${event.ip ?? ''} ${textsIn(event.data)}`)];
};

/** Positions as text that sorts like numbers. */
const keyOf = (position: bigint): string => String(position).padStart(19, '0');

/** Where an event is in the log, and by what it is found. What it says is read from the log when it is shown. */
export const audit: Projector<UserEvent, AuditRow | ReferenceName> = {
  view: 'audit',
  version: 2,
  columns: { position: 'integer', event_id: 'id', occurred_at: 'integer' },
  indexes: [['position'], ['event_id'], ['occurred_at']],
  termsBy: 'position',
  columnsOf: () => ({}),
  personal: 'if readable',
  isWaitedFor: false,

  on: {
    UserRegistered: ({ name }, { resource }) => remember(resource.id, name),
    UserProfileChanged: ({ name }, { resource }) => (name ? remember(resource.id, name.to) : []),
  },
  every: async (event, rows): Promise<Write<AuditRow | ReferenceName>> => {
    const actor = event.actor.kind === 'user' ? await referenceTo(rows, event.actor.id) : null;
    const user_name = actor && actor.name;
    return put<AuditRow | ReferenceName>(
      keyOf(event.position),
      { user_name },
      {
        columns: { position: event.position, event_id: event.id, occurred_at: Date.parse(event.occurredAt) },
        terms: termsOf(event, user_name),
      },
    );
  },
};
