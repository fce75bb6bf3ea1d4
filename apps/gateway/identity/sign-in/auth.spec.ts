import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Problem, SignedIn, User } from '@dosar/contracts';
import { ADMIN, aFirm, aGateway, aLetter, tokenIn, memoryPorts, PASSWORD, type Gateway } from '../../testing/gateway';

const code = ({ body }: { body: unknown }) => (body as Problem).code;
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) => {
  const [cookie] = (headers['set-cookie'] as string[] | undefined) ?? [];
  return { value: cookie?.split(';')[0] ?? '', flags: cookie ?? '' };
};

describe('signing in', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());
  const signIn = (email = firm.bakery.user.email!, password = PASSWORD) =>
    gateway.anonymous('post', '/auth/login', { email, password });

  it('answers with a token for fifteen minutes, the user, and a cookie that no script reads', async () => {
    const answer = await signIn().expect(200);
    const { token, expires_at, user } = answer.body as SignedIn;
    const payload = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
    const exp = Math.floor(Date.parse(expires_at) / 1000);
    expect(payload).toEqual({
      user_id: firm.bakery.user.id,
      role: 'user',
      iss: 'dosar',
      aud: 'dosar',
      iat: exp - 15 * 60,
      exp,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      sid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(14 * 60_000);
    expect(Date.parse(expires_at)).toBeLessThanOrEqual(Date.now() + 15 * 60_000);
    expect(user).toMatchObject({
      id: firm.bakery.user.id,
      client: { id: firm.bakery.client.id, name: 'Brutăria Țărănească SRL' },
    });
    expect(cookieOf(answer).flags).toMatch(
      /^dosar_refresh=.+; Max-Age=2592000; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
    );
  });

  it('does not mind the case of an e-mail, nor blanks around it', () =>
    signIn(` ${firm.bakery.user.email!.toUpperCase()} `).expect(200));

  it('says the same of a wrong password and of nobody', async () => {
    const wrong = await signIn(undefined, 'Alta-Parola-1').expect(401);
    const nobody = await signIn('nimeni@firma.test').expect(401);
    const { correlation_id: _a, ...one } = wrong.body as Problem;
    const { correlation_id: _b, ...two } = nobody.body as Problem;
    expect(one).toEqual(two);
    expect(one).toEqual({ error: 'Email sau parolă incorectă', code: 'INVALID_CREDENTIALS' });
  });

  it('names what is missing', async () => {
    const { body } = await gateway.anonymous('post', '/auth/login', { email: 'x' }).expect(422);
    expect((body as Problem).fields).toEqual({ email: 'Adresă de email invalidă', password: 'Câmp obligatoriu' });
  });

  it('is an event of the session, with person, address and agent', async () => {
    await gateway
      .anonymous(
        'post',
        '/auth/login',
        { email: firm.mill.user.email!, password: PASSWORD },
        { 'user-agent': 'Spec 1.0' },
      )
      .expect(200);
    const { body } = await firm.admin('get', `/audit/events?event_type=SignedIn&user_id=${firm.mill.user.id}`);
    expect((body as { events: object[] }).events[0]).toMatchObject({
      user: { id: firm.mill.user.id, name: 'Bogdan Jurca', role: 'user' },
      ip_address: expect.stringContaining('127.0.0.1'),
      user_agent: 'Spec 1.0',
    });
  });

  it('shows who is signed in, and what they may use', async () => {
    const { body } = await firm.bakery.ask('get', '/users/me').expect(200);
    expect(body).toMatchObject({
      user: {
        id: firm.bakery.user.id,
        email: firm.bakery.user.email,
        features: expect.arrayContaining(['chat', 'audit']),
        lastSeen: expect.any(String),
        firm: { id: expect.any(String), name: expect.any(String) },
      },
    });
    const { body: ofAdmin } = await firm.admin('get', '/users/me').expect(200);
    expect(ofAdmin).toMatchObject({ user: { firm: null } });
  });

  it('is of the same firm wherever somebody is shown: a client’s user of the client’s', async () => {
    const { id, email } = firm.bakery.user;
    const signedIn = await gateway.anonymous('post', '/auth/login', { email, password: PASSWORD }).expect(200);
    const shown = [
      (signedIn.body as { user: User }).user,
      ((await firm.bakery.ask('get', '/users/me').expect(200)).body as { user: User }).user,
      ((await firm.admin('get', `/users/${id}`).expect(200)).body as { user: User }).user,
      ...((await firm.admin('get', `/users?q=${email}`).expect(200)).body as { users: User[] }).users,
    ];
    const { name } = firm.firm;
    expect(shown.map(({ firm: of, firm_id }) => ({ of, firm_id }))).toEqual(
      Array.from({ length: 4 }, () => ({ of: { id: firm.firm.id, name }, firm_id: null })),
    );
  });

  it('with a secure cookie where the public address is', async () => {
    const secure = await aGateway({ DOSAR_PUBLIC_URL: 'https://dosar.firma.ro' });
    const answer = await secure.anonymous('post', '/auth/login', ADMIN).expect(200);
    expect(cookieOf(answer).flags).toContain('; Secure');
    await secure.close();
  });

  describe('refreshing', () => {
    const refresh = (cookie: string, headers = {}) =>
      gateway.anonymous('post', '/auth/refresh', undefined, { cookie, ...headers });

    it('replaces the cookie each time', async () => {
      const first = cookieOf(await signIn());
      const answer = await refresh(first.value).expect(200);
      expect(cookieOf(answer).value).not.toBe(first.value);
      expect((answer.body as SignedIn).user.id).toBe(firm.bakery.user.id);
      await gateway
        .as((answer.body as SignedIn).token)('get', '/users/me')
        .expect(200);
      await refresh(cookieOf(answer).value).expect(200);
    });

    it('gives parallel tabs the same successor, and each a token of its own', async () => {
      const { value } = cookieOf(await signIn());
      const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(value)));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect(new Set(answers.map(({ body }) => (body as SignedIn).token)).size).toBe(20);
      expect(new Set(answers.map((answer) => cookieOf(answer).value)).size).toBe(1);
    });

    it('ends the session when an older cookie comes back: somebody has a copy', async () => {
      const first = cookieOf(await signIn());
      const second = await refresh(first.value).expect(200);
      const third = await refresh(cookieOf(second).value).expect(200);
      expect(code(await refresh(first.value).expect(401))).toBe('SESSION_EXPIRED');
      await refresh(cookieOf(third).value).expect(401);
      expect(
        code(
          await gateway
            .as((third.body as SignedIn).token)('get', '/users/me')
            .expect(401),
        ),
      ).toBe('SESSION_EXPIRED');
    });

    it('ends the session when the cookie before the last comes back after ten seconds', async () => {
      const first = cookieOf(await signIn());
      await refresh(first.value).expect(200);
      const now = Date.now();
      const real = Date.now.bind(Date);
      Date.now = () => now + 11_000 + (real() - now);
      try {
        await refresh(first.value).expect(401);
      } finally {
        Date.now = real;
      }
    });

    it.each(['', 'dosar_refresh=', 'dosar_refresh=x', 'dosar_refresh=x.y'])('refuses the cookie %j', async (cookie) => {
      const answer = await refresh(cookie);
      expect(answer.status).toBe(401);
      expect(cookieOf(answer).flags).toContain('dosar_refresh=;');
    });

    it('is for our own pages alone', async () => {
      const { value } = cookieOf(await signIn());
      for (const origin of [
        'https://evil.test',
        'null',
        'http://localhost:3000.evil.test',
        'http://sub.localhost:3000',
      ])
        await refresh(value, { origin }).expect(403);
      await refresh(value, { origin: 'http://localhost:3000' }).expect(200);
    });
  });

  describe('signing out', () => {
    it('ends the session at once: its token, and its cookie', async () => {
      const answer = await signIn();
      const ask = gateway.as((answer.body as SignedIn).token);
      const out = await ask('post', '/auth/logout').expect(204);
      expect(cookieOf(out).flags).toContain('dosar_refresh=;');
      expect(code(await ask('get', '/users/me').expect(401))).toBe('SESSION_EXPIRED');
      await gateway.anonymous('post', '/auth/refresh', undefined, { cookie: cookieOf(answer).value }).expect(401);
    });
  });

  describe('a token', () => {
    const refused = async (token: string) => {
      const answer = await gateway.anonymous('get', '/users/me', undefined, { authorization: `Bearer ${token}` });
      return `${answer.status} ${code(answer)}`;
    };
    const { privateKey } = generateKeyPairSync('ed25519');
    const claims = () => ({ user_id: firm.bakery.user.id, role: 'admin', sid: firm.bakery.user.id });
    const signed = (how: (jwt: SignJWT) => SignJWT, key = privateKey) => how(new SignJWT(claims())).sign(key);

    it('is needed', async () => {
      const answer = await gateway.anonymous('get', '/users/me').expect(401);
      expect([code(answer), (answer.body as Problem).error]).toEqual([
        'AUTHENTICATION_REQUIRED',
        'Este necesară autentificarea.',
      ]);
    });

    it('of another key, another kind, or none is refused', async () => {
      const { token } = (await signIn()).body as SignedIn;
      const [head, body, signature] = token.split('.') as [string, string, string];
      const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
      const raised = Buffer.from(
        JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), role: 'admin' }),
      ).toString('base64url');
      const all = (jwt: SignJWT) =>
        jwt
          .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt' })
          .setIssuer('dosar')
          .setAudience('dosar')
          .setExpirationTime('10m');
      for (const forged of [
        'x',
        `${none}.${body}.`,
        `${none}.${body}.${signature}`,
        `${head}.${raised}.${signature}`,
        `${head}.${body}.${signature.slice(0, -4)}AAAA`,
        `${head}.${body}`,
        await signed(all),
        'x'.repeat(10_000),
      ])
        expect([forged.slice(0, 60), await refused(forged)]).toEqual([forged.slice(0, 60), '401 INVALID_TOKEN']);
    });

    it('of our own key is refused without its end, or for something else', async () => {
      const key = gateway.installation.keys.tokens.privateKey;
      const head = { alg: 'EdDSA', typ: 'at+jwt' };
      const ours = (jwt: SignJWT) => jwt.setProtectedHeader(head).setIssuer('dosar').setAudience('dosar');
      expect(await refused(await signed((jwt) => ours(jwt), key))).toBe('401 INVALID_TOKEN');
      expect(await refused(await signed((jwt) => ours(jwt).setExpirationTime('10 years'), key))).toBe(
        '401 INVALID_TOKEN',
      );
      expect(await refused(await signed((jwt) => ours(jwt).setExpirationTime('-1m'), key))).toBe('401 SESSION_EXPIRED');
      expect(await refused(await signed((jwt) => ours(jwt).setNotBefore('5m').setExpirationTime('10m'), key))).toBe(
        '401 INVALID_TOKEN',
      );
      expect(await refused(await signed((jwt) => ours(jwt).setAudience('else').setExpirationTime('10m'), key))).toBe(
        '401 INVALID_TOKEN',
      );
      expect(await refused(await signed((jwt) => ours(jwt).setIssuer('else').setExpirationTime('10m'), key))).toBe(
        '401 INVALID_TOKEN',
      );
      expect(
        await refused(
          await signed(
            (jwt) =>
              jwt
                .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
                .setIssuer('dosar')
                .setAudience('dosar')
                .setExpirationTime('10m'),
            key,
          ),
        ),
      ).toBe('401 INVALID_TOKEN');
      expect(await refused(await signed((jwt) => ours(jwt).setExpirationTime('10m'), key))).toBe('401 SESSION_EXPIRED');
    });
  });

  it('ends the oldest session when there are more than fifty', async () => {
    const sessions = [];
    for (let at = 0; at < 51; at += 1) sessions.push(await gateway.signIn(firm.mill.user.email!));
    await firm.mill.ask('get', '/users/me').expect(401);
    await sessions.at(-1)!('get', '/users/me').expect(200);
    await sessions.at(1)!('get', '/users/me').expect(200);
  });
});

