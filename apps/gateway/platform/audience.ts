import type { Access } from './access';
import type { Account } from './call';

/** By what those are named who are told something. A context adds its own by declaring this interface again. */
export interface Audiences {
  /** Those who may see the client. */
  readonly clientId: string;
  /** One person, wherever they are signed in. */
  readonly userId: string;
}

/** One kind of audience: its rooms are settled from who may do what now, and settled anew when that changes. */
export type AudienceKind = {
  readonly by: keyof Audiences;
  /** The rooms in which something for this audience is heard. */
  readonly roomsOf: (id: string, access: Access) => readonly string[];
  /** The rooms of this kind in which somebody is now. */
  readonly roomsFor: (person: Account, access: Access) => readonly string[];
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

/** Who hears what: the audiences of the platform, and those of the contexts. */
export class Rooms {
  private readonly kinds: ReadonlyMap<string, AudienceKind>;

  constructor(
    private readonly access: Access,
    more: readonly AudienceKind[],
  ) {
    this.kinds = new Map([clients, people, ...more].map((kind) => [kind.by, kind]));
  }

  /** @throws when no context says who that is */
  of(to: Partial<Audiences>): readonly string[] {
    return Object.entries(to).flatMap(([by, id]) => {
      const kind = this.kinds.get(by);
      if (!kind) throw new Error(`no context says who hears what is told by ${by}`);
      return kind.roomsOf(id, this.access);
    });
  }

  for(person: Account): ReadonlySet<string> {
    return new Set([...this.kinds.values()].flatMap((kind) => kind.roomsFor(person, this.access)));
  }
}
