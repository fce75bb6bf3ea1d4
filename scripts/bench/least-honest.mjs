// The least honest work for a call that changes something: the same body checked, one record of the same size appended to
// a log that is synced, one row written to a second file by a thread that follows, and waited for. Nobody is signed in,
// nothing is decided, encrypted, hashed or announced.
import { createHash, randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import Busboy from '@fastify/busboy';
import { Controller, HttpException, Module, Post, Req } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';

const WORKER = new URL('./least-honest.worker.mjs', import.meta.url);

/** Appends records and writes rows. @returns when each is there, by name */
export const leastLog = (folder, recordBytes) => {
  const { port1, port2 } = new MessageChannel();
  const start = (role, line) =>
    new Worker(WORKER, { workerData: { role, file: join(folder, `least-${role}.db`), line }, transferList: [line] });
  const log = start('log', port1);
  const view = start('view', port2);
  const waiting = { log: new Map(), view: new Map() };
  const tell = (role) => (tickets) => {
    for (const ticket of tickets) {
      waiting[role].get(ticket)();
      waiting[role].delete(ticket);
    }
  };
  log.on('message', tell('log'));
  view.on('message', tell('view'));
  let last = 0;
  return (stream, id, row, bytes = recordBytes) => {
    const ticket = (last += 1);
    const text = JSON.stringify({ v: 1, id, stream, row, padding: '' });
    const padded = text.replace('"padding":""', `"padding":"${'x'.repeat(Math.max(0, bytes - text.length))}"`);
    const isAppended = new Promise((resolve) => waiting.log.set(ticket, resolve));
    const isShown = new Promise((resolve) => waiting.view.set(ticket, resolve));
    log.postMessage({ ticket, stream, id, text: padded, row });
    return { isAppended, isShown };
  };
};

const folderRow = (id, name, now) =>
  JSON.stringify({
    id,
    client_id: randomUUID(),
    parent_folder_id: null,
    name,
    path: `/${name}`,
    category_key: null,
    firm_only: false,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    deleted_by: null,
    created_by: { id: randomUUID(), name: 'Ana Țăranu' },
    file_count: 0,
    folder_count: 0,
  });

const fileRow = (id, name, size, sha256, now) =>
  JSON.stringify({
    id,
    client_id: randomUUID(),
    folder_id: null,
    name,
    size,
    sha256,
    mime_type: 'application/pdf',
    version: 1,
    process_state: 'new',
    accounting_status: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    created_by: { id: randomUUID(), name: 'Ana Țăranu' },
    original_name: name,
    duplicate_of: null,
  });

const messageRow = (id, text, now) =>
  JSON.stringify({
    id,
    conversation_id: randomUUID(),
    position: '1234',
    text,
    created_at: now,
    edited_at: null,
    author: { id: randomUUID(), name: 'Ana Țăranu' },
    quote: null,
    attachments: [],
    deleted_at: null,
  });

/**
 * POST /nest/folders, POST /nest/messages and POST /nest/duties, on Nest as ours is.
 * @param bodies what is asked for, by call
 */
export const leastCall = async (port, append, create, bodies, messageBytes) => {
  const checked = (body, asked) => {
    const { success, data } = body.safeParse(asked);
    if (!success) throw new HttpException('wrong', 422);
    return data;
  };
  const kept = async ({ headers }, { isAppended, isShown }) => {
    await isAppended;
    if (headers.prefer !== 'respond-async') await isShown;
  };
  class Least {
    async folders(request) {
      const { name } = checked(bodies.folders, request.body);
      const id = randomUUID();
      const row = folderRow(id, name, new Date().toISOString());
      await kept(request, append('drive', id, row));
      return `{"folder":${row}}`;
    }
    async messages(request) {
      const { text } = checked(bodies.messages, request.body);
      const id = randomUUID();
      const row = messageRow(id, text, new Date().toISOString());
      await kept(request, append('message', id, row, messageBytes));
      return `{"data":${row}}`;
    }
    async duties(request) {
      const { name } = checked(bodies.folders, request.body);
      return { folder: await create(name, request.headers.prefer === 'respond-async') };
    }
    trivial(request) {
      return { folder: { id: 'x', name: request.body.name } };
    }
  }
  Controller('nest')(Least);
  for (const call of ['folders', 'messages', 'duties', 'trivial']) {
    Post(call)(Least.prototype, call, Object.getOwnPropertyDescriptor(Least.prototype, call));
    Req()(Least.prototype, call, 0);
  }
  class Floor {}
  Module({ controllers: [Least] })(Floor);
  const nest = await NestFactory.create(Floor, new FastifyAdapter(), { logger: false });
  await nest.listen(port, '127.0.0.1');
};

/** POST /upload: a form whose file goes to the disk, hashed and synced, its folder too, and then as the least call. */
export const leastUpload = (fastify, folder, append) => {
  fastify.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));
  fastify.post('/upload', async (request, reply) => {
    const id = randomUUID();
    const taken = await new Promise((resolve, reject) => {
      const form = new Busboy({ headers: request.headers });
      form.on('file', (_field, stream, name) =>
        keep(stream, join(folder, id)).then((kept) => resolve({ ...kept, name }), reject),
      );
      form.on('error', reject);
      request.body.pipe(form);
    });
    const names = await open(folder, 'r');
    await names.sync();
    await names.close();
    const row = fileRow(id, taken.name, taken.size, taken.sha256, new Date().toISOString());
    await append('drive', id, row).isShown;
    return reply.status(201).type('application/json; charset=utf-8').send(`{"file":${row}}`);
  });
};

const keep = async (stream, path) => {
  const hash = createHash('sha256');
  const handle = await open(path, 'wx');
  let size = 0;
  for await (const chunk of stream) {
    hash.update(chunk);
    size += chunk.length;
    await handle.write(chunk);
  }
  await handle.datasync();
  await handle.close();
  return { size, sha256: hash.digest('hex') };
};

/** GET /unchanged: who asks and how far what they ask about is are looked up; nothing has changed. */
export const leastUnchanged = (fastify, token, tag) => {
  const tokens = new Map([...Array(1_000).keys()].map((at) => [`Bearer ${randomUUID()}`, `client ${at}`]));
  tokens.set(`Bearer ${token}`, 'client');
  const tags = new Map([...tokens.values()].map((client, at) => [client, `"${at}"`]));
  tags.set('client', tag);
  fastify.get('/unchanged', (request, reply) => {
    const client = tokens.get(request.headers.authorization);
    if (!client) return reply.status(401).send();
    const now = tags.get(client);
    if (request.headers['if-none-match'] !== now) return reply.send('changed');
    return reply.status(304).header('etag', now).send();
  });
};
