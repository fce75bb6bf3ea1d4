// The least that a server can do for each thing that ours does, on the same libraries: the floors of the benchmark.
import 'reflect-metadata';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Body, Controller, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DatabaseSync } from '@photostructure/sqlite';
import Fastify from 'fastify';

const [folder, port, constantFile] = [process.argv[2], Number(process.argv[3]), process.argv[4]];
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

// a trivial call in Nest on Fastify
class Trivial {
  answer(body) {
    return { folder: { id: 'x', name: body.name } };
  }
}
Controller('nest')(Trivial);
Post('trivial')(Trivial.prototype, 'answer', Object.getOwnPropertyDescriptor(Trivial.prototype, 'answer'));
Body()(Trivial.prototype, 'answer', 0);
class Floor {}
Module({ controllers: [Trivial] })(Floor);

const nest = await NestFactory.create(Floor, new FastifyAdapter(), { logger: false });
await nest.listen(port + 1, '127.0.0.1');

const fastify = Fastify({ bodyLimit: 64 * 1024 * 1024 });
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
await fastify.listen({ port, host: '127.0.0.1' });
console.log('ready in 0 ms');
