import { parseRecord } from '@dosar/kernel/runtime';
import { aFirm, aGateway, aLetter, PASSWORD, tokenIn, type Gateway } from '../../testing/gateway';

const NEXT = 'Parola-Nouă-7';
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;

describe('what proves somebody', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  let made = 0;
  const anAddress = () => `dovada.${(made += 1)}@firma.test`;
  const aUser = async (more: object = { password: PASSWORD }) => {
    const email = anAddress();
    const details = { role: 'user', name: 'Cineva', email, client_id: firm.bakery.client.id, ...more };
    const { body } = await firm.admin('post', '/users', details).expect(201);
    return { email, id: (body as { user: { id: string } }).user.id };
  };
  const post = (path: string, body: object) => gateway.anonymous('post', path, body);
  const signIn = (email: string, password: string) => post('/auth/login', { email, password });
  const chosen = (token: string) => ({ token, password: NEXT, password_confirmation: NEXT });
  const linkTo = async (email: string, after = 0) => tokenIn((await aLetter(gateway, email, after)).link);

  describe('by a link that was mailed', () => {
    it('ends when the address it was mailed to is no longer the account’s: an invitation, sent again to the right one', async () => {
      const { id, email } = await aUser({});
      const strangers = await linkTo(email);
      const right = anAddress();
      await firm.admin('patch', `/users/${id}`, { email: right }).expect(200);
      expect(codeOf(await gateway.anonymous('get', `/auth/invitation/${strangers}`).expect(410))).toBe(
        'RESET_LINK_INVALID',
      );
      await post('/auth/invitation', chosen(strangers)).expect(410);
      await signIn(right, NEXT).expect(401);
      await post('/auth/invitation', chosen(await linkTo(right))).expect(204);
      await signIn(right, NEXT).expect(200);
    });

    it('ends when the address it was mailed to is no longer the account’s: a reset, and a sign-in', async () => {
      const { id, email } = await aUser();
      await post('/auth/forgot-password', { email }).expect(202);
      const reset = await linkTo(email);
      await post('/auth/sign-in-link', { email }).expect(202);
      const entry = await linkTo(email, 1);
      await firm.admin('patch', `/users/${id}`, { email: anAddress() }).expect(200);
      await gateway.anonymous('get', `/auth/reset-password/${reset}`).expect(410);
      await post('/auth/reset-password', chosen(reset)).expect(410);
      await post('/auth/sign-in-link/use', { token: entry }).expect(410);
    });

    it.each([
      ['the administrator sets a password', (id: string) => firm.admin('patch', `/users/${id}`, { password: NEXT })],
      [
        'all sessions are ended',
        async (_: string, email: string) => (await gateway.signIn(email))('post', '/auth/logout-all'),
      ],
      [
        'the role is another',
        (id: string) => firm.admin('patch', `/users/${id}`, { role: 'accountant', firm_id: firm.firm.id }),
      ],
    ])('signs nobody in when %s', async (_, happens) => {
      const { id, email } = await aUser();
      await post('/auth/sign-in-link', { email }).expect(202);
      const entry = await linkTo(email);
      await happens(id, email);
      await post('/auth/sign-in-link/use', { token: entry }).expect(410);
    });

    it('is no letter any more when its address changes before it is sent', async () => {
      const { id, email } = await aUser();
      const after = anAddress();
      await Promise.all([
        post('/auth/forgot-password', { email }).expect(202),
        firm.admin('patch', `/users/${id}`, { email: after }).expect(200),
      ]);
      await new Promise((go) => setTimeout(go, 200));
      for (const { to, text } of gateway.ports.letters.filter((each) => [email, after].includes(each.to))) {
        const token = /token=(\S+)/.exec(text)?.[1];
        if (token && to === email) await gateway.anonymous('get', `/auth/reset-password/${token}`).expect(410);
      }
    });
  });

  describe('in a letter', () => {
    it('greets by any name, in its own words, and is caused by nothing that the caller says', async () => {
      const email = anAddress();
      const name = "Ion $& Greșit $` {{name}} $'";
      const details = { role: 'user', name, email, client_id: firm.bakery.client.id };
      const correlation = '11111111-1111-4111-8111-111111111111';
      await firm.admin('post', '/users', details, { 'x-correlation-id': correlation }).expect(201);
      const { letter } = await aLetter(gateway, email);
      expect(letter.text.split('\n')[0]).toBe(`Bună ziua, ${name},`);
      const known = await aUser();
      await gateway
        .anonymous('post', '/auth/forgot-password', { email: known.email }, { 'x-correlation-id': correlation })
        .expect(202);
      await linkTo(known.email);
      for await (const batch of gateway.ports.events.read(`user-${known.id}`))
        for (const { type, causationId } of batch.map(parseRecord))
          if (type === 'PasswordResetRequested') expect(causationId).toBeNull();
    });
  });

  describe('by a password', () => {
    const alive = async (answers: readonly { status: number; body: unknown }[]) => {
      const tokens = answers
        .filter(({ status }) => status === 200)
        .map(({ body }) => (body as { token: string }).token);
      const asked = await Promise.all(tokens.map((token) => gateway.as(token)('get', '/users/me')));
      return asked.filter(({ status }) => status === 200).length;
    };
    const sixSignIns = (email: string) => Array.from({ length: 6 }, () => Promise.resolve(signIn(email, PASSWORD)));

    it.each(Array.from({ length: 4 }, (_, at) => at))(
      'does not outlive its change by the administrator (%s)',
      async () => {
        const { id, email } = await aUser();
        const [changed, ...answers] = await Promise.all([
          Promise.resolve(firm.admin('patch', `/users/${id}`, { password: NEXT })),
          ...sixSignIns(email),
        ]);
        expect(changed.status).toBe(200);
        expect(await alive(answers)).toBe(0);
      },
    );

    it.each(Array.from({ length: 4 }, (_, at) => at))('does not outlive its reset (%s)', async () => {
      const { email } = await aUser();
      await post('/auth/forgot-password', { email }).expect(202);
      const token = await linkTo(email);
      const [reset, ...answers] = await Promise.all([
        Promise.resolve(post('/auth/reset-password', chosen(token))),
        ...sixSignIns(email),
      ]);
      expect(reset.status).toBe(204);
      expect(await alive(answers)).toBe(0);
    });

    it('changes nothing when it was changed while it was being looked at', async () => {
      const { id, email } = await aUser();
      const ask = await gateway.signIn(email);
      const change = (to: string) =>
        Promise.resolve(ask('post', '/auth/change-password', { current_password: PASSWORD, new_password: to }));
      const answers = await Promise.all([change('Parola-Una-17'), change('Parola-Alta-17')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
      const { body } = await firm.admin('get', `/audit/events?event_type=PasswordChanged&resource_id=${id}`);
      expect(body).toMatchObject({ total: 2 });
    });
  });

  describe('by a cookie', () => {
    const refresh = (cookie: string) =>
      gateway.anonymous('post', '/auth/refresh', undefined, { cookie: `dosar_refresh=${cookie}` });

    it('is nothing that a session’s id alone makes: it ends nothing', async () => {
      const { email } = await aUser();
      const answer = await signIn(email, PASSWORD).expect(200);
      const { token } = answer.body as { token: string };
      const { sid } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string };
      const [, number, secret, mac] = /dosar_refresh=([^;]+)/
        .exec(String(answer.headers['set-cookie']))![1]!
        .split('.');
      for (const forged of [
        `${sid}.x`,
        `${sid}.0.x`,
        `${sid}.0.x.x`,
        `${sid}.${number}.${secret}.x`,
        `${sid}.1.${secret}.${mac}`,
        `${sid}.${number}.${secret}.${mac}.x`,
        `${sid}.0${number}.${secret}.${mac}`,
      ])
        await refresh(forged).expect(401);
      await gateway.as(token)('get', '/users/me').expect(200);
      await refresh(`${sid}.${number}.${secret}.${mac}`).expect(200);
      const types: string[] = [];
      for await (const batch of gateway.ports.events.read(`session-${sid}`))
        types.push(...batch.map((each) => parseRecord(each).type));
      expect(types).toEqual(['SignedIn']);
    });
  });
});