describe('guessing passwords', () => {
  it('is slowed, by account and address, also over a restart; the right password clears it', async () => {
    const ports = memoryPorts();
    let gateway = await aGateway({ DOSAR_LIMITS: 'on' }, ports);
    const signIn = (password: string, email: string = ADMIN.email) =>
      gateway.anonymous('post', '/auth/login', { email, password });
    for (let at = 0; at < 9; at += 1) await signIn('Gresita-1').expect(401);
    await signIn(ADMIN.password).expect(200);
    for (let at = 0; at < 10; at += 1) await signIn('Gresita-1').expect(401);
    const refused = await signIn(ADMIN.password).expect(429);
    expect([code(refused), Number(refused.headers['retry-after'])]).toEqual(['TOO_MANY_REQUESTS', expect.any(Number)]);
    for (let at = 0; at < 10; at += 1) await signIn('Gresita-1', 'nimeni@firma.test').expect(401);
    await signIn('Gresita-1', 'nimeni@firma.test').expect(429);
    await gateway.close();
    gateway = await aGateway({ DOSAR_LIMITS: 'on' }, ports);
    await signIn(ADMIN.password).expect(429);
    await gateway.close();
  });

  it('by many addresses at once does not lock the account’s owner out', async () => {
    const gateway = await aGateway({ DOSAR_LIMITS: 'on', DOSAR_TRUSTED_PROXIES: '1' });
    const from = (address: number, password: string) =>
      gateway.anonymous(
        'post',
        '/auth/login',
        { email: ADMIN.email, password },
        { 'x-forwarded-for': `198.51.100.${address}` },
      );
    for (let at = 0; at < 52; at += 1) await from(Math.floor(at / 5), 'Gresita-1').expect(401);
    await from(200, ADMIN.password).expect(200);
    await gateway.close();
  });

  it('by many at once is no faster than one after the other', async () => {
    const gateway = await aGateway({ DOSAR_LIMITS: 'on' });
    const signIn = (password: string) => gateway.anonymous('post', '/auth/login', { email: ADMIN.email, password });
    const answers = await Promise.all(Array.from({ length: 30 }, () => Promise.resolve(signIn('Gresita-1'))));
    const looked = answers.map(({ status }) => status).filter((status) => status === 401);
    expect([looked.length, answers.filter(({ status }) => status === 429).length]).toEqual([10, 20]);
    await signIn(ADMIN.password).expect(429);
    await gateway.close();
  });

  it('is not what many right ones at once are', async () => {
    const gateway = await aGateway({ DOSAR_LIMITS: 'on' });
    const { email, password } = ADMIN;
    const signIns = Array.from({ length: 25 }, () =>
      Promise.resolve(gateway.anonymous('post', '/auth/login', { email, password })),
    );
    expect((await Promise.all(signIns)).map(({ status }) => status)).toEqual(Array(25).fill(200));
    await gateway.close();
  });

  it('of a second step, many at once, is held to five', async () => {
    const gateway = await aGateway({ DOSAR_LIMITS: 'on' });
    const admin = await gateway.admin();
    await admin('patch', '/settings', { two_step_required: ['admin'] }).expect(200);
    const { body } = await gateway.anonymous('post', '/auth/login', ADMIN).expect(200);
    const { token } = (body as { second_factor: { token: string } }).second_factor;
    const tries = Array.from({ length: 20 }, () =>
      Promise.resolve(
        gateway.anonymous('post', '/auth/second-factor', { token, method: 'recovery', code: '0123456789' }),
      ),
    );
    const found = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect(found).toEqual([...Array<number>(5).fill(401), ...Array<number>(15).fill(429)]);
    await gateway.close();
  });

  it('is forgotten where the password was reset by mail', async () => {
    const gateway = await aGateway({ DOSAR_LIMITS: 'on' });
    const signIn = (password: string) => gateway.anonymous('post', '/auth/login', { email: ADMIN.email, password });
    for (let at = 0; at < 10; at += 1) await signIn('Gresita-1').expect(401);
    await signIn(ADMIN.password).expect(429);
    await gateway.anonymous('post', '/auth/forgot-password', { email: ADMIN.email }).expect(202);
    const token = tokenIn((await aLetter(gateway, ADMIN.email)).link);
    const chosen = { token, password: 'Parola-Nouă-7', password_confirmation: 'Parola-Nouă-7' };
    await gateway.anonymous('post', '/auth/reset-password', chosen).expect(204);
    await signIn('Parola-Nouă-7').expect(200);
    await gateway.close();
  });

  it('from all addresses of one network is as from one', async () => {
    const gateway = await aGateway({ DOSAR_LIMITS: 'on', DOSAR_TRUSTED_PROXIES: '1' });
    const from = (address: string) => {
      const body = { email: ADMIN.email, password: 'Gresita-1' };
      return gateway.anonymous('post', '/auth/login', body, { 'x-forwarded-for': address });
    };
    for (let at = 0; at < 10; at += 1) await from(`2001:db8:0:1::${at}`).expect(401);
    await from('2001:db8:0:1:ffff::1').expect(429);
    await from('2001:db8:0:2::1').expect(401);
    await gateway.close();
  });

  it('does not believe an address that the caller has written itself', async () => {
    const gateway = await aGateway({ DOSAR_LIMITS: 'on' });
    const from = (address: number) =>
      gateway.anonymous(
        'post',
        '/auth/login',
        { email: ADMIN.email, password: 'Gresita-1' },
        { 'x-forwarded-for': `198.51.100.${address}` },
      );
    for (let at = 0; at < 10; at += 1) await from(at).expect(401);
    await from(11).expect(429);
    await gateway.close();
  });
});
