import type { Problem } from '@dosar/contracts';
import { until } from '@dosar/kernel/testing/waiting';
import { aFirm, aGateway, aLetter, later, PASSWORD, tokenIn, type Gateway } from '../../testing/gateway';

const DAY = 24 * 60 * 60_000;
const problem = ({ body }: { body: unknown }) => body as Problem;

describe('the link of an invitation', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway({ DOSAR_PUBLIC_URL: 'https://dosar.firma.ro' });
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  let made = 0;
  const anInvited = async () => {
    const email = `invitat.${(made += 1)}@firma.test`;
    const body = { role: 'user', name: 'Mara Olaru', email, client_id: firm.bakery.client.id };
    const reply = await firm.admin('post', '/users', body).expect(201);
    return { email, id: (reply.body as { user: { id: string } }).user.id };
  };
  const ask = (id: string, by = firm.admin) => by('post', `/users/${id}/invitation/link`);
  const linkOf = async (id: string) => (await ask(id).expect(200)).body as { link: string; valid_until: string };

  it('is the one of the letter, and opens the account once', async () => {
    const { id, email } = await anInvited();
    const { link, valid_until } = await linkOf(id);
    expect(link).toBe((await aLetter(gateway, email)).link);
    expect(Date.parse(valid_until) - Date.now()).toBeGreaterThan(6 * DAY);
    const token = tokenIn(link);
    const chosen = { token, password: PASSWORD, password_confirmation: PASSWORD };
    await gateway.anonymous('post', '/auth/invitation', chosen).expect(204);
    await gateway.signIn(email);
    await gateway.anonymous('post', '/auth/invitation', chosen).expect(410);
    expect(problem(await ask(id).expect(409)).code).toBe('CONFLICT');
  });

  it('is the newest one after another invitation', async () => {
    const { id } = await anInvited();
    const first = await linkOf(id);
    await firm.admin('post', `/users/${id}/invitation`, {}).expect(202);
    const { link } = await linkOf(id);
    expect(link).not.toBe(first.link);
    await gateway.anonymous('get', `/auth/invitation/${tokenIn(first.link)}`).expect(410);
    await gateway.anonymous('get', `/auth/invitation/${tokenIn(link)}`).expect(200);
  });

  it('is an event of who was shown it, and is itself in no record', async () => {
    const { id } = await anInvited();
    const { link } = await linkOf(id);
    type Events = { events: { event_type: string; user: { role: string } | null }[] };
    const seen = async () => (await firm.admin('get', `/audit/events?resource_id=${id}`).expect(200)).body as Events;
    await until(async () => (await seen()).events.some(({ event_type }) => event_type === 'InvitationLinkShown'));
    const all = await seen();
    expect(all.events.find(({ event_type }) => event_type === 'InvitationLinkShown')?.user?.role).toBe('admin');
    expect(JSON.stringify(all)).not.toContain(tokenIn(link));
  });

  it('is shown to administrators alone, who could set the password as well', async () => {
    const { id } = await anInvited();
    await ask(id, firm.accountantAsk).expect(403);
    await ask(id, firm.bakery.ask).expect(403);
    await ask(id, gateway.anonymous).expect(401);
    await ask('nimeni').expect(404);
  });

  it('is not shown once it has ended', async () => {
    const { id } = await anInvited();
    await later(7 * DAY, async () => {
      const admin = await gateway.admin();
      await ask(id, admin).expect(410);
    });
  });
});
