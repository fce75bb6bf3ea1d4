import fc from 'fast-check';
import { decide, evolve, isPartly, isRefusal, type Decider, type Message, type Send } from '@dosar/kernel';
import { recorded, someone } from '@dosar/kernel/testing';
import { clientRegistered, of } from '../testing/identity';
import { client, type ClientCommand, type ClientState } from './client.decider';
import { membership } from './membership.reactor';
import { user } from './user.decider';
import type { UserEvent } from './user.events';
import type { UserCommand, UserState } from './user-state';

const CLIENTS = ['c-1', 'c-2', 'c-3'];
const USERS = ['ana', 'dan'];

type Step =
  | { readonly do: 'ask'; readonly userId: string; readonly command: UserCommand }
  | { readonly do: 'assign' | 'unassign'; readonly userId: string; readonly clientId: string }
  /** The reactor handles the next event. */
  | { readonly do: 'react' }
  /** It repeats an event it has handled, the `which`th from the oldest. */
  | { readonly do: 'repeat'; readonly which: number };

const userId = fc.constantFrom(...USERS);
const clientIds = fc.subarray(CLIENTS);
const person = { name: 'Ana', email: 'ana@x.ro', phone: null, credentialId: 'cr', language: 'ro' } as const;
const role = fc.constantFrom('user' as const, 'accountant' as const);
const firmId = fc.constantFrom('f-1', 'f-2');

const registration: fc.Arbitrary<UserCommand> = fc
  .record({ role, firmId, clientIds })
  .map((place) => ({ type: 'RegisterUser', data: { ...person, ...place } }));
const change: fc.Arbitrary<UserCommand> = fc
  .record({ role, firmId, clientIds }, { requiredKeys: [] })
  .map((place) => ({ type: 'ChangeUser', data: { ...place, assignments: CLIENTS, anotherStays: true } }));
const deletion: fc.Arbitrary<UserCommand> = fc.constant({
  type: 'DeleteUser',
  data: { assignments: CLIENTS, anotherStays: true },
});
const command = fc.oneof(
  { weight: 12, arbitrary: change },
  { weight: 2, arbitrary: registration },
  { weight: 1, arbitrary: deletion },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('ask' as const), userId, command }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('assign' as const, 'unassign' as const),
      userId,
      clientId: fc.constantFrom(...CLIENTS),
    }),
  },
  { weight: 4, arbitrary: fc.constant({ do: 'react' as const }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('repeat' as const), which: fc.nat({ max: 30 }) }) },
);

const eventsOf = <S, C extends Message, E extends Message>(
  decider: Decider<S, C, E>,
  asked: C,
  state: S,
): readonly E[] => {
  const decision = decide(decider, asked, state, someone);
  if (isRefusal(decision)) return [];
  return isPartly(decision) ? decision.events : decision;
};

