import { Injectable, Module } from '@nestjs/common';
import fc from 'fast-check';
import { z } from 'zod';
import type { Conversation, Health, Message, Notification } from '@dosar/contracts';
import { reactorGroups } from '@dosar/domain/registry';
import { anyOf } from '@dosar/domain/testing/schemas';
import { contexts } from '../../app.module';
import { aFile, aFirm, aFolder, aGateway, type Ask } from '../../testing/gateway';
import { pause, socketsTo } from '../../testing/sockets';
import type { GatewayContext } from '../hosting/context';
import { clientEventOf, type Listener } from '../sockets/listener';
import { until } from '@dosar/kernel/testing/waiting';

// Each registered announcer, listener and reactor fails in turn, while people work.

@Injectable()
class Echo implements Listener {
  readonly event = 'spec:echo';
  async hear(body: unknown): Promise<object> {
    return { heard: body };
  }
}

@Module({ providers: [Echo] })
class EchoModule {}

/** A listener of this spec. */
const echo: GatewayContext = { module: EchoModule, announcers: [], audiences: [], listeners: [Echo], jobs: [] };
const all = [...contexts, echo];

const events = new Map([
  ...clientEventOf,
  ['spec:echo', { schema: z.object({ text: z.string() }), rule: { allow: 'user' } as const }],
]);
/** A sample body of each event. */
const said = new Map(
  [...events].map(([event, { schema }]) => [event, fc.sample(anyOf(schema), { numRuns: 1, seed: 1 })[0]]),
);

type Work = (...given: unknown[]) => unknown;

/** Counts the calls of each, and makes one of them throw; restores all of them in the end. */
const watched = () => {
  const calls = new Map<string, number>();
  const restores: (() => void)[] = [];
  let broken: string | null = null;
  const watch = (name: string, owner: object, member: string) => {
    const place = owner as Record<string, Work>;
    const work = place[member]!;
    const had = Object.hasOwn(owner, member);
    calls.set(name, 0);
    place[member] = function (this: unknown, ...given) {
      calls.set(name, calls.get(name)! + 1);
      if (name === broken) throw new Error(`a defect in ${name}`);
      return work.apply(this, given);
    };
    restores.push(() => (had ? (place[member] = work) : delete place[member]));
  };
  const restore = () => {
    broken = null;
    restores.splice(0).forEach((each) => each());
  };
  return { calls, watch, restore, break: (name: string) => void (broken = name) };
};

const announcers = contexts.flatMap((context) => context.announcers);
const reactors = reactorGroups.flatMap((group) => group.reactors.map((reactor) => ({ group: group.name, reactor })));

const CASES: readonly (readonly [kind: string, name: string, part: 'sockets' | 'reactors', sentence: string])[] = [
  ...announcers.map(({ name }) => ['announcer', name, 'sockets', `the announcer ${name} stopped at event`] as const),
  ...[...said.keys()].map((event) => ['listener', event, 'sockets', `what was said as ${event}`] as const),
  ...reactors.map(({ group, reactor }) => ['reactor', reactor.name, 'reactors', `${group} stopped at event`] as const),
];

