import type { IncomingMessage } from 'node:http';
import { Writable } from 'node:stream';
import createFastify from 'fastify';
import { pino } from 'pino';
import { aFirm, aGateway } from '../../testing/gateway';
import { addressOf, warnOfProxies } from './proxies';

const FORWARDED = { 'x-forwarded-for': '203.0.113.7' };

/** The log of a server with these settings, when calls arrive through a proxy. */
const said = async (publicUrl: string, trustedProxies: number): Promise<string[]> => {
  const lines: string[] = [];
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push((JSON.parse(line.toString()) as { msg: string }).msg);
      done();
    },
  });
  const fastify = createFastify();
  warnOfProxies(fastify, { publicUrl, trustedProxies }, pino(stream));
  fastify.get('/', () => 'x');
  await fastify.inject('/');
  for (let calls = 0; calls < 3; calls += 1) await fastify.inject({ url: '/', headers: FORWARDED });
  await fastify.close();
  return lines;
};

describe('a proxy in front', () => {
  it('that is not believed is told of once', async () => {
    const [line, ...more] = await said('https://dosar.example.ro', 0);
    expect([line, more]).toEqual([expect.stringMatching(/DOSAR_TRUSTED_PROXIES is 0/), []]);
  });
  it('that is believed, or that cannot be one, is not', async () => {
    expect(await said('https://dosar.example.ro', 1)).toEqual([]);
    expect(await said('http://localhost:3000', 0)).toEqual([]);
  });

  it.each([
    ['0', '203.0.113.7', '127.0.0.1'],
    ['1', '203.0.113.7', '203.0.113.7'],
    // a forged entry of the caller precedes the proxy's
    ['1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['2', '198.51.100.1, 203.0.113.7', '198.51.100.1'],
  ])('of which %s are believed makes of the addresses %s in the audit %s', async (trusted, addresses, expected) => {
    const gateway = await aGateway({ DOSAR_TRUSTED_PROXIES: trusted });
    const { bakery, admin } = await aFirm(gateway);
    await bakery.ask('post', '/folders', { name: 'Acte' }, { 'x-forwarded-for': addresses }).expect(201);
    const { body } = await admin('get', '/audit/events?event_type=FolderCreated').expect(200);
    const [event] = (body as { events: { ip_address: string }[] }).events;
    expect(event!.ip_address.replace('::ffff:', '')).toBe(expected);
    await gateway.close();
    const seen = { headers: { 'x-forwarded-for': addresses }, socket: { remoteAddress: '127.0.0.1' } };
    expect(addressOf(seen as unknown as IncomingMessage, Number(trusted))).toBe(expected);
  });
});