/** Users and clients, and a reactor between them that may repeat an event at any time. */
const aWorld = () => {
  const users = new Map(USERS.map((id) => [id, { state: user.initial(), revision: -1, placedAt: -1 }]));
  const clients = new Map(
    CLIENTS.map((id) => [id, { state: evolve(client, client.initial(), clientRegistered(), someone.now), told: 0 }]),
  );
  /** The place of the accountant at the last assignment by hand; -1 after an unassignment. */
  const byHand = new Map<string, number>();
  const log: { readonly event: UserEvent; readonly userId: string; readonly revision: number }[] = [];
  let reacted = 0;

  const tell = (id: string, asked: ClientCommand) => {
    const at = clients.get(id)!;
    for (const event of eventsOf(client, asked, at.state)) {
      at.state = evolve(client, at.state, event, someone.now);
      at.told += 1;
    }
  };
  const ask = (id: string, asked: UserCommand) => {
    const at = users.get(id)!;
    for (const event of eventsOf(user, asked, at.state)) {
      at.state = evolve(user, at.state, event, someone.now);
      at.revision += 1;
      if (event.type === 'UserRegistered' || event.type === 'UserRoleChanged') at.placedAt = at.revision;
      log.push({ event, userId: id, revision: at.revision });
    }
  };
  const come = (which: number) => {
    const { event, userId: id, revision } = log[which]!;
    const react = membership.on[event.type] as ((data: unknown, about: unknown) => readonly Send[]) | undefined;
    const about = recorded(event, which, { ...of('user', id), revision });
    for (const effect of react?.(event.data, about) ?? []) tell(effect.id, effect.command as ClientCommand);
  };

  const does = (each: Step) => {
    if (each.do === 'ask') return ask(each.userId, each.command);
    if (each.do === 'repeat') return reacted > 0 && come(each.which % reacted);
    if (each.do === 'react') return reacted < log.length && come(reacted++);
    const { userId: accountantId, clientId } = each;
    const { state, placedAt: userRevision } = users.get(accountantId)!;
    const isAssigning = each.do === 'assign';
    if (isAssigning && state.role !== 'accountant') return;
    byHand.set(`${clientId} ${accountantId}`, isAssigning ? userRevision : -1);
    if (!isAssigning) return tell(clientId, { type: 'UnassignAccountant', data: { accountantId } });
    tell(clientId, { type: 'AssignAccountants', data: { accountants: [{ accountantId, userRevision }] } });
  };

  return {
    users,
    clients,
    byHand,
    does,
    catchUp: () => {
      while (reacted < log.length) does({ do: 'react' });
    },
    repeatAll: (order: readonly number[]) => {
      for (const which of order) does({ do: 'repeat', which });
    },
    told: () => [...clients.values()].map(({ told }) => told),
  };
};

const linkedBy = ({ members }: ClientState) =>
  Object.keys(members)
    .filter((id) => members[id]!.isLinked)
    .sort();
const membersBy = (users: ReadonlyMap<string, { readonly state: UserState }>, clientId: string) =>
  USERS.filter((id) => {
    const { role: is, clientIds: of } = users.get(id)!.state;
    return is === 'user' && of.includes(clientId);
  });

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const runs = { numRuns: Number(process.env['RUNS'] ?? 1_000), seed };
/** Everybody is registered at first. */
const story = fc
  .tuple(fc.tuple(...USERS.map(() => registration)), fc.array(step, { maxLength: 60, size: 'max' }))
  .map(([first, steps]) => [
    ...first.map((asked, at): Step => ({ do: 'ask', userId: USERS[at]!, command: asked })),
    ...steps,
  ]);
const order = fc.array(fc.nat({ max: 60 }), { maxLength: 60, size: 'max' });

describe(`any story of memberships, told again in any order (seed ${seed})`, () => {
  it('ends in what the users’ own events say', () => {
    fc.assert(
      fc.property(story, order, (steps, repeats) => {
        const world = aWorld();
        for (const each of steps) world.does(each);
        world.catchUp();
        world.repeatAll(repeats);
        for (const [id, { state }] of world.clients) expect(linkedBy(state)).toEqual(membersBy(world.users, id));
      }),
      runs,
    );
  });

  it('has the same events as without a repetition', () => {
    fc.assert(
      fc.property(story, order, (steps, repeats) => {
        const once = aWorld();
        const often = aWorld();
        for (const each of steps) {
          often.does(each);
          if (each.do !== 'repeat') once.does(each);
        }
        for (const world of [once, often]) world.catchUp();
        often.repeatAll(repeats);
        expect(often.told()).toEqual(once.told());
        for (const id of CLIENTS) expect(often.clients.get(id)).toEqual(once.clients.get(id));
      }),
      runs,
    );
  });

  it('leaves those assigned who were, and are still the accountants that they were then', () => {
    fc.assert(
      fc.property(story, order, (steps, repeats) => {
        const world = aWorld();
        for (const each of steps) world.does(each);
        world.catchUp();
        world.repeatAll(repeats);
        for (const [clientId, { state }] of world.clients)
          for (const id of USERS) {
            const { state: now, placedAt } = world.users.get(id)!;
            const isAssigned = now.role === 'accountant' && world.byHand.get(`${clientId} ${id}`) === placedAt;
            expect(state.accountants[id]).toBe(isAssigned ? placedAt : undefined);
          }
      }),
      runs,
    );
  });
});
