import type { IncomingMessage } from 'node:http';
import { api, consoleEvents, liveEvents, type EndpointSpec } from '@dosar/contracts';
import { parseRecord } from '@dosar/kernel/runtime';
import { until } from '@dosar/kernel/testing/waiting';
import { placeOf } from '@dosar/domain/audit/deed-kinds';
import { isAllowed, ruleOf } from '../platform/access/policy';
import { memoryPorts } from '../testing/gateway';
import { meant, meantOfConsoles, meantOfSockets, WHY } from './meant';
import { probes } from './probes';
import { successes } from './successes';
import { aWorld, type World } from './world';

const routes = Object.values(api)
  .flatMap((calls) => Object.values(calls) as EndpointSpec[])
  .map((spec) => ({ spec, route: `${spec.method} ${spec.path}` }));

/** Whose success needs a day, a register or a moment: their events are looked at in the specs there. */
const ELSEWHERE = new Map(
  Object.entries({
    'POST /auth/refresh': 'identity/sign-in',
    'GET /companies/:cui': 'identity/companies',
    'POST /bulk/operations/:id/cancel': 'files/bulk',
  }),
);
const here = routes.filter(({ route }) => !ELSEWHERE.has(route));

type Answer = { readonly status: number; readonly headers: Readonly<Record<string, string>> };
/** Answers over HTTP have headers, too. */
const answered = async (asked: PromiseLike<unknown>) => (await asked) as Answer;

describe('what of each call is in the log', () => {
  let world: World;
  /** The call that finds the log broken; what is done before it does not. */
  let broken: EndpointSpec | null = null;
  let isBroken = false;
  beforeAll(async () => {
    const ports = memoryPorts();
    const append: typeof ports.events.append = async (...all) => {
      if (isBroken) throw new Error('the disk is full');
      return ports.events.append(...all);
    };
    world = await aWorld({ ...ports, events: { ...ports.events, append } });
    world.gateway.server.prependListener('request', ({ method, url = '' }: IncomingMessage) => {
      if (broken && method === broken.method && isAt(broken, url)) isBroken = true;
    });
  });
  afterAll(() => world.gateway.close());
  afterEach(() => {
    broken = null;
    isBroken = false;
  });

  const typesOf = async ({ headers }: Answer): Promise<string[]> => {
    const { events } = world.gateway.ports;
    const head = Number((await events.head()) ?? 0n);
    const records = await events.at(Array.from({ length: head }, (_, at) => BigInt(at + 1)));
    const all = records.map((record) => parseRecord(record!));
    return all.filter((record) => record.correlationId === headers['x-correlation-id']).map(({ type }) => type);
  };

  /** Made by somebody who may, on what is theirs. */
  const succeed = async ({ spec, route }: (typeof routes)[number]): Promise<Answer> => {
    const admin = world.callers.at(-1)!;
    const made = successes.get(route);
    if (made) return answered(made(world, admin.ask));
    const probe = probes[route]![0]!;
    const caller = world.callers.find(
      ({ role, sees }) =>
        role !== null && isAllowed(ruleOf(spec), role) && (!probe.resource || sees(probe.resource, 'own')),
    )!;
    const id = probe.resource ? await world.ids(probe.resource, 'own') : '';
    return answered(probe.call({ world, caller, variant: 'own', id, isAllowed: true }));
  };

  it('is said of every route, and of every event of the sockets', () => {
    expect(Object.keys(meant).sort()).toEqual(routes.map(({ route }) => route).sort());
    expect(Object.keys(meantOfConsoles).sort()).toEqual(Object.keys(consoleEvents).sort());
    expect(Object.keys(meantOfSockets).sort()).toEqual(Object.keys(liveEvents).sort());
    const calls = [...Object.values(meant), ...Object.values(meantOfConsoles)].flatMap((each) => Object.values(each));
    const said = new Set([...calls, ...Object.values(meantOfSockets)].map(String).filter((why) => why in WHY));
    expect([...said].sort()).toEqual(Object.keys(WHY).sort());
  });

  it.each(here)('when it succeeds: $route', async ({ spec, route }) => {
    const answer = await succeed({ spec, route });
    expect(answer.status).toBe(spec.status);
    const { success } = meant[route]!;
    const types = typeof success === 'string' ? [] : success;
    await until(async () => {
      const found = await typesOf(answer);
      return types.every((type) => found.includes(type));
    });
    // what follows by itself, and what nobody looks for, comes in its own time
    const acts = (await typesOf(answer)).filter((type) => ['thing', 'act', 'course'].includes(placeOf(type).weight));
    expect(new Set(acts)).toEqual(
      new Set(types.filter((type) => ['thing', 'act', 'course'].includes(placeOf(type).weight))),
    );
  });

  const refusable = routes.filter(({ route }) => meant[route]!.refusal === 'AccessRefused');
  it.each(refusable)('when it is refused: $route', async ({ spec, route }) => {
    const { allow } = ruleOf(spec);
    const probe = probes[route]!.find(({ resource }) => allow !== 'user' || resource)!;
    const variant = allow === 'user' ? 'foreign' : 'own';
    // each session has a minute of its own
    const user = await world.aUser(world.companies.own.client.id);
    const token = await world.tokenOf(user);
    const like = world.callers.find(({ role }) => role === 'user')!;
    const caller = { ...like, email: user.email, token, ask: world.gateway.as(token) };
    const id = probe.resource ? await world.ids(probe.resource, variant) : '';
    const answer = await answered(probe.call({ world, caller, variant, id, isAllowed: false }));
    expect(answer.status).toBe(allow === 'user' ? 404 : 403);
    await until(async () => (await typesOf(answer)).includes('AccessRefused'));
    expect(await typesOf(answer)).toEqual(['AccessRefused']);
    // a client has room for a hundred
    await world.admin('delete', `/users/${user.id}`).expect(204);
  });

  it.each(here.filter(({ route }) => meant[route]!.failure !== 'later'))('when it fails: $route', async (each) => {
    broken = each.spec;
    const answer = await succeed(each);
    isBroken = false;
    const { success, failure } = meant[each.route]!;
    if (failure === 'unaffected') expect(answer.status).toBe(each.spec.status);
    else expect([answer.status, success]).toEqual([500, success]);
    expect(await typesOf(answer)).toEqual([]);
  });
});

const isAt = ({ path }: EndpointSpec, url: string): boolean =>
  new RegExp(`^/api${path.replace(/:\w+/g, '[^/?]+')}(\\?|$)`).test(url);
