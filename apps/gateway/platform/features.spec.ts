import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import { api, FEATURES, type EndpointSpec, type Feature, type Me } from '@dosar/contracts';
import { ADMIN, aFirm, aFolder, aGateway, memoryPorts, PASSWORD, type Ask, type Gateway } from '../testing/gateway';

const calls = Object.values(api).flatMap((each) => Object.values(each) as EndpointSpec[]);
const belongsTo = (feature: Feature) => (spec: EndpointSpec) => spec.features?.includes(feature) ?? false;
const without = (feature: Feature) => ({ DOSAR_FEATURES: FEATURES.filter((each) => each !== feature).join(',') });

/** What asking for a call with nothing in it is answered, for each call. */
const answers = async (ask: Ask, wanted: readonly EndpointSpec[]) => {
  const found: Record<string, string> = {};
  for (const { method, path } of wanted) {
    const address = path.replace(/:\w+/g, 'x');
    const { status, body } = await ask(method.toLowerCase() as 'get', address);
    found[`${method} ${path}`] = `${status} ${(body as { code?: string }).code ?? ''}`;
  }
  return found;
};

/** Strangers may ask for everything, and an administrator reads without changing anything. */
const allAnswers = async (gateway: Gateway, wanted: readonly EndpointSpec[]) => ({
  stranger: await answers(gateway.anonymous, wanted),
  administrator: await answers(
    await gateway.admin(),
    wanted.filter(({ method }) => method === 'GET'),
  ),
});

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

    // it says so, and describes what there is
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

  it('documents tells no socket about them, beside a gateway that does', async () => {
    const ports = memoryPorts();
    const offering = await aGateway({}, ports);
    const cut = await aGateway(without('file_manager'), ports, { isBeside: true });
    const { bakery } = await aFirm(offering);
    const heard: string[] = [];
    const sockets = await Promise.all(
      [offering, cut].map(async ({ app, server, anonymous }, at) => {
        await app.listen(0, '127.0.0.1');
        const credentials = { email: bakery.user.email, password: PASSWORD };
        const { token } = (await anonymous('post', '/auth/login', credentials)).body as { token: string };
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        const socket = io(url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true });
        socket.onAny(
          (event: string) => event !== 'presence:update' && heard.push(`${['offering', 'cut'][at]} ${event}`),
        );
        await new Promise((go) => socket.once('connect', () => setTimeout(go, 100)));
        return socket;
      }),
    );
    await aFolder(bakery.ask, 'Acte');
    await bakery.ask('patch', '/users/me', { name: 'Ana Nouă' }).expect(200);
    const isHeard = () => heard.filter((each) => each.endsWith('me:changed')).length === 2;
    for (let waited = 0; waited < 100 && !isHeard(); waited += 1) await new Promise((go) => setTimeout(go, 20));
    expect(heard.sort()).toEqual(['cut me:changed', 'offering files:changed', 'offering me:changed']);
    for (const socket of sockets) socket.disconnect();
    await cut.close();
    await offering.close();
  });

  it('a feature that is unknown does not start', () =>
    expect(aGateway({ DOSAR_FEATURES: 'audit,teleport' })).rejects.toThrow(/DOSAR_FEATURES/));
  it('any feature still lets people in', async () => {
    const gateway = await aGateway({ DOSAR_FEATURES: 'chat' });
    await (await gateway.signIn(ADMIN.email, ADMIN.password))('get', '/users/me').expect(200);
    await gateway.close();
  });
});
