import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Dosar API</title>
    <link rel="stylesheet" href="/api/docs/assets/swagger-ui.css" />
    <link rel="icon" href="/api/docs/assets/favicon-32x32.png" />
  </head>
  <body>
    <div id="docs"></div>
    <script src="/api/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>`;

const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null });`;

/** The page's own policy: its library uses inline styles. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";

/** The API's documentation as a page. */
export const serveDocs = async (fastify: FastifyInstance): Promise<void> => {
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  await fastify.register(fastifyStatic, {
    root: assets,
    prefix: '/api/docs/assets/',
    decorateReply: false,
    allowedPath: (path) => /^\/(swagger-ui\.css|swagger-ui-bundle\.js|favicon-32x32\.png)$/.test(path),
    cacheControl: true,
    maxAge: '1h',
  });
  fastify.get('/api/docs', async (_, reply) =>
    reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(PAGE),
  );
  fastify.get('/api/docs/start.js', async (_, reply) => reply.type('text/javascript; charset=utf-8').send(START));
};
