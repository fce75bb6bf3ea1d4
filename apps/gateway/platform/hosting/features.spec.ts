import type { Socket } from 'socket.io-client';
import {
  conversationOf,
  api,
  consoleEvents,
  eventFeatures,
  FEATURES,
  liveEvents,
  type ConsoleBody,
  type ConsoleEvent,
  type EndpointSpec,
  type Feature,
  type Me,
  type Message,
  type User,
} from '@dosar/contracts';
import { ADMIN, aFirm, aFolder, aGateway, anUpload, memoryPorts, type Ask, type Gateway } from '../../testing/gateway';
import { becomes, socketsTo, type Sockets } from '../../testing/sockets';

const calls = Object.values(api).flatMap((each) => Object.values(each) as EndpointSpec[]);
const belongsTo = (feature: Feature) => (spec: EndpointSpec) => spec.features?.includes(feature) ?? false;
const without = (feature: Feature) => ({ DOSAR_FEATURES: FEATURES.filter((each) => each !== feature).join(',') });

/** Which features a call belongs to, said once more and by its path: whatever is in no line belongs to none. */
const MEANT: readonly (readonly [calls: RegExp, features: readonly Feature[]])[] = [
  [/ \/audit\/undo$/, ['file_manager']],
  [/ \/audit\/restore$/, ['file_manager', 'audit']],
  [/ \/audit\//, ['audit']],
  [/ \/files\/:id\/notes$/, ['file_manager', 'file_notes']],
  [/ \/files\/:id\/extract-zip$/, ['file_manager', 'zip_extraction']],
  [/ \/bulk\//, ['file_manager', 'bulk_operations']],
  [/ \/(files|folders|uploads|documents)(\/|$)/, ['file_manager']],
  [/ \/messages\/:id\/edits$|^PUT \/messages\/:id$/, ['chat', 'message_edit']],
  [/^DELETE \/messages\/:id$/, ['chat', 'message_delete']],
  [/ \/(conversations|messages|reads)(\/|$)/, ['chat']],
  [/ \/notifications(\/|$)/, ['notifications']],
];
/** The same of what sockets are told and tell. */
const MEANT_EVENTS: readonly (readonly [events: RegExp, features: readonly Feature[]])[] = [
  [/^(files):/, ['file_manager']],
  [/^bulk:/, ['file_manager', 'bulk_operations']],
  [/^(message|conversations):|^typing$/, ['chat']],
  [/^notifications?:/, ['notifications']],
];
const meantOf = (meant: typeof MEANT, name: string) => meant.find(([pattern]) => pattern.test(name))?.[1] ?? [];

/** The answer of each endpoint to an empty request. */
const answers = async (ask: Ask, wanted: readonly EndpointSpec[]) => {
  const found: Record<string, string> = {};
  for (const { method, path } of wanted) {
    const address = path.replace(/:\w+/g, 'x');
    const { status, body } = await ask(method.toLowerCase() as 'get', address);
    found[`${method} ${path}`] = `${status} ${(body as { code?: string }).code ?? ''}`;
  }
  return found;
};

/** Anonymous callers try everything, an administrator only what changes nothing. */
const allAnswers = async (gateway: Gateway, wanted: readonly EndpointSpec[]) => ({
  stranger: await answers(gateway.anonymous, wanted),
  administrator: await answers(
    await gateway.admin(),
    wanted.filter(({ method }) => method === 'GET'),
  ),
});

type Office = Awaited<ReturnType<typeof aFirm>>;

const tell = (socket: Socket, event: string, body: object) =>
  socket.timeout(5_000).emitWithAck(event, body) as Promise<Record<string, unknown>>;
const isPartOf = (event: string, feature: Feature) =>
  eventFeatures[event as keyof typeof eventFeatures]?.includes(feature) ?? false;

/** @returns the id of a message of the accountant in the bakery's conversation. */
const say = async ({ accountantAsk, bakery }: Office, text: string): Promise<string> => {
  const sent = await accountantAsk('post', `/conversations/${bakery.client.id}/messages`, { text }).expect(201);
  return (sent.body as { data: Message }).data.id;
};

/** A user's socket, and the names of the events it receives. */
const listening = async (sockets: Sockets, { email }: User) => {
  const socket = await sockets.enter(await sockets.tokenOf(email!));
  const heard = new Set<string>();
  socket.onAny((event: string) => event !== 'presence:update' && heard.add(event));
  return { socket, heard };
};

/** Causes all events of a feature for the bakery; those of bulk operations go only to their user. */
const acts = {
  file_manager: async ({ bakery }: Office) => void (await aFolder(bakery.ask, 'Acte')),
  chat: async (office: Office, elena: Socket) => {
    const { accountantAsk, bakery } = office;
    const first = await say(office, 'Ați primit?');
    const second = await say(office, 'Mai lipsește un bon');
    await accountantAsk('put', `/messages/${first}`, { text: 'Ați primit actele?' }).expect(200);
    await bakery.ask('post', `/messages/${first}/reactions`, { emoji: '👍' }).expect(201);
    await accountantAsk('delete', `/messages/${second}`).expect(204);
    await accountantAsk('post', '/conversations', { participant_ids: [bakery.user.id] }).expect(201);
    const ana = await bakery.ask('post', `/conversations/${bakery.client.id}/messages`, { text: 'Da' }).expect(201);
    const where = { conversation_id: bakery.client.id, message_id: (ana.body as { data: Message }).data.id };
    await tell(elena, 'typing', { conversation_id: bakery.client.id, typing: true });
    await tell(elena, 'message:delivered', where);
    await accountantAsk('post', '/reads', where).expect(204);
  },
  notifications: async (office: Office) => {
    const unread = async () =>
      ((await office.bakery.ask('get', '/notifications').expect(200)).body as { unread_count: number }).unread_count;
    await becomes(async () => (await unread()) > 0, true);
    await office.bakery.ask('patch', '/notifications/read-all').expect(200);
    await say(office, 'Ați primit?');
  },
} satisfies Partial<Record<Feature, (office: Office, elena: Socket) => Promise<void>>>;

describe('an installation without', () => {
  let whole: Awaited<ReturnType<typeof allAnswers>>;
  beforeAll(async () => {
    const gateway = await aGateway();
    whole = await allAnswers(gateway, calls);
    await gateway.close();
  });

  it.each(FEATURES)('%s has none of its calls, and all others as before', async (feature) => {
    const gateway = await aGateway(without(feature));
    const found = await allAnswers(gateway, calls);
    for (const who of ['stranger', 'administrator'] as const) {
      const expected = Object.fromEntries(
        Object.entries(whole[who]).map(([call, answer]) => {
          const [method, path] = call.split(' ');
          const spec = calls.find((each) => each.method === method && each.path === path)!;
          return [call, belongsTo(feature)(spec) ? `404 ${method === 'HEAD' ? '' : 'NOT_FOUND'}` : answer];
        }),
      );
      expect([who, found[who]]).toEqual([who, expected]);
    }

    // the offered features are listed and described
    const { body } = await (await gateway.admin())('get', '/users/me').expect(200);
    expect((body as { user: Me }).user.features).toEqual(FEATURES.filter((each) => each !== feature));
    const { body: description } = await gateway.anonymous('get', '/openapi.json').expect(200);
    const { paths } = description as { paths: Record<string, Record<string, object>> };
    const described = calls.filter(
      ({ method, path }) => paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()],
    );
    expect(described).toEqual(calls.filter((spec) => !belongsTo(feature)(spec)));
    await gateway.close();
  });

  it.each(Object.keys(acts) as (keyof typeof acts)[])(
    '%s neither tells nor hears of it over sockets',
    async (feature) => {
      const ports = memoryPorts();
      const gateways = [
        await aGateway({}, ports),
        await aGateway(without(feature), ports, { isBeside: true }),
      ] as const;
      const offering = await socketsTo(gateways[0]);
      const cut = await socketsTo(gateways[1]);
      const office = await aFirm(gateways[0]);
      const { bakery, accountant } = office;
      const message_id = await say(office, 'Bună ziua');
      const elena = await offering.enter(await offering.tokenOf(accountant.email!));
      const whole = await listening(offering, bakery.user);
      const less = await listening(cut, bakery.user);

      // events are sent by the gateway that offers the feature, and the other sends the rest
      const told = Object.keys(liveEvents).filter((event) => isPartOf(event, feature) && event !== 'bulk:progress');
      await acts[feature](office, elena);
      await becomes(() => told.filter((event) => !whole.heard.has(event)), []);
      await bakery.ask('patch', '/users/me', { name: 'Ana Nouă' }).expect(200);
      for (const { heard } of [whole, less]) await becomes(() => heard.has('me:changed'), true);
      expect([...less.heard].sort()).toEqual([...whole.heard].filter((event) => !isPartOf(event, feature)).sort());

      // events of consoles are answered like unknown ones
      const where = { conversation_id: conversationOf(bakery.client.id) };
      const words: { readonly [E in ConsoleEvent]: ConsoleBody<E> } = {
        typing: { ...where, typing: true },
        'presence:set': { status: 'busy' },
        'message:delivered': { ...where, message_id },
      };
      const unknown = await tell(less.socket, 'no:such:word', {});
      expect(unknown).toMatchObject({ code: 'NOT_FOUND' });
      for (const [event, body] of Object.entries(words)) {
        const { correlation_id: _, ...answer } = await tell(less.socket, event, body);
        const { correlation_id: __, ...nothing } = unknown;
        expect([event, answer]).toEqual([event, isPartOf(event, feature) ? nothing : {}]);
      }
      for (const { socket } of [whole, less, { socket: elena }]) socket.disconnect();
      await gateways[1].close();
      await gateways[0].close();
    },
  );

  it('says of each call and of each event to which features it belongs', () => {
    const names = calls.map(({ method, path, features = [] }) => [`${method} ${path}`, features] as const);
    expect(names).toEqual(names.map(([name]) => [name, meantOf(MEANT, name)]));
    const events = [...Object.keys(liveEvents), ...Object.keys(consoleEvents)];
    expect(events.map((event) => [event, eventFeatures[event as keyof typeof eventFeatures] ?? []])).toEqual(
      events.map((event) => [event, meantOf(MEANT_EVENTS, event)]),
    );
  });

  it('the chat takes no file that is for a message, and all others as before', async () => {
    const gateway = await aGateway(without('chat'));
    const { bakery } = await aFirm(gateway);
    const body = (await anUpload(bakery.ask, 'bon.txt', 'unu', { from_chat: 'true' }).expect(404)).body as object;
    expect(body).toMatchObject({ code: 'NOT_FOUND' });
    const begins = (metadata: object) =>
      bakery.ask('post', '/uploads').set({
        'tus-resumable': '1.0.0',
        'upload-length': '3',
        'upload-metadata': Object.entries(metadata)
          .map(([name, value]) => `${name} ${Buffer.from(String(value)).toString('base64')}`)
          .join(','),
      });
    await begins({ filename: 'bon.txt', from_chat: 'true' }).expect(404);
    const { files } = (await bakery.ask('get', '/files').expect(200)).body as { files: object[] };
    expect(files).toEqual([]);
    await begins({ filename: 'bon.txt', from_chat: 'false' }).expect(201);
    await anUpload(bakery.ask, 'bon.txt', 'unu', { from_chat: 'false' }).expect(201);
    await gateway.close();
  });

  it('a feature that is unknown does not start', () =>
    expect(aGateway({ DOSAR_FEATURES: 'audit,teleport' })).rejects.toThrow(/DOSAR_FEATURES/));
  it('any feature still lets people in', async () => {
    const gateway = await aGateway({ DOSAR_FEATURES: 'chat' });
    const ask = await gateway.signIn(ADMIN.email, ADMIN.password);
    await ask('get', '/users/me').expect(200);
    await gateway.close();
  });
});
