// The least that a server can do for each thing that ours does, on the same libraries: the floors of the benchmark.
import 'reflect-metadata';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { DatabaseSync } from '@photostructure/sqlite';
import Fastify from 'fastify';
import { leastDuties } from './least-duties.mjs';
import { leastCall, leastLog, leastUnchanged, leastUpload } from './least-honest.mjs';

const { values } = parseArgs({
  options: Object.fromEntries(
    ['folder', 'port', 'constant', 'contracts', 'record-bytes', 'message-bytes', 'token', 'tag'].map((name) => [
      name,
      { type: 'string' },
    ]),
  ),
});
const { folder, constant: constantFile, contracts, 'record-bytes': recordBytes, token, tag } = values;
const messageBytes = Number(values['message-bytes']);
const port = Number(values.port);
await mkdir(folder, { recursive: true });

const db = new DatabaseSync(join(folder, 'floor.db'));
db.exec('PRAGMA journal_mode = WAL; CREATE TABLE documents (id TEXT PRIMARY KEY, json TEXT NOT NULL)');
const document = (id) =>
  JSON.stringify({
    file: {
      id,
      name: 'Factură AV-85926 Construcții.pdf',
      client_id: randomBytes(18).toString('hex'),
      size: 27_321,
      padding: 'x'.repeat(300),
    },
  });
const add = db.prepare('INSERT INTO documents (id, json) VALUES (?, ?)');
db.exec('BEGIN');
for (let at = 0; at < 1_000; at += 1) add.run(`d${at}`, document(`d${at}`));
db.exec('COMMIT');
const find = db.prepare('SELECT json FROM documents WHERE id = ?');

const { foldersApi, messagesApi } = await import(pathToFileURL(contracts).href);
const append = leastLog(folder, Number(recordBytes));
const bodies = { folders: foldersApi.create.body, messages: messagesApi.send.body };
await leastCall(port + 1, append, leastDuties(folder), bodies, messageBytes);

const fastify = Fastify({ bodyLimit: 64 * 1024 * 1024 });
// a statement alone does not keep its database open
fastify.addHook('onClose', () => db.close());
const JSON_TYPE = 'application/json; charset=utf-8';
fastify.get('/trivial', (_, reply) => reply.type(JSON_TYPE).send('{"ok":true}'));
fastify.get('/documents/:id', (request, reply) => reply.type(JSON_TYPE).send(find.get(request.params.id).json));
const constant = await readFile(constantFile);
fastify.get('/constant', (_, reply) => reply.type(JSON_TYPE).send(constant));
fastify.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
fastify.post('/raw', async (request) => {
  const hash = createHash('sha256');
  const handle = await open(join(folder, randomBytes(8).toString('hex')), 'wx');
  for await (const chunk of request.body) {
    hash.update(chunk);
    await handle.write(chunk);
  }
  await handle.datasync();
  await handle.close();
  return { sha256: hash.digest('hex') };
});
leastUpload(fastify, folder, append);
leastUnchanged(fastify, token, tag);
await fastify.listen({ port, host: '127.0.0.1' });
console.log('ready in 0 ms');
