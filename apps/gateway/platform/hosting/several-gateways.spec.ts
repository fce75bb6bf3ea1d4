import { request as ask, type ClientRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { UNDER_WAY } from '../../files/uploads/uploads-under-way';
import { aFirm, aGateway, memoryPorts, PASSWORD, type Gateway } from '../../testing/gateway';
import { becomes } from '../../testing/sockets';

const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));

/** Gateways of one installation, each with its own memory, over the same ports. */
const gatewaysOf = async (count: number) => {
  const ports = memoryPorts();
  const gateways: Gateway[] = [];
  for (let at = 0; at < count; at += 1)
    gateways.push(await aGateway({ DOSAR_LIMITS: 'on' }, ports, { isBeside: at > 0 }));
  return gateways;
};

describe('three gateways, asked in turn, refuse as soon as one alone would', () => {
  let gateways: Gateway[];
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let turn = 0;
  const next = () => gateways[(turn += 1) % gateways.length]!;
  beforeAll(async () => {
    gateways = await gatewaysOf(3);
    firm = await aFirm(gateways[0]!);
    for (const gateway of gateways.slice(1)) await gateway.signIn(firm.accountant.email!);
  });
  afterAll(async () => {
    for (const gateway of gateways.reverse()) await gateway.close();
  });
  const codeOf = (body: unknown) => (body as { code?: string }).code;

  it('wrong passwords', async () => {
    const { email } = firm.bakery.user;
    const codes: (string | undefined)[] = [];
    for (let tries = 0; tries < 13; tries += 1) {
      const { body } = await next().anonymous('post', '/auth/login', { email, password: 'Gresita-Parola-1' });
      codes.push(codeOf(body));
    }
    expect(codes.slice(0, 10)).toEqual(Array(10).fill('INVALID_CREDENTIALS'));
    expect(codes.slice(10)).toEqual(Array(3).fill('TOO_MANY_REQUESTS'));
    // even the right password is refused, at each gateway; other accounts are not affected
    for (const gateway of gateways) {
      const refused = await gateway.anonymous('post', '/auth/login', { email, password: PASSWORD });
      expect([refused.status, Number(refused.headers['retry-after']) > 60]).toEqual([429, true]);
    }
    await next().signIn(firm.mill.user.email!);
  });

  it('wrong passwords that come at the same time', async () => {
    const { email } = firm.mill.user;
    const fired = Array.from({ length: 30 }, () =>
      next().anonymous('post', '/auth/login', { email, password: 'Gresita-Parola-1' }),
    );
    const codes = (await Promise.all(fired)).map(({ body }) => codeOf(body));
    expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(10);
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(20);
  });

  it('letters with links', async () => {
    const { email } = firm.accountant;
    const before = gateways[0]!.ports.letters.length;
    for (let tries = 0; tries < 9; tries += 1)
      await next().anonymous('post', '/auth/forgot-password', { email }).expect(202);
    const letters = () => gateways[0]!.ports.letters.slice(before).filter(({ to }) => to === email).length;
    await becomes(() => letters() >= 3, true);
    await pause(500);
    expect(letters()).toBe(3);
  });

  it('uploads that a session has under way', async () => {
    const { body } = await gateways[0]!.anonymous('post', '/auth/login', {
      email: firm.accountant.email,
      password: PASSWORD,
    });
    const { token } = body as { token: string };
    for (const { app } of gateways) await app.listen(0, '127.0.0.1');
    const begin = (more = {}): ClientRequest =>
      ask({
        port: (next().server.address() as AddressInfo).port,
        path: '/api/files/upload',
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 20_000,
          ...more,
        },
      }).on('error', () => {});
    const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nconținut';
    // each gets "continue" once it is read, so all of them have begun then
    const open = Array.from({ length: UNDER_WAY.uploads }, () => begin({ expect: '100-continue' }));
    await Promise.all(open.map((upload) => once(upload, 'continue')));
    for (const upload of open) upload.write(part);
    const statusOf = async () => {
      const upload = begin();
      upload.write(part);
      const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
      const [status] = await Promise.race([
        answered.then(([{ statusCode }]) => [statusCode]),
        pause(400).then(() => [null]),
      ]);
      upload.destroy();
      await pause(100);
      return status;
    };
    expect([await statusOf(), await statusOf(), await statusOf()]).toEqual([429, 429, 429]);
    for (const upload of open.splice(0, 2)) upload.destroy();
    await becomes(statusOf, null);
    // there is room again, at each gateway
    expect([await statusOf(), await statusOf(), await statusOf()]).toEqual([null, null, null]);
    for (const upload of open) upload.destroy();
  });
});
