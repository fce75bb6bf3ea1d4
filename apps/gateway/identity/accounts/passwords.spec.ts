import { hash } from '@node-rs/argon2';
import type { Problem } from '@dosar/contracts';
import { parseRecord } from '@dosar/kernel/runtime';
import { aFirm, aGateway, aLetter, later, PASSWORD, tokenIn, type Gateway } from '../../testing/gateway';
import { staysSo, until } from '@dosar/kernel/testing/waiting';

const problem = ({ body }: { body: unknown }) => body as Problem;
const NEXT = 'Parola-Nouă-7';

describe('passwords', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway({ DOSAR_PUBLIC_URL: 'https://dosar.firma.ro' });
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());
  let made = 0;
  /** A user of the bakery, with a count of their letters. */
  const aUser = async (more: object = { password: PASSWORD }) => {
    const email = `cineva.${(made += 1)}@firma.test`;
    const details = { role: 'user', name: 'Cineva', email, client_id: firm.bakery.client.id, ...more };
    const { body } = await firm.admin('post', '/users', details).expect(201);
    return { email, id: (body as { user: { id: string } }).user.id };
  };
  const signIn = (email: string, password: string) => gateway.anonymous('post', '/auth/login', { email, password });
  const forgot = (email: string) => gateway.anonymous('post', '/auth/forgot-password', { email });
  const reset = (token: string, password = NEXT, password_confirmation = password) =>
    gateway.anonymous('post', '/auth/reset-password', { token, password, password_confirmation });

  describe('that are chosen', () => {
    it.each([
      ['Ab1', 'Cel puțin 8 caractere'],
      ['fara-majuscule-1', 'Parola trebuie să conțină cel puțin o literă mare'],
      ['FARA-MICI-1', 'Parola trebuie să conțină cel puțin o literă mică'],
      ['Fara-Cifre', 'Parola trebuie să conțină cel puțin o cifră'],
      ['Password123', 'Parola este prea des folosită; alegeți alta'],
      ['Football!1', 'Parola este prea des folosită; alegeți alta'],
      ['Xx1-' + 'x'.repeat(130), 'Cel mult 128 caractere'],
    ])('are refused where they are weak: %s', async (password, sentence) => {
      const { ask } = firm.bakery;
      const change = { current_password: PASSWORD, new_password: password };
      expect(problem(await ask('post', '/auth/change-password', change).expect(422)).fields).toEqual({
        new_password: sentence,
      });
      const create = { role: 'admin', name: 'X', email: 'x@firma.test', password };
      expect(problem(await firm.admin('post', '/users', create).expect(422)).fields).toEqual({ password: sentence });
      const { id } = firm.mill.user;
      expect(problem(await firm.admin('patch', `/users/${id}`, { password }).expect(422)).fields).toEqual({
        password: sentence,
      });
    });

    it('must not hold the own e-mail, nor be the current one', async () => {
      const user = await aUser();
      const ask = await gateway.signIn(user.email);
      const change = (new_password: string) =>
        ask('post', '/auth/change-password', { current_password: PASSWORD, new_password }).expect(422);
      const local = user.email.split('@')[0]!;
      expect(problem(await change(`Xx1-${local}`)).fields?.['new_password']).toContain('email');
      expect(problem(await change(PASSWORD)).fields?.['new_password']).toBe('Alegeți altă parolă decât cea curentă');
    });

    it.each(['Ab1 ' + 'ț'.repeat(60), ' Parola cu spații 1 ', '🙂🙂Parola1🙂', 'Xx1' + 'x'.repeat(125)])(
      'are taken as they are: %s',
      async (password) => {
        const user = await aUser({ password });
        await signIn(user.email, password).expect(200);
        await signIn(user.email, password.trim().slice(0, 72)).expect(
          password.trim().length > 72 || password.trim() !== password ? 401 : 200,
        );
      },
    );
  });

  describe('that are changed by their owner', () => {
    it('end all other sessions, and a letter tells of it', async () => {
      const user = await aUser();
      const here = await gateway.signIn(user.email);
      const there = await gateway.signIn(user.email);
      const change = { current_password: PASSWORD, new_password: NEXT };
      await here('post', '/auth/change-password', change).expect(204);
      await here('get', '/users/me').expect(200);
      expect(problem(await there('get', '/users/me').expect(401)).code).toBe('SESSION_EXPIRED');
      await signIn(user.email, PASSWORD).expect(401);
      await signIn(user.email, NEXT).expect(200);
      const { letter } = await aLetter(gateway, user.email);
      expect([letter.subject, letter.text]).toEqual([
        'Parola contului Dosar a fost schimbată',
        expect.stringContaining('Bună ziua, Cineva'),
      ]);
    });

    it('take the current one', async () => {
      const change = { current_password: 'Alta-Parola-1', new_password: NEXT };
      expect(problem(await firm.bakery.ask('post', '/auth/change-password', change).expect(422)).fields).toEqual({
        current_password: 'Parola curentă nu este corectă',
      });
    });

    it('set by the administrator end all sessions and are hinted at; a blank one keeps the current', async () => {
      const user = await aUser();
      const ask = await gateway.signIn(user.email);
      await firm.admin('patch', `/users/${user.id}`, { password: '', name: 'Altcineva' }).expect(200);
      await ask('get', '/users/me').expect(200);
      const { body } = await firm.admin('patch', `/users/${user.id}`, { password: NEXT }).expect(200);
      expect(body).toMatchObject({ user: { must_change_password: true } });
      await ask('get', '/users/me').expect(401);
      await signIn(user.email, NEXT).expect(200);
    });
  });

  describe('that were forgotten', () => {
    it('are chosen anew with a link from a letter, once; all sessions end and nobody is signed in', async () => {
      const user = await aUser();
      const ask = await gateway.signIn(user.email);
      await forgot(user.email.toUpperCase()).expect(202);
      const { letter, link } = await aLetter(gateway, user.email);
      expect(link).toMatch(/^https:\/\/dosar\.firma\.ro\/reset-password\?token=[\w-]+\.[\w-]+$/);
      expect(letter).toMatchObject({ subject: 'Resetarea parolei în Dosar', html: expect.stringContaining(link) });
      const token = tokenIn(link);
      expect((await gateway.anonymous('get', `/auth/reset-password/${token}`).expect(200)).body).toEqual({
        valid: true,
        email: user.email,
      });
      const answer = await reset(token).expect(204);
      expect(answer.headers['set-cookie']).toBeUndefined();
      await ask('get', '/users/me').expect(401);
      await signIn(user.email, PASSWORD).expect(401);
      await signIn(user.email, NEXT).expect(200);
      expect(problem(await reset(token).expect(410)).code).toBe('RESET_LINK_INVALID');
      await gateway.anonymous('get', `/auth/reset-password/${token}`).expect(410);
      expect((await aLetter(gateway, user.email, 1)).letter.subject).toBe('Parola contului Dosar a fost schimbată');
    });

    it('in English for those who read English', async () => {
      const user = await aUser();
      const ask = await gateway.signIn(user.email);
      await ask('patch', '/users/me', { preferences: { language: 'en' } }).expect(200);
      await forgot(user.email);
      expect((await aLetter(gateway, user.email)).letter.subject).toBe('Reset your Dosar password');
    });

    it('with the newest link alone, by one of two who race, and with two passwords that are the same', async () => {
      const user = await aUser();
      await forgot(user.email);
      const first = tokenIn((await aLetter(gateway, user.email)).link);
      await forgot(user.email);
      const second = tokenIn((await aLetter(gateway, user.email, 1)).link);
      await reset(first).expect(410);
      expect(problem(await reset(second, NEXT, 'Altceva-7').expect(422)).fields).toEqual({
        password_confirmation: 'Parolele nu se potrivesc',
      });
      expect(problem(await reset(second, 'Password123').expect(422)).fields).toHaveProperty('password');
      const racers = await Promise.all([reset(second, 'Parola-Una-17'), reset(second, 'Parola-Alta-17')]);
      expect(racers.map(({ status }) => status).sort()).toEqual([204, 410]);
    });

    it('not with a link that is over, forged, another’s, or of another kind', async () => {
      const user = await aUser();
      await forgot(user.email);
      const token = tokenIn((await aLetter(gateway, user.email)).link);
      const [body, signature] = token.split('.') as [string, string];
      const other = Buffer.from(Buffer.from(body, 'base64url').toString().replace(user.id, firm.mill.user.id));
      for (const forged of [
        'x',
        `${body}.`,
        `${body}.${'A'.repeat(43)}`,
        `${other.toString('base64url')}.${signature}`,
      ])
        await reset(forged).expect(410);
      const asInvitation = { token, password: NEXT, password_confirmation: NEXT };
      await gateway.anonymous('post', '/auth/invitation', asInvitation).expect(410);
      await gateway.anonymous('post', '/auth/sign-in-link/use', { token }).expect(410);
      await later(61 * 60_000, () => reset(token).expect(410));
      await reset(token).expect(204);
    });

    it('tell nobody whether there is such an account, and write to nobody else', async () => {
      const user = await aUser();
      const letters = gateway.ports.letters.length;
      await firm.admin('patch', `/users/${user.id}`, { status: 'inactive' });
      const unknown = await forgot('nimeni@firma.test').expect(202);
      const inactive = await forgot(user.email).expect(202);
      expect([unknown.text, inactive.text]).toEqual(['', '']);
      await staysSo(() => gateway.ports.letters.length === letters, 200);
    });
  });

  describe('that were never chosen', () => {
    it('are chosen with an invitation, which greets its guest', async () => {
      const user = await aUser({ language: 'en' });
      expect((await firm.admin('get', `/users/${user.id}`)).body).toMatchObject({
        user: { invited_at: expect.any(String) },
      });
      await signIn(user.email, PASSWORD).expect(401);
      const { letter, link } = await aLetter(gateway, user.email);
      expect([letter.subject, link]).toEqual([
        `${firm.firm.name} invites you to Dosar`,
        expect.stringContaining('https://dosar.firma.ro/invitation?token='),
      ]);
      const token = tokenIn(link);
      expect((await gateway.anonymous('get', `/auth/invitation/${token}`).expect(200)).body).toEqual({
        valid: true,
        name: 'Cineva',
        email: user.email,
      });
      const accept = { token, password: NEXT, password_confirmation: NEXT };
      await gateway.anonymous('post', '/auth/invitation', accept).expect(204);
      await gateway.anonymous('post', '/auth/invitation', accept).expect(410);
      await signIn(user.email, NEXT).expect(200);
      expect((await firm.admin('get', `/users/${user.id}`)).body).toMatchObject({ user: { invited_at: null } });
    });

    it('are found among the others, and invited again; the link before no longer works', async () => {
      const user = await aUser({});
      const first = tokenIn((await aLetter(gateway, user.email)).link);
      const pending = (await firm.admin('get', '/users?invited=true&pageSize=100')).body as { users: { id: string }[] };
      expect(pending.users.map(({ id }) => id)).toContain(user.id);
      await firm.admin('post', `/users/${user.id}/invitation`, { language: 'en' }).expect(202);
      const { letter, link } = await aLetter(gateway, user.email, 1);
      expect(letter.subject).toBe(`${firm.firm.name} invites you to Dosar`);
      await gateway.anonymous('get', `/auth/invitation/${first}`).expect(410);
      await gateway.anonymous('get', `/auth/invitation/${tokenIn(link)}`).expect(200);
      await firm.admin('delete', `/users/${user.id}`).expect(204);
      await gateway.anonymous('get', `/auth/invitation/${tokenIn(link)}`).expect(410);
    });
  });

  describe('with an invitation that is over', () => {
    const WEEK = 7 * 24 * 60 * 60_000;
    const again = (token: string, language = 'ro', at = gateway) =>
      at.anonymous('post', '/auth/invitation/again', { token }, { 'accept-language': language }).expect(202);

    it('another is asked for by whoever opens it, in their language, and goes to the same address', async () => {
      // a gateway of its own: a record of next week closes the log for those of today
      const gateway = await aGateway();
      const firm = await aFirm(gateway);
      const email = 'cineva@firma.test';
      const details = { role: 'user', name: 'Cineva', email, client_id: firm.bakery.client.id };
      const { body: registered } = await firm.admin('post', '/users', details).expect(201);
      const { user } = registered as { user: { id: string } };
      const token = tokenIn((await aLetter(gateway, email)).link);
      await later(WEEK, async () => {
        await gateway.anonymous('get', `/auth/invitation/${token}`).expect(410);
        await again(token, 'en', gateway);
        const { letter, link } = await aLetter(gateway, email, 1);
        expect(letter.subject).toBe(`${firm.firm.name} invites you to Dosar`);
        await gateway.anonymous('get', `/auth/invitation/${tokenIn(link)}`).expect(200);
      });
      const by: (string | null)[] = [];
      for await (const batch of gateway.ports.events.read(`user-${user.id}`))
        for (const { type, actor } of batch.map(parseRecord)) if (type === 'UserInvited') by.push(actor.role);
      expect(by).toEqual(['admin', null]);
      await gateway.close();
    });

    it('the same is answered where there is nobody to write to', async () => {
      const accepted = await aUser({});
      const deleted = await aUser({});
      const inactive = await aUser({});
      const token = async ({ email }: { email: string }) => tokenIn((await aLetter(gateway, email)).link);
      const tokens = [await token(accepted), await token(deleted), await token(inactive)];
      const chosen = { token: tokens[0], password: NEXT, password_confirmation: NEXT };
      await gateway.anonymous('post', '/auth/invitation', chosen).expect(204);
      await firm.admin('delete', `/users/${deleted.id}`).expect(204);
      await firm.admin('patch', `/users/${inactive.id}`, { status: 'inactive' }).expect(200);
      await forgot(firm.mill.user.email!);
      const { link } = await aLetter(gateway, firm.mill.user.email!);
      const sent = gateway.ports.letters.length;
      const answers = [];
      for (const each of [...tokens, tokenIn(link), 'aaaa.bbbb', `${tokens[0]}x`]) answers.push(await again(each));
      expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['']));
      await staysSo(() => gateway.ports.letters.length === sent, 300);
    });
  });

  describe('that were stored at a lower cost', () => {
    const stored = async (id: string) => {
      for await (const kept of gateway.ports.vault.all(`credential/${id}/`)) return kept;
      throw new Error(`${id} has no password`);
    };

    it('are stored anew once they are shown, at the cost of today', async () => {
      const { id, email } = await aUser();
      const [place, today] = await stored(id);
      expect(today).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      const before = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
      await gateway.ports.vault.replaceIf(place, today, before);
      const newest = await gateway.ports.events.head();

      await signIn(email, NEXT).expect(401);
      await signIn(email, PASSWORD).expect(200);
      await until(async () => (await stored(id))[1] !== before);
      const [, renewed] = await stored(id);
      expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      await signIn(email, PASSWORD).expect(200);
      expect(await stored(id)).toEqual([place, renewed]);
      // refusals are noted after the answer, at a random moment
      const types: string[] = [];
      for await (const batch of gateway.ports.events.follow(newest, AbortSignal.timeout(5_000))) {
        types.push(...batch.map((record) => parseRecord(record).type));
        if (types.length >= 3) break;
      }
      expect(types.toSorted()).toEqual(['SignInRefused', 'SignedIn', 'SignedIn']);
    });
  });

  it('leave no token and no password in the log of events', async () => {
    const user = await aUser();
    await forgot(user.email);
    const { link } = await aLetter(gateway, user.email);
    await reset(tokenIn(link)).expect(204);
    const { events } = gateway.ports;
    const upTo = await events.head();
    let text = '';
    for await (const batch of events.follow(null, AbortSignal.timeout(5_000))) {
      text += batch.map((record) => record.text).join();
      if (batch.at(-1)!.position >= upTo!) break;
    }
    expect(text).toContain('PasswordResetCompleted');
    for (const secret of [tokenIn(link), NEXT, PASSWORD, user.email]) expect(text.includes(secret)).toBe(false);
  });
});

