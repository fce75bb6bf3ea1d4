import createFastify from 'fastify';
import { pino } from 'pino';
import { api, type EndpointSpec } from '@dosar/contracts';
import { aGateway } from '../../testing/gateway';
import { Metrics } from '../hosting/metrics';
import { prepareHttp } from '../http/http';
import { knownRoutes, ruleOf } from './policy';

const logger = pino({ level: 'silent' });

describe('the policy', () => {
  it('keeps an application from starting that has a route it does not know', () => {
    const fastify = createFastify();
    prepareHttp(fastify, { logger, metrics: new Metrics() });
    expect(() => fastify.get('/api/files/secret', () => 'x')).toThrow(
      'the route GET /api/files/secret has no row in the policy',
    );
    expect(() => fastify.delete('/api/files', () => 'x')).toThrow('no row in the policy');
    expect(() => fastify.get('/api/files', () => 'x')).not.toThrow();
  });

  it('has a row for every endpoint, and every endpoint is mounted', async () => {
    const gateway = await aGateway();
    for (const spec of Object.values(api).flatMap((calls) => Object.values(calls) as EndpointSpec[])) {
      expect(ruleOf(spec)).toBeDefined();
      expect(
        gateway.app
          .getHttpAdapter()
          .getInstance()
          .hasRoute({ method: spec.method, url: `/api${spec.path}` }),
      ).toBe(true);
    }
    expect(knownRoutes.size).toBe(Object.values(api).flatMap((calls) => Object.values(calls)).length);
    await gateway.close();
  });

  it('lets nobody in without a token, but where everybody may come', async () => {
    const gateway = await aGateway();
    for (const spec of Object.values(api).flatMap((calls) => Object.values(calls) as EndpointSpec[])) {
      if (ruleOf(spec).allow === 'everyone') continue;
      const method = spec.method.toLowerCase() as 'get';
      const { status, body } = await gateway.anonymous(method, spec.path.replace(/:\w+/g, 'x'));
      const code = spec.method === 'HEAD' ? 'AUTHENTICATION_REQUIRED' : (body as { code: string }).code;
      expect([spec.path, status, code]).toEqual([spec.path, 401, 'AUTHENTICATION_REQUIRED']);
    }
    await gateway.close();
  });
});