describe('a defect under load', () => {
  const counted = watched();
  afterEach(counted.restore);

  const anOffice = async () => {
    const gateway = await aGateway({}, undefined, { more: [echo], events });
    for (const announcer of announcers) counted.watch(announcer.name, announcer, 'announce');
    for (const listener of all.flatMap(({ listeners }) => listeners)) {
      const heard = gateway.app.get(listener, { strict: false });
      counted.watch(heard.event, heard, 'hear');
    }
    for (const { reactor } of reactors)
      for (const type of Object.keys(reactor.on)) counted.watch(reactor.name, reactor.on, type);
    const office = await aFirm(gateway);
    const sockets = await socketsTo(gateway);
    await told(office);
    return { gateway, ...office, socket: await sockets.enter(await sockets.tokenOf(office.bakery.user.email!)) };
  };
  type Office = Awaited<ReturnType<typeof anOffice>>;

  let at = 0;
  /** One writes, the other reads. */
  const talk = async (
    ask: Ask,
    { user, ask: other }: Awaited<ReturnType<typeof aFirm>>['bakery'],
    number: number,
  ): Promise<void> => {
    const opened = await ask('post', '/conversations', { participant_ids: [user.id], title: `Despre ${number}` });
    const { id } = (opened.body as { conversation: Conversation }).conversation;
    const sent = await ask('post', `/conversations/${id}/messages`, { text: String(number) }).expect(201);
    const { data } = sent.body as { data: Message };
    await other('post', '/reads', { conversation_id: id, message_id: data.id }).expect(204);
  };
  const notificationsOf = async (ask: Ask) =>
    ((await ask('get', '/notifications').expect(200)).body as { notifications: Notification[] }).notifications;
  /** Raises enough notifications to delete one each time. */
  const told = async ({ accountantAsk, bakery }: Awaited<ReturnType<typeof aFirm>>): Promise<void> => {
    for (let number = 0; number < 3; number += 1) await talk(accountantAsk, bakery, number);
    await until(async () => (await notificationsOf(bakery.ask)).length >= 3);
  };
  const forget = async (ask: Ask): Promise<void> => {
    const oldest = (await notificationsOf(ask)).at(-1)!;
    await ask('delete', `/notifications/${oldest.id}`).expect(204);
  };
  /** Work that involves every follower of the log and every listener. */
  const people = async ({ admin, accountantAsk, firm, bakery, mill, socket }: Office): Promise<void> => {
    const number = (at += 1);
    const names = Array.from({ length: 10 }, (_, each) => `${number} ${each}.txt`);
    const user = { role: 'user', name: 'Ioana', client_id: mill.client.id };
    const another = { societate: `Fabrica ${number}`, cui: String(7_000_000 + number), firm_id: firm.id };
    const [folder] = await Promise.all([
      aFolder(bakery.ask, `Mapa ${number}`),
      bakery.ask('patch', '/users/me', { name: `Ana ${number}` }).expect(200),
      admin('patch', `/firms/${firm.id}`, { name: `Contab ${number}` }).expect(200),
      admin('patch', `/clients/${mill.client.id}`, { societate: `Moara ${number}` }).expect(200),
      admin('post', '/clients', another).expect(201),
      admin('post', '/users', {
        ...user,
        email: `ioana.${number}@firma.test`,
      }).expect(201),
      ...names.map((name) => aFile(bakery.ask, name, {}, name)),
      talk(accountantAsk, bakery, number),
      forget(bakery.ask),
      ...[...said].map(([event, body]) => socket.timeout(5_000).emitWithAck(event, body) as Promise<object>),
    ]);
    await bakery.ask('put', `/folders/${folder.id}`, { name: `Mapa nouă ${number}` }).expect(200);
    await bakery.ask('post', '/bulk/files/delete', { folder_ids: [folder.id] }).expect(200);
  };

  /** Those not called again, after a while. */
  const silentSince = async (before: ReadonlyMap<string, number>): Promise<string[]> => {
    const silent = () => [...before].filter(([name, times]) => counted.calls.get(name) === times).map(([name]) => name);
    for (let waited = 0; waited < 40 && silent().length > 0; waited += 1) await pause(25);
    return silent();
  };

  it.each(CASES)('of the %s %s stops it alone, and the health names it', async (_, name, part, sentence) => {
    const office = await anOffice();
    const none = new Map([...counted.calls.keys()].map((each) => [each, 0]));
    await people(office);
    // without a call here, a failure could not be seen
    expect(await silentSince(none)).toEqual([]);

    counted.break(name);
    await people(office);
    const before = new Map(counted.calls);
    await people(office);
    const silent = await silentSince(before);
    expect(silent.filter((each) => each !== name)).toEqual([]);

    const { body } = await office.admin('get', '/health/ready').expect(200);
    const { components } = body as Health;
    expect(components![part]).toMatchObject({ status: 'degraded' });
    expect(components![part]!.detail).toContain(sentence);
    expect(components![part]!.detail).toContain(`a defect in ${name}`);
    const others = Object.entries(components!).filter(([each]) => each !== part);
    expect(others.filter(([, { status }]) => status !== 'ok')).toEqual([]);
    await office.gateway.close();
  });
});
