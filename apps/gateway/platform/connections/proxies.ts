import proxyAddr from '@fastify/proxy-addr';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { networkOf } from './network';
import type { Config } from '../hosting/config';

const TOLD =
  'calls come through a proxy (X-Forwarded-For), and DOSAR_TRUSTED_PROXIES is 0: all callers are taken for one, in limits and in the audit. Set it to how many proxies stand in front';

/** Says once that a proxy stands in front whose word about the callers' addresses is not taken. */
export const warnOfProxies = (
  fastify: FastifyInstance,
  { publicUrl, trustedProxies }: Pick<Config, 'publicUrl' | 'trustedProxies'>,
  logger: Pick<Logger, 'warn'>,
): void => {
  // without TLS anybody who asks directly may say what they like
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

/** Whether so many proxies in front are believed about who called them. */
export const believing =
  (trustedProxies: number) =>
  (_address: string, hop: number): boolean =>
    hop < trustedProxies;

/** From where a request comes that Fastify has not seen. */
export const addressOf = (request: IncomingMessage, trustedProxies: number): string =>
  proxyAddr(request, believing(trustedProxies));

/** Whose network a request counts for that Fastify has not seen. */
export const networkOfCaller =
  (trustedProxies: number) =>
  (request: IncomingMessage): string =>
    networkOf(addressOf(request, trustedProxies));
