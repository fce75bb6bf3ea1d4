import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import createFastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { serveConsole } from './console';
import { Metrics } from '../hosting/metrics';
import { prepareHttp } from './http';
import { ProblemFilter } from './problem.filter';

const PAGE = '<!doctype html><title>Dosar</title>';
const SCRIPT = 'export const hello = 1;';

let folder: string;
let fastify: FastifyInstance;

const serving = async (place: string) => {
  const logger = pino({ level: 'silent' });
  const server = createFastify();
  prepareHttp(server, { logger, metrics: new Metrics() });
  await serveConsole(server, new ProblemFilter(logger), place);
  return server;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dosar-console-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'assets/main-1a2b.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/main-1a2b.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(`${folder}-secret`, 'nobody may see this');
  fastify = await serving(folder);
});
afterAll(async () => {
  await fastify.close();
  rmSync(folder, { recursive: true });
  rmSync(`${folder}-secret`);
});

const get = (url: string, headers = {}) => fastify.inject({ url, headers });

describe('the console as files', () => {
  it.each(['/', '/files', '/files/0193-abc.def?clientId=1', '/admin/audit', '/assetsonly'])(
    'has its page at %s, to be context for each time',
    async (url) => {
      const { statusCode, body, headers } = await get(url);
      expect([statusCode, body]).toEqual([200, PAGE]);
      expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' });
    },
  );

  it('has scripts that browsers keep, as small as they were made', async () => {
    const { headers, rawPayload } = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip, br' });
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      vary: 'accept-encoding',
    });
    expect(headers['content-type']).toMatch(/^(application|text)\/javascript/);
    expect(brotliDecompressSync(rawPayload).toString()).toBe(SCRIPT);
    expect((await get('/assets/main-1a2b.js')).body).toBe(SCRIPT);
  });

  it.each(['/assets/gone-3c4d.js', '/api', '/api/', '/api/nothing', '/api/docs/nothing'])(
    'does not answer its page for %s',
    async (url) => {
      const { statusCode, body } = await get(url);
      expect([statusCode, (JSON.parse(body) as { code: string }).code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  it.each(['/../x-secret', '/..%2fx-secret', '/assets/..%2f..%2fx-secret', '/%2e%2e/x-secret', '/assets/%00'])(
    'keeps to its folder at %s',
    async (path) => {
      const { body } = await get(path.replace('x-secret', `${folder.split('/').at(-1)}-secret`));
      expect(body).not.toContain('nobody may see this');
    },
  );

  it('is not there before it was built, and nothing else suffers', async () => {
    const empty = await serving(join(folder, 'not-built'));
    expect((await empty.inject('/')).statusCode).toBe(404);
    await empty.close();
  });
});
