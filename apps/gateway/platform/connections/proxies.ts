import proxyAddr from '@fastify/proxy-addr';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { networkOf } from './network';
import type { Config } from '../hosting/config';

const TOLD =
  'calls come through a proxy (X-Forwarded-For), and DOSAR_TRUSTED_PROXIES is 0: all callers are taken for one, in limits and in the audit. Set it to how many proxies stand in front';

/** Warns once that a proxy sends callers' addresses which are not trusted. */
export const warnOfProxies = (
  fastify: FastifyInstance,
  { publicUrl, trustedProxies }: Pick<Config, 'publicUrl' | 'trustedProxies'>,
  logger: Pick<Logger, 'warn'>,
): void => {
  // without TLS a direct caller can send any header
  if (trustedProxies > 0 || !publicUrl.startsWith('https:')) return;
  let isTold = false;
  fastify.addHook('onRequest', ({ headers }, _reply, done) => {
    if (!isTold && headers['x-forwarded-for'] !== undefined) {
      isTold = true;
      logger.warn(TOLD);
    }
    done();
  });
};

/** Whether to trust the addresses from that many proxies. */
export const believing =
  (trustedProxies: number) =>
  (_address: string, hop: number): boolean =>
    hop < trustedProxies;

/** The address of a request that Fastify has not handled. */
export const addressOf = (request: IncomingMessage, trustedProxies: number): string =>
  proxyAddr(request, believing(trustedProxies));

/** The network of a request that Fastify has not handled. */
export const networkOfCaller =
  (trustedProxies: number) =>
  (request: IncomingMessage): string =>
    networkOf(addressOf(request, trustedProxies));
