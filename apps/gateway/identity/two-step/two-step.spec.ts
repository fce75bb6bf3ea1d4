import { generate } from 'otplib';
import type { Problem, SecondFactor, SignedIn, TwoStep } from '@dosar/contracts';
import {
  ADMIN,
  aFirm,
  aGateway,
  aLetter,
  later,
  PASSWORD,
  tokenIn,
  type Ask,
  type Gateway,
} from '../../testing/gateway';
import { anAuthenticator } from '../../testing/authenticator';
import { slowClock } from '@dosar/kernel/testing/slow-clock';
import { staysSo } from '@dosar/kernel/testing/waiting';

const ORIGIN = 'http://localhost:3000';
const STEP_MS = 30_000;
const password = { current_password: PASSWORD };
const problem = ({ body }: { body: unknown }) => body as Problem;

describe('two steps', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway({ DOSAR_PUBLIC_URL: ORIGIN });
    firm = await aFirm(gateway);
  });
  // no code is another one in the middle of a test
  const clock = slowClock(STEP_MS);
  beforeEach(() => clock.go());
  afterAll(() => {
    clock.stop();
    jest.useRealTimers();
    return gateway.close();
  });
  const muchLater = (ms: number, work: () => PromiseLike<unknown>) => {
    clock.stop();
    return later(ms, work);
  };

  let made = 0;
  const aUser = async () => {
    const email = `doi.pasi.${(made += 1)}@firma.test`;
    const details = { role: 'user', name: 'Doi Pași', email, password: PASSWORD, client_id: firm.bakery.client.id };
    const { body } = await firm.admin('post', '/users', details).expect(201);
    return { email, id: (body as { user: { id: string } }).user.id, ask: await gateway.signIn(email) };
  };
  const login = (email: string) => gateway.anonymous('post', '/auth/login', { email, password: PASSWORD }).expect(200);
  const firstStep = async (email: string) => ((await login(email)).body as SecondFactor).second_factor;
  const second = (token: string, proof: object) =>
    gateway.anonymous('post', '/auth/second-factor', { token, ...proof });
  const shown = async (ask: Ask) =>
    ((await ask('get', '/auth/two-step').expect(200)).body as { two_step: TwoStep }).two_step;
  /** The code that many steps from now. */
  const codeOf = (secret: string, steps = 0) =>
    generate({ secret, epoch: Math.floor((Date.now() + steps * STEP_MS) / 1000) });
  const refused = async (answer: PromiseLike<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    return [status, (body as Problem).code];
  };
  const INVALID = [401, 'SECOND_FACTOR_INVALID'];

  const withTotp = async () => {
    const user = await aUser();
    const { body } = await user.ask('post', '/auth/two-step/totp', password).expect(200);
    const { secret } = body as { secret: string };
    const code = await codeOf(secret, -1);
    const confirmed = await user.ask('post', '/auth/two-step/totp/confirm', { code }).expect(200);
    return { ...user, secret, codes: (confirmed.body as { recovery_codes: string[] }).recovery_codes };
  };

  it('are not sent again to whoever has read what they are', async () => {
    const user = await aUser();
    const first = await user.ask('get', '/auth/two-step').expect(200);
    const known = { 'if-none-match': first.headers['etag']! };
    await user.ask('get', '/auth/two-step', undefined, known).expect(304);
    const { body } = await user.ask('post', '/auth/two-step/totp', password).expect(200);
    const code = await codeOf((body as { secret: string }).secret, -1);
    await user.ask('post', '/auth/two-step/totp/confirm', { code }).expect(200);
    await user.ask('get', '/auth/two-step', undefined, known).expect(200);
  });

  describe('with an authenticator', () => {
    it('begin with its first code, and give recovery codes', async () => {
      const user = await aUser();
      expect(await shown(user.ask)).toEqual({ totp: false, passkeys: [], recovery_codes_left: 0, required: false });
      expect(
        problem(await user.ask('post', '/auth/two-step/totp', { current_password: 'x' }).expect(422)).fields,
      ).toEqual({
        current_password: 'Parola curentă nu este corectă',
      });
      const { body } = await user.ask('post', '/auth/two-step/totp', password).expect(200);
      const { secret, uri } = body as { secret: string; uri: string };
      expect(uri).toContain(`secret=${secret}`);
      expect(uri).toContain('issuer=Dosar');
      // nothing changes until its first code
      expect((await login(user.email)).body).toHaveProperty('token');
      await user.ask('post', '/auth/two-step/totp/confirm', { code: '000000' }).expect(422);
      const code = await codeOf(secret);
      const confirmed = await user.ask('post', '/auth/two-step/totp/confirm', { code }).expect(200);
      expect((confirmed.body as { recovery_codes: string[] }).recovery_codes).toHaveLength(10);
      expect(await shown(user.ask)).toMatchObject({ totp: true, recovery_codes_left: 10 });
      expect((await firm.admin('get', `/users/${user.id}`)).body).toMatchObject({ user: { two_step: true } });
    });

    it('ask for a code at each sign-in, which signs in once', async () => {
      const { email, secret } = await withTotp();
      const { token, methods, setup_required } = await firstStep(email);
      expect([methods, setup_required]).toEqual([['totp', 'recovery'], false]);
      expect(await refused(second(token, { method: 'totp', code: '000000' }))).toEqual(INVALID);
      const answer = await second(token, { method: 'totp', code: await codeOf(secret) }).expect(200);
      expect(answer.headers['set-cookie']).toBeDefined();
      await gateway
        .as((answer.body as SignedIn).token)('get', '/users/me')
        .expect(200);
      // neither the waiting sign-in nor the code can be used again
      expect(await refused(second(token, { method: 'totp', code: await codeOf(secret, 1) }))).toEqual(INVALID);
      const again = await firstStep(email);
      expect(await refused(second(again.token, { method: 'totp', code: await codeOf(secret) }))).toEqual(INVALID);
      await second(again.token, { method: 'totp', code: await codeOf(secret, 1) }).expect(200);
    });

    it('take a code of the step before or after, and none that is older', async () => {
      const { email, secret } = await withTotp();
      const { token } = await firstStep(email);
      expect(await refused(second(token, { method: 'totp', code: await codeOf(secret, -3) }))).toEqual(INVALID);
      expect(await refused(second(token, { method: 'totp', code: await codeOf(secret, 3) }))).toEqual(INVALID);
      await second(token, { method: 'totp', code: await codeOf(secret, 1) }).expect(200);
    });

    it('let one of two through who come with the same code', async () => {
      const { email, secret } = await withTotp();
      const code = await codeOf(secret);
      const tokens = [(await firstStep(email)).token, (await firstStep(email)).token];
      const answers = await Promise.all(tokens.map((token) => second(token, { method: 'totp', code })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    });

    it('are not guessed: five tries of one sign-in', async () => {
      const { email, secret } = await withTotp();
      const { token } = await firstStep(email);
      for (let at = 0; at < 5; at += 1) await second(token, { method: 'totp', code: '000000' }).expect(401);
      await second(token, { method: 'totp', code: await codeOf(secret) }).expect(429);
    });

    it('wait for five minutes, and no longer than the password is the same', async () => {
      const user = await withTotp();
      const { token } = await firstStep(user.email);
      await user.ask('post', '/auth/change-password', { ...password, new_password: 'Parola-Nouă-7' }).expect(204);
      expect(await refused(second(token, { method: 'totp', code: await codeOf(user.secret) }))).toEqual(INVALID);
      const other = await withTotp();
      const { token: late } = await firstStep(other.email);
      const code = await codeOf(other.secret);
      await muchLater(5 * 60_000 + 1, async () =>
        expect(await refused(second(late, { method: 'totp', code }))).toEqual(INVALID),
      );
    });

    it('end with the password, and their recovery codes with them', async () => {
      const user = await withTotp();
      await user.ask('post', '/auth/two-step/totp/disable', { current_password: 'x' }).expect(422);
      await user.ask('post', '/auth/two-step/totp/disable', password).expect(204);
      expect(await shown(user.ask)).toEqual({ totp: false, passkeys: [], recovery_codes_left: 0, required: false });
      expect((await login(user.email)).body).toHaveProperty('token');
    });

    it('are taken away by the administrator from somebody who has lost them', async () => {
      const user = await withTotp();
      const { body } = await firm.admin('patch', `/users/${user.id}`, { two_step: false }).expect(200);
      expect(body).toMatchObject({ user: { two_step: false } });
      expect((await login(user.email)).body).toHaveProperty('token');
    });
  });

  describe('with recovery codes', () => {
    it('let in once with each, however it is written', async () => {
      const { email, codes, ask } = await withTotp();
      const written = ` ${codes[0]!.toUpperCase().replace('-', ' ')}`;
      await second((await firstStep(email)).token, { method: 'recovery', code: written }).expect(200);
      expect(await refused(second((await firstStep(email)).token, { method: 'recovery', code: codes[0] }))).toEqual(
        INVALID,
      );
      await second((await firstStep(email)).token, { method: 'recovery', code: codes[1] }).expect(200);
      expect(await shown(ask)).toMatchObject({ recovery_codes_left: 8 });
      const { body } = await firm.admin('get', '/audit/events?event_type=RecoveryCodeUsed&limit=1');
      expect((body as { events: object[] }).events[0]).toMatchObject({
        details: { left: 8 },
        user: { name: 'Doi Pași' },
      });
    });

    it('are renewed: those before no longer work', async () => {
      const { email, codes, ask } = await withTotp();
      const { body } = await ask('post', '/auth/two-step/recovery-codes', password).expect(200);
      expect(await refused(second((await firstStep(email)).token, { method: 'recovery', code: codes[0] }))).toEqual(
        INVALID,
      );
      const [fresh] = (body as { recovery_codes: string[] }).recovery_codes;
      await second((await firstStep(email)).token, { method: 'recovery', code: fresh }).expect(200);
    });
  });

  describe('with a passkey', () => {
    const challengeOf = ({ body }: { body: unknown }) => (body as { options: { challenge: string } }).options.challenge;
    const offered = async (ask: Ask) =>
      challengeOf(await ask('post', '/auth/two-step/passkeys/options', password).expect(200));
    const add = (ask: Ask, credential: object) =>
      ask('post', '/auth/two-step/passkeys', { name: 'Telefon', credential });
    const context = async (token: string) =>
      challengeOf(await gateway.anonymous('post', '/auth/second-factor/passkey-options', { token }).expect(200));
    const withPasskey = async () => {
      const user = await aUser();
      const key = anAuthenticator(ORIGIN);
      const { body } = await add(user.ask, key.make(await offered(user.ask))).expect(201);
      const answer = async (token: string, how?: object) =>
        second(token, { method: 'passkey', credential: key.answer(await context(token), how) });
      return { ...user, key, answer, added: body as { two_step: TwoStep; recovery_codes: string[] } };
    };

    it('sign in, and are named, shown and removed', async () => {
      const { email, ask, answer, added } = await withPasskey();
      expect(added.recovery_codes).toHaveLength(10);
      expect(added.two_step.passkeys).toEqual([
        { id: expect.any(String), name: 'Telefon', created_at: expect.any(String) },
      ]);
      const { token, methods } = await firstStep(email);
      expect(methods).toEqual(['passkey', 'recovery']);
      expect((await answer(token)).status).toBe(200);
      const { id } = added.two_step.passkeys[0]!;
      await ask('post', `/auth/two-step/passkeys/${id}/remove`, password).expect(204);
      expect((await login(email)).body).toHaveProperty('token');
    });

    it.each([
      ['of another page', { origin: 'http://evil.test' }],
      ['of another site', { site: 'evil.test' }],
      ['of an authenticator that did not verify its holder', { isVerified: false }],
    ])('are refused: an answer %s', async (_, how) => {
      const { email, ask, answer } = await withPasskey();
      expect(await refused(answer((await firstStep(email)).token, how))).toEqual(INVALID);
      const other = anAuthenticator(ORIGIN);
      await add(ask, other.make(await offered(ask), how)).expect(422);
    });

    it('answer to one challenge once, and to no other one', async () => {
      const { email, ask, key } = await withPasskey();
      const { token } = await firstStep(email);
      const credential = key.answer(await context(token));
      const other = await firstStep(email);
      await context(other.token);
      expect(await refused(second(other.token, { method: 'passkey', credential }))).toEqual(INVALID);
      await second(token, { method: 'passkey', credential }).expect(200);
      expect(await refused(second((await firstStep(email)).token, { method: 'passkey', credential }))).toEqual(INVALID);
      const fresh = anAuthenticator(ORIGIN);
      const made = fresh.make(await offered(ask));
      await add(ask, made).expect(201);
      await add(ask, made).expect(422);
    });

    it('of two that go at once one stays, when the administrator asks for one', async () => {
      const { ask } = await withPasskey();
      const others = anAuthenticator(ORIGIN);
      await add(ask, others.make(await offered(ask))).expect(201);
      const { passkeys } = await shown(ask);
      await firm.admin('patch', '/settings', { two_step_required: ['user'] }).expect(200);
      const answers = await Promise.all(
        passkeys.map(({ id }) => ask('post', `/auth/two-step/passkeys/${id}/remove`, password)),
      );
      await firm.admin('patch', '/settings', { two_step_required: [] }).expect(200);
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 403]);
      expect((await shown(ask)).passkeys).toHaveLength(1);
    });

    it('are refused when their counter goes back: somebody has a copy', async () => {
      const { email, answer } = await withPasskey();
      expect((await answer((await firstStep(email)).token, { counter: 7 })).status).toBe(200);
      expect(await refused(answer((await firstStep(email)).token, { counter: 6 }))).toEqual(INVALID);
      expect((await answer((await firstStep(email)).token, { counter: 8 })).status).toBe(200);
    });
  });

  describe('when the administrator asks for them', () => {
    it('are set up before the first session begins, and cannot be left', async () => {
      const user = await aUser();
      await firm.admin('patch', '/settings', { two_step_required: ['user'] }).expect(200);
      expect(await shown(user.ask)).toMatchObject({ required: true });
      const { token, methods, setup_required } = await firstStep(user.email);
      expect([methods, setup_required]).toEqual([[], true]);
      expect(await refused(second(token, { method: 'totp', code: '123456' }))).toEqual(INVALID);
      const offer = await gateway.anonymous('post', '/auth/second-factor/setup', { token }).expect(200);
      const { secret } = offer.body as { secret: string };
      const confirm = (code: string) => gateway.anonymous('post', '/auth/second-factor/confirm', { token, code });
      await confirm('000000').expect(422);
      const { body } = await confirm(await codeOf(secret)).expect(200);
      expect((body as { recovery_codes: string[] }).recovery_codes).toHaveLength(10);
      const ask = gateway.as((body as SignedIn).token);
      await ask('get', '/users/me').expect(200);
      await ask('post', '/auth/two-step/totp/disable', password).expect(403);
      // other roles need none, and the administrator resets it
      await gateway.anonymous('post', '/auth/login', ADMIN).expect(200);
      await firm.admin('patch', '/settings', { two_step_required: [] }).expect(200);
      await ask('post', '/auth/two-step/totp/disable', password).expect(204);
    });
  });

  describe('after a link from a letter', () => {
    const linkFor = async (email: string, after = 0) => {
      await gateway.anonymous('post', '/auth/sign-in-link', { email }).expect(202);
      return tokenIn((await aLetter(gateway, email, after)).link);
    };
    const use = (token: string) => gateway.anonymous('post', '/auth/sign-in-link/use', { token });

    it('are not asked of those who have none: the link signs in, once', async () => {
      const { email } = await aUser();
      const token = await linkFor(email);
      const answers = await Promise.all([use(token), use(token)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
      const { body } = answers.find(({ status }) => status === 200)!;
      await gateway
        .as((body as SignedIn).token)('get', '/users/me')
        .expect(200);
    });

    it('are asked of the others', async () => {
      const { email, secret } = await withTotp();
      const { body } = await use(await linkFor(email)).expect(200);
      const { token } = (body as SecondFactor).second_factor;
      await second(token, { method: 'totp', code: await codeOf(secret) }).expect(200);
    });

    it('only for users of clients, for fifteen minutes, with the newest link', async () => {
      for (const email of [ADMIN.email, firm.accountant.email!, 'nimeni@firma.test'])
        await gateway.anonymous('post', '/auth/sign-in-link', { email }).expect(202);
      const strangers = [ADMIN.email, firm.accountant.email];
      await staysSo(() => !gateway.ports.letters.some(({ to }) => strangers.includes(to)), 200);
      const { email } = await aUser();
      const first = await linkFor(email);
      const newest = await linkFor(email, 1);
      await use(first).expect(410);
      await muchLater(15 * 60_000 + 1, () => use(newest).expect(410));
      await use(newest).expect(200);
    });
  });
});
