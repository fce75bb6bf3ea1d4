import { PEOPLE_LIMITS, type Client, type Firm, type Problem, type User } from '@dosar/contracts';
import { aFirm, aGateway, memoryPorts, ADMIN, type Ask, type Gateway } from '../../testing/gateway';
import { late } from '../../testing/late';

type Answer = { readonly status: number; readonly body: unknown };
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();

describe('what two administrators do in one moment, at two gateways', () => {
  let first: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let asks: readonly Ask[];
  let made = 0;
  beforeAll(async () => {
    const ports = memoryPorts();
    first = await aGateway({}, ports);
    const second = await aGateway({}, { ...ports, ...late(ports) }, { isBeside: true });
    firm = await aFirm(first);
    const signedIn = await first.anonymous('post', '/auth/login', ADMIN).expect(200);
    asks = [first, second].map((gateway) => gateway.as((signedIn.body as { token: string }).token));
  });

  const register = async (ask: Ask, place: object) => {
    const email = `om.${(made += 1)}@firma.test`;
    return ask('post', '/users', { name: `Om ${made}`, email, ...place });
  };
  const userOf = ({ body }: Answer) => (body as { user: User }).user;
  const both = (work: (ask: Ask) => PromiseLike<Answer>) => Promise.all(asks.map((ask) => work(ask)));
  const together = async <T>(many: number, work: () => Promise<T>) => {
    const all: T[] = [];
    while (all.length < many) all.push(...(await Promise.all(Array.from({ length: 10 }, work))));
    return all;
  };

  it('puts no more users into a client than it may have', async () => {
    const place = { role: 'user', client_id: firm.bakery.client.id };
    const [ask] = asks as [Ask];
    await together(PEOPLE_LIMITS.users, () => register(ask, place));
    const listed = async () => {
      const { body } = await ask('get', `/clients/${place.client_id}`).expect(200);
      return (body as { client: Client }).client.users.map(({ id }) => id);
    };
    expect(await listed()).toHaveLength(PEOPLE_LIMITS.users);
    await ask('delete', `/users/${(await listed()).at(-1)!}`).expect(204);
    const answers = await both((each) => register(each, place));
    expect(statuses(answers)).toEqual([201, 422]);
    expect(await listed()).toHaveLength(PEOPLE_LIMITS.users);
  });

  it('assigns no more accountants to a client than it may have', async () => {
    const [ask] = asks as [Ask];
    const place = { role: 'accountant', firm_id: firm.firm.id };
    const accountants = (await together(PEOPLE_LIMITS.accountants, () => register(ask, place))).map(
      (each) => userOf(each).id,
    );
    const assign = (by: Ask, ids: readonly string[]) =>
      by('post', `/clients/${firm.mill.client.id}/accountants`, { accountant_ids: ids });
    const { body } = await ask('get', `/clients/${firm.mill.client.id}`).expect(200);
    const room = PEOPLE_LIMITS.accountants - (body as { client: Client }).client.accountants.length - 1;
    await assign(ask, accountants.slice(0, room)).expect(200);
    const [one, other] = accountants.slice(room);
    const answers = await Promise.all([assign(asks[0]!, [one!]), assign(asks[1]!, [other!])]);
    expect(statuses(answers)).toEqual([200, 422]);
  });

  it('takes no firm away from a client or an accountant that it is given', async () => {
    const [ask, other] = asks as [Ask, Ask];
    const codes = new Set<string>();
    for (let at = 0; at < 6; at += 1) {
      const asked = await ask('post', '/firms', { name: `Firma ${at}`, cui: `${at + 70_000_000}` }).expect(201);
      const { id } = (asked.body as { firm: Firm }).firm;
      const join = () => register(other, { role: 'accountant', firm_id: id });
      const [gone, joined] = await Promise.all([ask('delete', `/firms/${id}`), join()]);
      for (const { status, body } of [gone, joined]) if (status >= 400) codes.add((body as Problem).code);
      expect([gone.status === 204, joined.status === 201].filter(Boolean)).toHaveLength(1);
    }
    expect([...codes].every((code) => ['STILL_IN_USE', 'VALIDATION_FAILED'].includes(code))).toBe(true);
  });
});
