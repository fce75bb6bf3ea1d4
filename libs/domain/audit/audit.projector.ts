import { put, type Projector, type Recorded } from '@dosar/kernel';
import { folded } from '@dosar/contracts';
import type { UserEvent } from '../identity/user.events';
import { know, named, ofShown, type Known } from '../known';

/** Where an event is in the log, and by what it is looked for. Its details are read from the log when they are shown. */
export type AuditRow = {
  readonly stream: string;
  readonly revision: number;
  readonly eventId: string;
  readonly eventType: string;
  readonly position: string;
  readonly userId: string | null;
  /** As it was at the event. */
  readonly userName: string | null;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly clientId: string | null;
  readonly correlationId: string;
  readonly ip: string | null;
  readonly occurredAt: string;
  /** The words that the event can be found by. */
  readonly searched: string;
};

/** Positions as text that sorts like numbers. */
export const positionKey = (position: bigint | string): string => String(position).padStart(19, '0');

const SEARCHED_LENGTH = 500;

const wordsIn = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? Object.values(value).map(wordsIn).filter(Boolean).join(' ') : '';
};

const rowOf = (event: Recorded, userName: string | null): AuditRow => ({
  stream: event.stream,
  revision: event.revision,
  eventId: event.id,
  eventType: event.type,
  position: String(event.position),
  userId: event.actor.kind === 'user' ? event.actor.id : null,
  userName,
  resourceType: event.resource.type,
  resourceId: event.resource.id,
  clientId: event.tenant.clientId,
  correlationId: event.correlationId,
  ip: event.ip,
  occurredAt: event.occurredAt,
  searched: folded(`${event.type} ${userName ?? ''} ${event.ip ?? ''} ${wordsIn(event.data)}`).slice(
    0,
    SEARCHED_LENGTH,
  ),
});

export const audit: Projector<UserEvent, AuditRow | Known> = {
  view: 'audit',
  version: 1,
  columns: {
    position: 'text',
    event_id: 'text',
    event_type: 'text',
    user_id: 'text',
    resource_type: 'text',
    resource_id: 'text',
    client_id: 'text',
    correlation_id: 'text',
    ip: 'text',
    occurred_at: 'text',
    searched: 'text',
  },
  indexes: [
    ['position'],
    ['event_id'],
    ['event_type', 'position'],
    ['user_id', 'position'],
    ['resource_id', 'position'],
    ['client_id', 'position'],
    ['correlation_id', 'position'],
    ['occurred_at', 'position'],
  ],
  columnsOf: ofShown(
    (row: AuditRow) => ({
      position: positionKey(row.position),
      event_id: row.eventId,
      event_type: row.eventType,
      user_id: row.userId,
      resource_type: row.resourceType,
      resource_id: row.resourceId,
      client_id: row.clientId,
      correlation_id: row.correlationId,
      ip: row.ip,
      occurred_at: row.occurredAt,
      searched: row.searched,
    }),
    {},
  ),

  on: {
    UserRegistered: ({ name }, { resource }) => know(resource.id, name),
    UserProfileChanged: ({ name }, { resource }) => (name ? know(resource.id, name.to) : []),
  },
  every: async (event, rows) => {
    const actor = event.actor.kind === 'user' ? await named(rows, event.actor.id) : null;
    return put<AuditRow | Known>(positionKey(event.position), rowOf(event, actor && actor.name));
  },
};
