import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { IncomingMessage, ServerResponse } from 'node:http';

export type Headers = Readonly<Record<string, string>>;

/** The headers of a middleware that sets the same ones for every response. */
const saidBy = (middleware: ReturnType<typeof helmet>): Record<string, string> => {
  const said: Record<string, string> = {};
  const reply = {
    setHeader: (name: string, value: string) => void (said[name.toLowerCase()] = value),
    removeHeader() {},
  };
  middleware({} as IncomingMessage, reply as unknown as ServerResponse, () => {});
  return said;
};

/** Security headers of pages. */
const forPages = {
  ...saidBy(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          connectSrc: ["'self'"],
          imgSrc: ["'self'", 'blob:', 'data:'],
          fontSrc: ["'self'"],
          formAction: ["'self'"],
          baseUri: ["'none'"],
          frameAncestors: ["'none'"],
          requireTrustedTypesFor: ["'script'"],
        },
      },
      crossOriginEmbedderPolicy: false,
      referrerPolicy: { policy: 'no-referrer' },
      strictTransportSecurity: false,
    }),
  ),
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};
/** Those that apply to responses that are not pages. */
const forCalls = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  ...Object.fromEntries(
    ['cross-origin-resource-policy', 'referrer-policy', 'x-content-type-options'].map((name) => [
      name,
      (forPages as Record<string, string>)[name]!,
    ]),
  ),
};

/** Browsers that once used https do not use http again. */
const HTTPS_ALONE = { 'strict-transport-security': 'max-age=31536000' } as const;

/** The headers of every response, depending on the public address. */
export const headersOf = (publicUrl: string): { readonly calls: Headers; readonly pages: Headers } => {
  const more = publicUrl.startsWith('https:') ? HTTPS_ALONE : {};
  return { calls: { ...forCalls, ...more }, pages: { ...forPages, ...more } };
};

export const protect = (fastify: FastifyInstance, calls: Headers, pages: Headers): void => {
  fastify.addHook('onRequest', ({ url }, reply, done) => {
    void reply.headers(url.startsWith('/api/') && !url.startsWith('/api/docs') ? calls : pages);
    done();
  });
};
