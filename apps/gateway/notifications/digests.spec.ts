import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { smtpMail } from '@dosar/adapters/mail/nodemailer';
import type { Health, Notification } from '@dosar/contracts';
import { aFile, aFirm, aGateway, memoryPorts, type Ask } from '../testing/gateway';
import { becomes } from '../testing/sockets';
import { timeOfDay } from '../platform/hosting/time';
import { Digests, isQuiet } from './digests.job';

type Message = { readonly from: string; readonly to: readonly string[]; readonly text: string };
/**
 * What a mail server does with a message: accepts it, accepts one and refuses all others, refuses the recipient, stops
 * answering in the middle, or closes the connection there.
 */
type Mood = 'takes' | 'takes one' | 'refuses' | 'hangs' | 'breaks off';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Longer than the window in which events are gathered. */
const WINDOW = 11 * MINUTE;

const servers: SMTPServer[] = [];
afterAll(() => servers.forEach((server) => server.close()));

/** A mail server, and an office that uses it. */
const anOffice = async (environment: Readonly<Record<string, string>> = {}) => {
  const received: Message[] = [];
  const mood: { is: Mood } = { is: 'takes' };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onRcptTo: ({ address }, _, done) =>
      done(mood.is === 'refuses' ? new Error(`nobody here is called ${address}`) : undefined),
    onData(stream, { envelope, id: line }, done) {
      if (mood.is === 'breaks off') {
        stream.once('data', () => [...server.connections].find(({ session }) => session.id === line)?.close());
        return void stream.resume();
      }
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (mood.is === 'hangs') return;
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        if (mood.is === 'takes one') mood.is = 'refuses';
        received.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  servers.push(server);
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}?socketTimeout=300`;
  const ports = { ...memoryPorts(), mail: smtpMail(url, 'Dosar <dosar@firma.test>') };
  const gateway = await aGateway(environment, ports);
  const office = await aFirm(gateway);
  const { id } = office.bakery.client;
  const accountants = { accountant_ids: [office.accountant.id] };
  await office.admin('post', `/clients/${id}/accountants`, accountants).expect(200);
  const digests = gateway.app.get(Digests, { strict: false });
  /** What was mailed to somebody by that much later. */
  const mailed = async (email: string | null, ms = WINDOW) => {
    await digests.look(Date.now() + ms);
    return received.filter(({ to }) => to[0] === email);
  };
  return { ...office, gateway, mood, received, mailed, id, ana: office.bakery.ask, elena: office.accountantAsk };
};

const quoted = (text: string): string =>
  text.replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'));

/** A decoded header, and the raw parts of the message. */
const headerOf = ({ text }: Message, name: string): string => {
  const [head = ''] = text.split('\r\n\r\n');
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ');
  const value = new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1] ?? '';
  return value.replace(/=\?UTF-8\?Q\?(.*?)\?=\s*/gi, (_, word: string) => quoted(word.replaceAll('_', ' ')));
};
const bodyOf = ({ text }: Message): string => quoted(text.slice(text.indexOf('\r\n\r\n')).replace(/=\r\n/g, ''));

const told = async (ask: Ask) => {
  const { body } = await ask('get', '/notifications').expect(200);
  return (body as { notifications: Notification[] }).notifications.map(({ type, count }) => `${type} ${count}`);
};
const say = (ask: Ask, id: string, text: string) => ask('post', `/conversations/${id}/messages`, { text }).expect(201);

describe('a digest', () => {
  it('P12: is one letter for a burst of messages and documents, in the language of its reader, once for ever', async () => {
    const { ana, elena, id, accountant, mailed, received } = await anOffice();
    for (let at = 1; at <= 30; at += 1) await say(ana, id, `Mesajul ${at}`);
    await aFile(ana, 'factură.txt');
    await becomes(() => told(elena), ['file_uploaded 1', 'message_new 30']);
    expect(await mailed(accountant.email, 9 * MINUTE)).toEqual([]);
    const [letter, ...more] = await mailed(accountant.email);
    expect(more).toEqual([]);
    expect(headerOf(letter!, 'Subject')).toBe('2 noutăți în Dosar');
    expect(bodyOf(letter!)).toContain('30 de mesaje noi, ultimul de la Ana Țăranu');
    expect(bodyOf(letter!)).toContain('Mesajul 30');
    expect(bodyOf(letter!)).toContain(`/chat/${id}`);
    expect(bodyOf(letter!)).toContain('factură.txt');
    expect(headerOf(letter!, 'Auto-Submitted')).toBe('auto-generated');
    expect((await mailed(accountant.email)).length).toBe(1);
    expect((await mailed(accountant.email, 60 * MINUTE)).length).toBe(1);
    expect(received.length).toBe(1);
  });

  it('is in English for whoever reads that, and tells of nothing that was read meanwhile', async () => {
    const { ana, elena, id, accountant, mailed } = await anOffice();
    await elena('patch', '/users/me', { preferences: { language: 'en' } }).expect(200);
    await aFile(ana, 'bon.txt');
    const { body } = await say(ana, id, 'Bună ziua');
    await becomes(() => told(elena), ['message_new 1', 'file_uploaded 1']);
    const { id: message_id } = (body as { data: { id: string } }).data;
    await elena('post', '/reads', { conversation_id: id, message_id }).expect(204);
    await becomes(
      async () => ((await elena('get', '/notifications')).body as { unread_count: number }).unread_count,
      1,
    );
    const [letter] = await mailed(accountant.email);
    expect(headerOf(letter!, 'Subject')).toBe('Ana Țăranu uploaded a file');
    expect(bodyOf(letter!)).not.toContain('Bună ziua');
    await elena('patch', '/notifications/read-all').expect(200);
    await aFile(ana, 'altul.txt');
    await becomes(() => told(elena), ['file_uploaded 1', 'message_new 1', 'file_uploaded 1']);
    await elena('patch', '/notifications/read-all').expect(200);
    expect((await mailed(accountant.email)).length).toBe(1);
  });

  it('is sent to nobody who does not want it, may not see it, or sleeps', async () => {
    const { admin, ana, elena, firm, id, accountant, mailed } = await anOffice();
    const prefer = (changes: object) => elena('patch', '/notifications/preferences', changes).expect(200);
    await say(ana, id, 'Bună ziua');
    await becomes(() => told(elena), ['message_new 1']);
    await prefer({ quiet_hours: { from: '00:00', to: '23:59' } });
    expect(await mailed(accountant.email)).toEqual([]);
    await prefer({ quiet_hours: null, message_new: { email: false } });
    expect(await mailed(accountant.email)).toEqual([]);
    await prefer({ message_new: { email: true } });
    await admin('patch', `/firms/${firm.id}`, { accountant_scope: 'assigned' }).expect(200);
    await admin('delete', `/clients/${id}/accountants/${accountant.id}`).expect(204);
    expect(await mailed(accountant.email)).toEqual([]);
  });

  it('can be ended by one request, without a session, however that is written', async () => {
    const { ana, elena, gateway, accountant, mailed } = await anOffice();
    await aFile(ana, 'bon.txt');
    await becomes(() => told(elena), ['file_uploaded 1']);
    const [letter] = await mailed(accountant.email);
    expect(headerOf(letter!, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    const { pathname } = new URL(headerOf(letter!, 'List-Unsubscribe').trim().replace(/^<|>$/g, ''));
    const emails = async () =>
      Object.values(
        (await elena('get', '/notifications/preferences')).body.preferences as Record<
          string,
          { email?: boolean } | null
        >,
      ).flatMap((each) => each?.email ?? []);
    // a browser gets a page with a button: opening it ends nothing
    const { headers } = await gateway.anonymous('get', pathname).expect(303);
    expect(headers['location']).toBe(/^Nu mai trimiteți astfel de mesaje\s+(\S+)$/m.exec(bodyOf(letter!))?.[1]);
    expect(new URL(headers['location']!).searchParams.get('token')).toBe(pathname.split('/').at(-1));
    expect(await emails()).toEqual([true, true, true]);
    await gateway.anonymous('post', `${pathname}x`).expect(404);
    const types = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'];
    for (const type of types)
      await gateway
        .anonymous('post', pathname)
        .set('content-type', type)
        .send('List-Unsubscribe=One-Click')
        .expect(204);
    expect(await emails()).toEqual([false, false, false]);
  });

  it('is ended only by letters to the address of now, and strangers may not try without end', async () => {
    const { admin, ana, elena, gateway, accountant, mailed } = await anOffice({ DOSAR_LIMITS: 'on' });
    await aFile(ana, 'bon.txt');
    await becomes(() => told(elena), ['file_uploaded 1']);
    const [letter] = await mailed(accountant.email);
    const { pathname } = new URL(headerOf(letter!, 'List-Unsubscribe').trim().replace(/^<|>$/g, ''));
    await admin('patch', `/users/${accountant.id}`, { email: 'alta@firma.test' }).expect(200);
    await gateway.anonymous('post', pathname).expect(404);
    const tries = await Promise.all(Array.from({ length: 40 }, () => gateway.anonymous('post', `${pathname}x`)));
    const statuses = tries.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
    expect(statuses.filter((status) => status === 404).length).toBeLessThan(35);
  });

  it('is tried again when it was refused or not answered, and that it waits is said', async () => {
    const { admin, ana, elena, accountant, mood, mailed } = await anOffice();
    await aFile(ana, 'bon.txt');
    await becomes(() => told(elena), ['file_uploaded 1']);
    const health = async () => {
      const { components } = (await admin('get', '/health/ready').expect(200)).body as Health;
      return components!['mail']!;
    };
    mood.is = 'refuses';
    expect(await mailed(accountant.email)).toEqual([]);
    const { status, detail } = await health();
    expect([status, detail]).toEqual(['degraded', expect.stringContaining('digests to 1 people wait')]);
    expect(detail).not.toContain(accountant.email!);
    mood.is = 'hangs';
    expect(await mailed(accountant.email, WINDOW + 2 * MINUTE)).toEqual([]);
    mood.is = 'takes';
    // after two refusals the backoff is longer
    expect(await mailed(accountant.email, WINDOW + 3 * MINUTE)).toEqual([]);
    expect((await mailed(accountant.email, WINDOW + 6 * MINUTE)).length).toBe(1);
    expect((await health()).status).toBe('ok');
  });

  it('comes in one letter after an outage of some days; what is weeks old is no news any more', async () => {
    const afterDays = async (days: number) => {
      const { ana, elena, mood, accountant, mailed } = await anOffice();
      await aFile(ana, 'bon.txt');
      await becomes(() => told(elena), ['file_uploaded 1']);
      mood.is = 'refuses';
      expect(await mailed(accountant.email)).toEqual([]);
      mood.is = 'takes';
      await mailed(accountant.email, days * DAY);
      return (await mailed(accountant.email, days * DAY)).length;
    };
    expect([await afterDays(5), await afterDays(15)]).toEqual([1, 0]);
  });

  it('is sent again only to whom a server did not take it', async () => {
    const { ana, elena, mood, accountant, bakery, id, mailed, received } = await anOffice();
    await ana('post', `/conversations/${id}/messages`, { text: 'Bună ziua!' }).expect(201);
    await elena('post', `/conversations/${id}/messages`, { text: 'Bună!' }).expect(201);
    await becomes(() => told(ana), ['message_new 1']);
    await becomes(() => told(elena), ['message_new 1']);
    mood.is = 'takes one';
    await mailed(null);
    expect(received).toHaveLength(1);
    mood.is = 'breaks off';
    await mailed(null, WINDOW + 2 * MINUTE);
    expect(received).toHaveLength(1);
    mood.is = 'takes';
    for (const later of [10, 20]) await mailed(null, WINDOW + later * MINUTE);
    expect(received.flatMap(({ to }) => to).sort()).toEqual([accountant.email, bakery.user.email].sort());
  });

  it('is mailed by one of several gateways', async () => {
    const { ana, elena, gateway, accountant, received } = await anOffice();
    const other = await aGateway({}, gateway.ports, { isBeside: true });
    await aFile(ana, 'bon.txt');
    await becomes(() => told(elena), ['file_uploaded 1']);
    const all = [gateway, other].map(({ app }) => app.get(Digests, { strict: false }));
    await Promise.all(all.map((each) => each.look(Date.now() + WINDOW)));
    expect(received.map(({ to }) => to)).toEqual([[accountant.email]]);
    await other.close();
  });

  it('holds no header that a name brings', async () => {
    const { ana, elena, bakery, admin, accountant, mailed, received } = await anOffice();
    const name = 'Ana\r\nBcc: alta@rea.test';
    await ana('patch', '/users/me', { name }).expect(422);
    await admin('patch', `/users/${bakery.user.id}`, { name }).expect(422);
    await aFile(ana, 'a\r\nBcc: alta@rea.test\r\n\r\nb.txt').catch(() => undefined);
    await ana('post', `/conversations/${bakery.client.id}/messages`, { text: 'x\r\nBcc: alta@rea.test' }).expect(201);
    await becomes(async () => (await told(elena)).length > 0, true);
    const [letter] = await mailed(accountant.email);
    expect(headerOf(letter!, 'Bcc')).toBe('');
    expect(received.flatMap(({ to }) => to)).toEqual([accountant.email]);
  });
});

it.each([
  ['22:00', '07:00', '23:00', true],
  ['22:00', '07:00', '06:59', true],
  ['22:00', '07:00', '07:00', false],
  ['12:00', '14:00', '13:00', true],
  ['12:00', '14:00', '14:00', false],
  ['12:00', '12:00', '12:00', false],
])('from %s to %s it is at %s a quiet time: %s', (from, to, time, is) => expect(isQuiet({ from, to }, time)).toBe(is));

/** On 25 October 2026 the clock went from 04:00 back to 03:00. */
it.each([
  ['22:00', '07:00', '2026-10-25T00:30:00Z', true],
  ['22:00', '07:00', '2026-10-25T01:30:00Z', true],
  ['22:00', '07:00', '2026-10-25T04:59:00Z', true],
  ['22:00', '07:00', '2026-10-25T05:00:00Z', false],
  // an hour that comes twice is quiet twice, and the end of it comes
  ['03:00', '03:45', '2026-10-25T00:30:00Z', true],
  ['03:00', '03:45', '2026-10-25T00:50:00Z', false],
  ['03:00', '03:45', '2026-10-25T01:30:00Z', true],
  ['03:00', '03:45', '2026-10-25T01:45:00Z', false],
])('from %s to %s it is quiet at %s, as summer time ends: %s', (from, to, at, is) =>
  expect(isQuiet({ from, to }, timeOfDay(new Date(at)))).toBe(is),
);
