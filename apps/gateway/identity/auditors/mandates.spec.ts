import type { Mandate, MandateReport, Problem } from '@dosar/contracts';
import { until as untilSo } from '@dosar/kernel/testing/waiting';
import { ADMIN, aFirm, aFolder, aGateway, aLetter, later, PASSWORD, type Gateway } from '../../testing/gateway';
import { anAuditor, appointment, signedInByLetter } from '../../testing/auditors';
import { socketsTo, within } from '../../testing/sockets';
import { MandateEnds } from './mandate-ends.job';

const DAY_MS = 24 * 60 * 60_000;
const soon = (ms: number) => new Date(Date.now() + ms).toISOString();

describe('a mandate', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let other: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
    other = await aFirm(gateway, 'Cifra Exactă');
  });
  afterAll(() => gateway.close());

  const appoint = (scope: object, more: object = {}) => firm.admin('post', '/mandates', appointment(scope, more));
  const fields = async (answer: PromiseLike<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    return [status, (body as Problem).code, Object.keys((body as Problem).fields ?? {})];
  };
  const ofFirm = async (id: string, ask = firm.admin) =>
    ((await ask('get', `/firms/${id}/auditors`).expect(200)).body as { auditors: MandateReport[] }).auditors;

  it('is made by the administrator for a week, and its auditor is invited and needs a second proof', async () => {
    const body = appointment({ client_ids: [firm.bakery.client.id] });
    const answer = await firm.admin('post', '/mandates', body).expect(201);
    const { mandate } = answer.body as { mandate: Mandate };
    expect(mandate).toMatchObject({
      auditor: { name: body.name, email: body.email },
      scope: { firm: { id: firm.firm.id }, clients: [{ id: firm.bakery.client.id }] },
      period: { from: '2019-12-31T22:00:00.000Z', to: '2098-12-31T22:00:00.000Z' },
      purpose: body.purpose,
      ended_at: null,
    });
    const lasts = Date.parse(mandate.until) - Date.now();
    expect(Math.round(lasts / DAY_MS)).toBe(7);
    const { letter } = await aLetter(gateway, body.email);
    expect(letter.text).toContain('perioada pe care o verificați');
    const { ask } = await signedInByLetter(gateway, body.email);
    expect((await ask('get', '/users/me').expect(200)).body).toMatchObject({ user: { role: 'auditor', client: null } });
    expect((await ask('get', '/mandates/mine').expect(200)).body).toMatchObject({
      mandate: { id: mandate.id },
      clients: [{ id: firm.bakery.client.id, name: firm.bakery.client.societate }],
    });
    // and never without that proof again
    await ask('post', '/auth/two-step/totp/disable', { current_password: PASSWORD }).expect(403);
  });

  it('names the field that is wrong', async () => {
    const { id } = firm.firm;
    const mine = { firm_id: id };
    const of = (more: object) => fields(appoint(mine, more));
    const wrong = (...names: string[]) => [422, 'VALIDATION_FAILED', names];
    expect(await fields(appoint({ firm_id: 'nimeni' }))).toEqual(wrong('scope.firm_id'));
    expect(await fields(appoint({ client_ids: ['nimeni'] }))).toEqual(wrong('scope.client_ids'));
    const two = { client_ids: [firm.bakery.client.id, other.bakery.client.id] };
    expect(await fields(appoint(two))).toEqual(wrong('scope.client_ids'));
    expect((await fields(appoint({ client_ids: [] })))[0]).toBe(422);
    expect((await fields(appoint({})))[0]).toBe(422);
    expect(await of({ period: { from: '2026-03-31', to: '2026-01-01' } })).toEqual(wrong('period.to'));
    expect(await of({ period: { from: '2099-01-01', to: '2099-02-01' } })).toEqual(wrong('period.from'));
    // the log began after that
    expect(await of({ period: { from: '2001-01-01', to: '2001-03-31' } })).toEqual(wrong('period.to'));
    expect(await of({ until: soon(-1_000) })).toEqual(wrong('until'));
    expect(await of({ until: soon(367 * DAY_MS) })).toEqual(wrong('until'));
    expect(await of({ purpose: 'x'.repeat(10_000) })).toEqual(wrong('purpose'));
    expect(await of({ purpose: '   ' })).toEqual(wrong('purpose'));
    expect(await of({ email: ADMIN.email })).toEqual(wrong('email'));
    expect(await of({ email: firm.accountant.email })).toEqual([409, 'ALREADY_EXISTS', ['email']]);
    const all = (await firm.admin('get', '/mandates?open=true').expect(200)).body as {
      mandates: Mandate[];
      total: number;
    };
    expect([all.total, all.mandates.map(({ purpose }) => purpose)]).toEqual([1, ['Control de fond']]);
    expect((await firm.admin('get', '/mandates?open=false').expect(200)).body).toMatchObject({
      mandates: [],
      total: 0,
    });
  });

  it('is one at a time, also of two that are made at once, and the same request makes it once', async () => {
    const body = appointment({ firm_id: firm.firm.id });
    const made = await Promise.all([1, 2].map(() => firm.admin('post', '/mandates', body)));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 422]);
    const refused = made.find(({ status }) => status === 422)!.body as Problem;
    expect(refused.fields).toEqual({ email: expect.stringContaining('mandat deschis') as string });
    const again = appointment({ firm_id: firm.firm.id });
    const key = { 'idempotency-key': 'cheie-0123456789-abc' };
    const first = await firm.admin('post', '/mandates', again, key).expect(201);
    const second = await firm.admin('post', '/mandates', again, key).expect(201);
    expect(second.body).toEqual(first.body);
  });

  it('is not prolonged after its end, nor beyond a year', async () => {
    const { mandate } = (await appoint({ firm_id: firm.firm.id }).expect(201)).body as { mandate: Mandate };
    const prolong = (until: string) => firm.admin('patch', `/mandates/${mandate.id}`, { until });
    const longer = soon(30 * DAY_MS);
    expect((await prolong(longer).expect(200)).body).toMatchObject({ mandate: { until: longer } });
    expect(await fields(prolong(soon(400 * DAY_MS)))).toEqual([422, 'VALIDATION_FAILED', ['until']]);
    await firm.admin('delete', `/mandates/${mandate.id}`).expect(204);
    expect(await fields(prolong(longer))).toEqual([409, 'INVALID_TRANSITION', []]);
    await firm.admin('delete', `/mandates/${mandate.id}`).expect(409);
    await firm.admin('delete', '/mandates/nothing').expect(404);
  });

  it('is nobody’s by another way: no account is made, or made into, an auditor, nor the other way round', async () => {
    const account = { role: 'auditor', name: 'Vera', email: 'vera@nimeni.test', password: PASSWORD };
    await firm.admin('post', '/users', account).expect(422);
    await firm.admin('patch', `/users/${firm.accountant.id}`, { role: 'auditor' }).expect(422);
    const { mandate } = await anAuditor(gateway, { firm_id: firm.firm.id });
    await firm.admin('patch', `/users/${mandate.auditor.id}`, { role: 'admin' }).expect(422);
    await firm.admin('delete', `/mandates/${mandate.id}`).expect(204);
    await firm.admin('patch', `/users/${mandate.auditor.id}`, { status: 'active' }).expect(422);
  });

  it('is seen by the accountants of the firm alone, with its report when it is over', async () => {
    const { mandate } = await anAuditor(gateway, { client_ids: [other.mill.client.id] });
    expect((await ofFirm(other.firm.id, other.accountantAsk)).map(({ id }) => id)).toEqual([mandate.id]);
    await firm.accountantAsk('get', `/firms/${other.firm.id}/auditors`).expect(404);
    await other.mill.ask('get', `/firms/${other.firm.id}/auditors`).expect(403);
    await firm.admin('delete', `/mandates/${mandate.id}`).expect(204);
    expect(await ofFirm(other.firm.id, other.accountantAsk)).toMatchObject([
      { id: mandate.id, purpose: mandate.purpose, ended_why: 'by_hand', opened: [] },
    ]);
  });

  it('may be made anew for whoever had one', async () => {
    const scope = { firm_id: firm.firm.id };
    const { mandate } = await anAuditor(gateway, scope);
    await firm.admin('delete', `/mandates/${mandate.id}`).expect(204);
    const again = await appoint(scope, { email: mandate.auditor.email }).expect(201);
    expect((again.body as { mandate: Mandate }).mandate.auditor.id).toBe(mandate.auditor.id);
  });

  describe('ends, and with it every session,', () => {
    const job = () => gateway.app.get(MandateEnds, { strict: false });
    const isOut = async (ask: Gateway['anonymous']) => (await ask('get', '/users/me')).status === 401;

    it('by hand', async () => {
      const { ask, mandate } = await anAuditor(gateway, { firm_id: firm.firm.id });
      await ask('get', '/users/me').expect(200);
      await firm.admin('delete', `/mandates/${mandate.id}`).expect(204);
      await ask('get', '/users/me').expect(401);
      const { email } = mandate.auditor;
      const { body } = await gateway.anonymous('post', '/auth/login', { email, password: PASSWORD }).expect(401);
      expect((body as Problem).code).toBe('ACCOUNT_INACTIVE');
    });

    it('with the sockets, which told nothing but that', async () => {
      const { enter } = await socketsTo(gateway);
      const { token, mandate } = await anAuditor(gateway, { firm_id: firm.firm.id });
      const socket = await enter(token);
      const told: string[] = [];
      socket.onAny((event: string) => told.push(event));
      await aFolder(firm.bakery.ask, 'Nou');
      await firm.bakery.ask('post', `/conversations/${firm.bakery.client.id}/messages`, { text: 'nou' }).expect(201);
      const out = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
      await firm.admin('delete', `/mandates/${mandate.id}`).expect(204);
      await within(out, 1_000);
      expect(told).toEqual(['session:revoked']);
    });

    it('with its last client', async () => {
      const { admin, firm: own, mill } = await aFirm(gateway, 'De plecat');
      const { ask, mandate } = await anAuditor(gateway, { client_ids: [mill.client.id] });
      await admin('delete', `/users/${mill.user.id}`).expect(204);
      await admin('delete', `/clients/${mill.client.id}`).expect(204);
      expect(await isOut(ask)).toBe(true);
      await job().look();
      await untilSo(async () => (await ofFirm(own.id))[0]?.ended_why === 'scope');
      expect(await ofFirm(own.id)).toMatchObject([{ id: mandate.id }]);
    });

    it('with the account', async () => {
      const { firm: own, admin } = await aFirm(gateway, 'De șters');
      const { ask, mandate } = await anAuditor(gateway, { firm_id: own.id });
      await admin('delete', `/users/${mandate.auditor.id}`).expect(204);
      expect(await isOut(ask)).toBe(true);
      await job().look();
      await untilSo(async () => (await ofFirm(own.id))[0]?.ended_why === 'account');
    });

    it('by its time, before anything writes that down', async () => {
      const { ask, mandate } = await anAuditor(gateway, { firm_id: firm.firm.id });
      const newest = async () => (await ofFirm(firm.firm.id)).find(({ id }) => id === mandate.id)!;
      await later(8 * DAY_MS, async () => {
        await ask('get', '/mandates/mine').expect(401);
        await job().look();
      });
      await untilSo(async () => (await newest()).ended_why === 'time');
    });
  });
});
