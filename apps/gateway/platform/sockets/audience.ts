import type { Access } from '../access/access';
import { Subscriptions } from './subscriptions';
import type { Account, Caller } from '../access/call';

/** By what those are named who are told something. A context adds its own by declaring this interface again. */
export interface Audiences {
  /** Those who may see the client. */
  readonly clientId: string;
  /** One person, wherever they are signed in. */
  readonly userId: string;
  /** Those who know somebody, and they themselves. */
  readonly personId: string;
}

/** One kind of audience: its rooms are settled from who may do what now, and settled anew when that changes. */
export type AudienceKind = {
  readonly by: keyof Audiences;
  /** The rooms in which something for this audience is heard. */
  readonly roomsOf: (id: string, access: Access) => readonly string[];
  /** The rooms of this kind in which somebody is now. */
  readonly roomsFor: (person: Account, access: Access) => readonly string[];
  /** Whether somebody who does not belong to it, and has asked for it, may hear it as well. */
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

/** As those are known who may be assigned or talked to: known-people.ts, seen from the other side. */
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

/** Who hears what: the audiences of the platform, and those of the contexts. */
export class Rooms {
  private readonly kinds: ReadonlyMap<string, AudienceKind>;
  readonly asked = new Subscriptions<Audiences>();

  constructor(
    private readonly access: Access,
    more: readonly AudienceKind[],
  ) {
    this.kinds = new Map([clients, people, acquaintances, ...more].map((kind) => [kind.by, kind]));
  }

  /** @throws when no context says who that is */
  of(to: Partial<Audiences>): readonly string[] {
    return Object.entries(to).flatMap(([by, id]) => {
      const kind = this.kinds.get(by);
      if (!kind) throw new Error(`no context says who hears what is told by ${by}`);
      return kind.roomsOf(id, this.access);
    });
  }

  for(person: Caller): ReadonlySet<string> {
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
