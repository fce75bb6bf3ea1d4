import { Writable } from 'node:stream';
import createFastify from 'fastify';
import { pino } from 'pino';
import { Metrics } from '../hosting/metrics';
import { prepareHttp } from './http';

/** A server with one endpoint, and the lines of its log. */
const aServer = (answer: () => object) => {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(line: Buffer, _, done) {
      lines.push(JSON.parse(line.toString()) as Record<string, unknown>);
      done();
    },
  });
  const fastify = createFastify();
  prepareHttp(fastify, { logger: pino({ level: 'debug', base: null }, stream), metrics: new Metrics() });
  fastify.get('/api/files/:id', answer);
  return { fastify, lines };
};

describe('the line of the log about a call', () => {
  it('says which call it was, and neither whose thing nor with which ticket', async () => {
    const { fastify, lines } = aServer(() => ({}));
    await fastify.inject('/api/files/secret-id?ticket=secret-ticket');
    expect(lines).toEqual([
      {
        level: 20,
        time: expect.any(Number) as number,
        method: 'GET',
        route: '/api/files/:id',
        status: 200,
        ms: expect.any(Number) as number,
        correlation_id: expect.any(String) as string,
        user_id: null,
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it('of a call that failed is an error, and one of an address that there is not has no route', async () => {
    const { fastify, lines } = aServer(() => {
      throw new Error('a defect of the spec');
    });
    await fastify.inject('/api/files/a');
    await fastify.inject('/api/nothing/secret');
    expect(lines.filter(({ method }) => method).map(({ level, status, route }) => [level, status, route])).toEqual([
      [50, 500, '/api/files/:id'],
      [20, 404, null],
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });
});

describe('bodies that come all at once', () => {
  it('are read one of an address in a turn of the loop: another’s is not behind all of them', async () => {
    const order: string[] = [];
    const { fastify } = aServer(() => ({}));
    fastify.post('/api/folders', ({ ip }) => {
      order.push(ip);
      return {};
    });
    await fastify.ready();
    const send = (remoteAddress: string) =>
      fastify.inject({ method: 'POST', url: '/api/folders', payload: { name: 'Acte' }, remoteAddress });
    await Promise.all([...Array.from({ length: 20 }, () => send('10.0.0.1')), send('10.0.0.2')]);
    expect(order).toHaveLength(21);
    expect(order.indexOf('10.0.0.2')).toBeLessThan(4);
  });
});
