import type { Access } from '../access/access';
import { Subscriptions } from './subscriptions';
import type { Account, Caller } from '../access/call';

/** How receivers of live events are named. A context adds its own by merging this interface. */
export interface Audiences {
  /** Everybody who may see the client. */
  readonly clientId: string;
  /** One person, on all their devices. */
  readonly userId: string;
  /** Everybody who knows somebody, and that person. */
  readonly personId: string;
}

/** A kind of audience: its rooms are derived from current rights, and again when these change. */
export type AudienceKind = {
  readonly by: keyof Audiences;
  /** The rooms that receive events for this audience. */
  readonly roomsOf: (id: string, access: Access) => readonly string[];
  /** The rooms of this kind that somebody is in now. */
  readonly roomsFor: (person: Account, access: Access) => readonly string[];
  /** Whether somebody outside may subscribe to it. */
  readonly mayHear?: (id: string, person: Account, access: Access) => boolean;
};

const clients: AudienceKind = {
  by: 'clientId',
  roomsOf: (id, access) => ['everything', `firm ${access.client(id)?.firmId ?? null}`, `client ${id}`],
  roomsFor(person, access) {
    const { firmId, clientIds } = access.scope(person);
    if (clientIds !== null) return clientIds.map((id) => `client ${id}`);
    return [firmId === null ? 'everything' : `firm ${firmId}`];
  },
};

const people: AudienceKind = {
  by: 'userId',
  roomsOf: (id) => [`user ${id}`],
  roomsFor: ({ id }) => [`user ${id}`],
};

/** The reverse of known-people.ts. */
const acquaintances: AudienceKind = {
  by: 'personId',
  roomsOf(id, access) {
    const person = access.user(id);
    if (!person) return [];
    if (person.role === 'admin') return ['everybody'];
    const own = `user ${id}`;
    if (person.role === 'user') return [own, ...person.clientIds.flatMap((each) => clients.roomsOf(each, access))];
    const { clientIds } = access.scope(person);
    const theirs = clientIds ?? access.clientsOfFirm(person.firmId ?? '');
    return [own, 'everything', `office ${person.firmId}`, ...theirs.map((each) => `client ${each}`)];
  },
  roomsFor: ({ role, firmId }) => ['everybody', ...(role === 'accountant' ? [`office ${firmId}`] : [])],
};

/** The receivers of live events: audiences of the platform and of the contexts. */
export class Rooms {
  private readonly kinds: ReadonlyMap<string, AudienceKind>;
  readonly asked = new Subscriptions<Audiences>();

  constructor(
    private readonly access: Access,
    more: readonly AudienceKind[],
  ) {
    this.kinds = new Map([clients, people, acquaintances, ...more].map((kind) => [kind.by, kind]));
  }

  /** @throws when no context has such an audience */
  of(to: Partial<Audiences>): string[] {
    return Object.entries(to).flatMap(([by, id]) => {
      const kind = this.kinds.get(by);
      if (!kind) throw new Error(`no context says who hears what is told by ${by}`);
      return kind.roomsOf(id, this.access);
    });
  }

  for(person: Caller): ReadonlySet<string> {
    // who sees the past alone is told nothing of now, but what is about themselves
    if (person.role === 'auditor') return new Set(people.roomsFor(person, this.access));
    const own = [...this.kinds.values()].flatMap((kind) => kind.roomsFor(person, this.access));
    return new Set([...own, ...this.askedFor(person)]);
  }

  private askedFor(person: Caller): string[] {
    return this.asked.of(person.sessionId).flatMap((to) =>
      Object.entries(to).flatMap(([by, id]) => {
        const kind = this.kinds.get(by);
        return kind?.mayHear?.(id, person, this.access) ? kind.roomsOf(id, this.access) : [];
      }),
    );
  }
}
