import { aFirm, aGateway, later, memoryPorts, PASSWORD, type Ask, type Gateway } from '../../testing/gateway';

const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));

type People = { readonly people: readonly { readonly id: string; readonly presence: string }[] };

describe('somebody who is at another gateway', () => {
  const gateways: Gateway[] = [];
  afterEach(async () => {
    for (const gateway of gateways.splice(0).reverse()) await gateway.close();
  });
  const presenceOf = async (ask: Ask, id: string) =>
    ((await ask('get', '/people').expect(200)).body as People).people.find((each) => each.id === id)?.presence;

  it('is here at all of them, also at one that is started later, and is gone at all of them', async () => {
    const ports = memoryPorts();
    const another = async (isBeside: boolean) => {
      const gateway = await aGateway({}, ports, { isBeside });
      gateways.push(gateway);
      return gateway;
    };
    const one = await another(false);
    const two = await another(true);
    const { accountant, bakery } = await aFirm(one);
    const { id } = bakery.user;
    const other = await two.signIn(accountant.email!);
    await bakery.ask('get', '/users/me').expect(200);
    await pause(500);
    expect(await presenceOf(other, id)).toBe('online');

    // without a further call, a newly started gateway gets the state, too
    await later(2 * 60_000, async () => {
      const three = await another(true);
      const signedIn = await three.anonymous('post', '/auth/login', { email: accountant.email, password: PASSWORD });
      const ask = three.as((signedIn.body as { token: string }).token);
      await pause(800);
      expect([await presenceOf(ask, id), await presenceOf(other, id)]).toEqual(['away', 'away']);
      await bakery.ask('get', '/users/me').expect(200);
      await pause(500);
      expect([await presenceOf(ask, id), await presenceOf(other, id)]).toEqual(['online', 'online']);
    });
    await later(15 * 60_000, async () => {
      const asked = await Promise.all(
        gateways.map(async (gateway) => presenceOf(await gateway.signIn(accountant.email!), id)),
      );
      expect(asked).toEqual(['offline', 'offline', 'offline']);
    });
  }, 60_000);
});
