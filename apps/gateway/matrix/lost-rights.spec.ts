import { randomUUID } from 'node:crypto';
import { api, type Conversation, type EndpointSpec, type Operation } from '@dosar/contracts';
import { once, parseRecord, type CommandHandler, type Origin } from '@dosar/kernel/runtime';
import { client } from '@dosar/domain/identity/client.decider';
import { isAllowed, ruleOf } from '../platform/access/policy';
import { aFile, aFolder, operationOf } from '../testing/gateway';
import { pdfOfPages } from '../testing/pdf-builder';
import { zipOf } from '../testing/zip-builder';
import { probes, type Probe } from './probes';
import { aWorld, type Caller, type Resource, type World } from './world';

const READING = ['GET', 'HEAD', 'OPTIONS'];
/** What is a client's: who may see the client sees it, and nobody else. */
const OF_CLIENT: readonly (Resource | undefined)[] = [
  'client',
  'folder',
  'file',
  'conversation',
  'message',
  'user',
  'operation',
];

type Call = Probe['call'];
type Who = 'accountant' | 'user';

/** Where the call of the matrix decides nothing, or is about no client: one that does and is. */
const CALLS: Readonly<Record<string, Call>> = {
  'PATCH /users/me': ({ caller, id }) => caller.ask('patch', '/users/me', { pinned_clients: [id] }),
  'POST /conversations': ({ caller, world, id }) =>
    caller.ask('post', '/conversations', {
      client_id: id,
      title: randomUUID(),
      participant_ids: [caller.role === 'user' ? world.assigned.own.id : world.companies.own.user.id],
    }),
  'POST /files/:id/extract-zip': async ({ caller, world }) => {
    const { ask } = world.companies.own;
    const { id } = await aFile(ask, `${randomUUID()}.zip`, {}, zipOf([{ name: `${randomUUID()}.txt`, data: 'x' }]));
    return caller.ask('post', `/files/${id}/extract-zip`, {});
  },
  'POST /files/arrange-pages': async ({ caller, world, id: client_id }) => {
    const { ask } = world.companies.own;
    const { id } = await aFile(ask, `${randomUUID()}.pdf`, {}, pdfOfPages([{ content: '', head: '' }]));
    const body = { client_id, documents: [{ name: `${randomUUID()}.pdf` }], pages: [{ file_id: id, page: 1 }] };
    return caller.ask('post', '/files/arrange-pages', body);
  },
  'PATCH /uploads/:id': async ({ caller, id }) => {
    const metadata = Object.entries({ filename: `${randomUUID()}.txt`, client_id: id })
      .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
      .join(',');
    const version = { 'tus-resumable': '1.0.0' };
    const begin = { ...version, 'upload-length': '1', 'upload-metadata': metadata };
    const place = (await caller.ask('post', '/uploads', undefined, begin).expect(201)).headers['location']!;
    const last = { ...version, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    return caller.ask('patch', place, undefined, last).send('x' as unknown as object);
  },
  'POST /audit/restore': (cell) => restored(cell),
  'POST /bulk/operations/:id/retry': async ({ caller, id: client_id }) => {
    const name = `${randomUUID()}.txt`;
    const { id: folder_id } = await aFolder(caller.ask, randomUUID(), { client_id });
    await aFile(caller.ask, name, { client_id, folder_id });
    const { id } = await aFile(caller.ask, name, { client_id });
    const { id: other } = await aFile(caller.ask, `${randomUUID()}.txt`, { client_id });
    const move = { client_id, file_ids: [id, other], target_folder_id: folder_id };
    const { status, id: operation } = operationOf(await caller.ask('post', '/bulk/files/move', move).expect(200));
    expect(status satisfies Operation['status']).toBe('partial');
    return caller.ask('post', `/bulk/operations/${operation}/retry`);
  },
};

/** Restores a file that was there before it was deleted. */
const restored: Call = async ({ caller, id: client_id }) => {
  const { id } = await aFile(caller.ask, `${randomUUID()}.txt`, { client_id });
  const { body } = await caller.ask('get', `/audit/moments?resource_type=file&resource_id=${id}`).expect(200);
  const at = (body as { moments: { position: string }[] }).moments.at(-1)!.position;
  const selected = { client_id, file_ids: [id], folder_ids: [] };
  await caller.ask('post', '/bulk/files/delete', selected).expect(200);
  return caller.ask('post', '/audit/restore', { ...selected, at });
};

/** Calls that change something, and on whose way nothing is decided that stands on a client: why. */
const WITHOUT: Readonly<Record<string, string>> = {
  'POST /uploads': 'what is brought later is decided when it is whole',
  'DELETE /uploads/:id': 'what nobody has ever named is taken away',
  'POST /bulk/files/download': 'a ticket, which is checked when it is used',
  'POST /auth/logout': 'the own session',
  'POST /auth/logout-all': 'the own sessions',
  'DELETE /auth/sessions/:id': 'an own session',
  'POST /auth/change-password': 'the own account',
  'POST /auth/two-step/totp': 'the own account',
  'POST /auth/two-step/totp/confirm': 'the own account',
  'POST /auth/two-step/totp/disable': 'the own account',
  'POST /auth/two-step/recovery-codes': 'the own account',
  'POST /auth/two-step/passkeys/options': 'the own account',
  'POST /auth/two-step/passkeys': 'the own account',
  'POST /auth/two-step/passkeys/:id/remove': 'the own account',
  'PATCH /notifications/read-all': 'the own inbox',
  'PATCH /notifications/:id/read': 'the own inbox',
  'DELETE /notifications/:id': 'the own inbox',
  'PATCH /notifications/preferences': 'the own account',
  'DELETE /search/history': 'the own searches',
  'DELETE /search/history/:id': 'the own searches',
  'POST /search/saved': 'the own searches',
  'DELETE /search/saved/:id': 'the own searches',
};

/** Everything that somebody who sees some clients only may change. */
const writes = Object.values(api)
  .flatMap((calls) => Object.values(calls) as EndpointSpec[])
  .filter((spec) => !READING.includes(spec.method) && ['user', 'accountant'].includes(ruleOf(spec).allow))
  .map((spec) => [`${spec.method} ${spec.path}`, spec] as const);

const callsOf = (route: string): readonly Pick<Probe, 'resource' | 'call'>[] => {
  const own = CALLS[route];
  return own
    ? [{ resource: 'client', call: own }]
    : probes[route]!.filter(({ resource }) => OF_CLIENT.includes(resource));
};
const checked = writes.filter(([route]) => !WITHOUT[route]);

/** What an operation says of itself at its end, though whoever asked for it may do nothing any more. */
const NOTED = ['BulkProgressed', 'BulkFinished', 'AccessRefused'];
const GATEWAY = { kind: 'system', id: 'test', role: null, sessionId: null } as const;
const origin: Origin = { actor: GATEWAY, correlationId: randomUUID(), causationId: null, ip: null, userAgent: null };

describe('a client that is lost while a call is under way', () => {
  let world: World;
  /** Called before the next command of that person is decided. */
  let before: { readonly userId: string; readonly work: () => Promise<void> } | null = null;
  beforeAll(async () => {
    world = await aWorld();
    const { installation } = world.gateway;
    const { commandHandler } = installation;
    const handle = async (submission: Parameters<CommandHandler['handle']>[0]) => {
      if (before && submission.origin.actor.id === before.userId) await before.work();
      return commandHandler.handle(submission);
    };
    Object.assign(installation, { commandHandler: { ...commandHandler, handle } });
  });
  afterAll(() => world.gateway.close());

  const someone = (who: Who): { readonly caller: Caller; readonly id: string } => {
    const { callers, companies, assigned } = world;
    return who === 'user'
      ? { caller: callers.find(({ name }) => name === 'the user of the client')!, id: companies.own.user.id }
      : { caller: callers.find(({ name }) => name === 'the accountant who is assigned')!, id: assigned.own.id };
  };
  /** Past the locks that the call itself may hold. */
  const unassign = async (accountantId: string) => {
    const { commandHandler, access } = world.gateway.installation;
    const command = { type: 'UnassignAccountant', data: { accountantId } } as const;
    const asked = { decider: client, id: world.companies.own.client.id, command, context: once(), origin };
    const done = await commandHandler.handle(asked);
    if (!('position' in done) || done.position === null) throw new Error('nobody was assigned');
    await access.reach(done.position);
  };
  const belongTo = (userId: string, client_id: string) =>
    world.admin('patch', `/users/${userId}`, { client_id }).expect(200);
  const lose = async (who: Who, id: string) =>
    who === 'accountant' ? unassign(id) : void (await belongTo(id, world.companies.sibling.client.id));
  const regain = async (who: Who, id: string) =>
    who === 'accountant'
      ? world.assign(world.companies.own.client.id, id)
      : belongTo(id, world.companies.own.client.id);

  /** What somebody has written after a position. */
  const writtenBy = async (userId: string, after: bigint): Promise<string[]> => {
    const { events } = world.gateway.ports;
    const head = (await events.head())!;
    const places = Array.from({ length: Number(head - after) }, (_, at) => after + BigInt(at + 1));
    const records = (await events.at(places)).flatMap((record) => (record ? [parseRecord(record)] : []));
    return records.filter(({ actor }) => actor.id === userId).map(({ type }) => type);
  };

  /** Makes a call whose caller loses the client right before its so many-th command is decided. */
  const losing = async (
    who: Who,
    spec: EndpointSpec,
    { resource, call }: Pick<Probe, 'resource' | 'call'>,
    nth: number,
  ) => {
    const { caller, id: userId } = someone(who);
    const path = new RegExp(`^${spec.path.replace(/:\w+/g, '[^/?]+')}$`);
    let left = Infinity;
    let lostAt: bigint | null = null;
    const ask: Caller['ask'] = (method, address, ...more) => {
      if (method === spec.method.toLowerCase() && path.test(address.replace(/^\/api/, ''))) left = nth;
      return caller.ask(method, address, ...more);
    };
    const work = async () => {
      if ((left -= 1) !== 0) return;
      await lose(who, userId);
      lostAt = await world.gateway.ports.events.head();
    };
    before = { userId, work };
    try {
      const id = await world.ids(resource!, 'own');
      const { status } = await call({ world, caller: { ...caller, ask }, variant: 'own', id, isAllowed: true });
      return { status, written: lostAt === null ? null : await writtenBy(userId, lostAt) };
    } finally {
      before = null;
      if (lostAt !== null) await regain(who, userId);
    }
  };

  it('is looked at in every call that changes something, or it is said why not', () => {
    const known = checked.filter(([route]) => callsOf(route).length > 0).map(([route]) => route);
    expect([...known, ...Object.keys(WITHOUT)].sort()).toEqual(writes.map(([route]) => route).sort());
  });

  describe.each(checked)('%s', (route, spec) => {
    const may = (who: Who, resource: Resource | undefined) =>
      isAllowed(ruleOf(spec), who) && someone(who).caller.sees(resource!, 'own');

    it('changes nothing any more, and is not found', async () => {
      let seen = 0;
      for (const each of callsOf(route))
        for (const who of ['accountant', 'user'] as const) {
          if (!may(who, each.resource)) continue;
          seen += 1;
          const first = await losing(who, spec, each, 1);
          expect([who, each.resource, first]).toEqual([who, each.resource, { status: 404, written: [] }]);
          // what was decided before stays
          const second = await losing(who, spec, each, 2);
          const more = second.written?.filter((type) => !NOTED.includes(type)) ?? [];
          expect([who, each.resource, more]).toEqual([who, each.resource, []]);
        }
      expect(seen).toBeGreaterThan(0);
    });
  });

  it('is no matter to a conversation between people, which is lost with its firm', async () => {
    const { companies, assigned } = world;
    const { caller, id } = someone('user');
    const about = { participant_ids: [assigned.own.id] };
    const { body } = await caller.ask('post', '/conversations', about).expect(201);
    const messages = `/conversations/${(body as { conversation: Conversation }).conversation.id}/messages`;
    await caller.ask('post', messages, { text: 'Bună' }).expect(201);
    const leave = async () => {
      before = null;
      await belongTo(id, companies.foreign.client.id);
    };
    before = { userId: id, work: leave };
    await caller.ask('post', messages, { text: 'De aici nu se mai aude' }).expect(404);
    await regain('user', id);
  });
});