describe('asking for letters', () => {
  it('is limited by account and address, behind the same answer', async () => {
    const gateway = await aGateway({ DOSAR_LIMITS: 'on' });
    const { bakery } = await aFirm(gateway);
    const askedFor = async (type: string) => {
      const upTo = await gateway.ports.events.head();
      let count = 0;
      for await (const batch of gateway.ports.events.follow(null, AbortSignal.timeout(5_000))) {
        count += batch.filter((record) => parseRecord(record).type === type).length;
        if (batch.at(-1)!.position >= upTo!) break;
      }
      return count;
    };
    /** Waits for work after the answers: exactly that many letters were requested. */
    const expectAsked = async (type: string, times: number) => {
      await until(async () => (await askedFor(type)) >= times);
      await staysSo(async () => (await askedFor(type)) === times, 500);
    };
    for (let at = 0; at < 6; at += 1)
      await gateway.anonymous('post', '/auth/forgot-password', { email: bakery.user.email }).expect(202);
    // a link that is replaced at once needs no letter
    await aLetter(gateway, bakery.user.email!);
    await expectAsked('PasswordResetRequested', 3);

    const guest = { role: 'admin', name: 'Oaspete', email: 'oaspete@firma.test' };
    await (await gateway.admin())('post', '/users', guest).expect(201);
    const token = tokenIn((await aLetter(gateway, guest.email)).link);
    const invited = await askedFor('UserInvited');
    for (let at = 0; at < 6; at += 1) await gateway.anonymous('post', '/auth/invitation/again', { token }).expect(202);
    await aLetter(gateway, guest.email, 1);
    await expectAsked('UserInvited', invited + 3);
    await gateway.close();
  });
});
