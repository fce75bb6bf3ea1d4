// The least work for a POST /folders that does all that the product is asked to do at it: the record has its envelopes, its
// leaf hash and its place in its stream; the folder and what the audit says of it are rows with their indexes; the audit and
// the search find it by words. Nobody's rights are asked for, nothing is decided, announced, or done once for ever. It says
// how much of the distance to the least honest call is the work itself.
import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';

const keyOf = (secret, id, part) => createHmac('sha256', secret).update(`${part}\0${id}`).digest();

export const sealed = (secret, id, part, value) => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, id, part), nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final(), cipher.getAuthTag()]);
  return { c: text.toString('base64url'), k: `client:${randomUUID()}/1`, n: nonce.toString('base64url') };
};

export const opened = (secret, id, part, { c, n }) => {
  const text = Buffer.from(c, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, id, part), Buffer.from(n, 'base64url'));
  decipher.setAuthTag(text.subarray(-16));
  return JSON.parse(Buffer.concat([decipher.update(text.subarray(0, -16)), decipher.final()]).toString());
};

/** Records that the index of the search may be behind, as ours may. */
const BEHIND = 1_000;

/** Creates folders, and resolves with what is shown of each when it is durable and, unless `isAsync`, shown. */
export const leastDuties = (folder) => {
  const secret = randomBytes(32);
  const toView = new MessageChannel();
  const toIndex = new MessageChannel();
  const start = (role, lines) =>
    new Worker(new URL('./least-duties.worker.mjs', import.meta.url), {
      workerData: { role, secret, file: join(folder, `duties-${role}.db`), lines },
      transferList: lines,
    });
  const threads = {
    log: start('log', [toView.port1, toIndex.port1]),
    view: start('view', [toView.port2]),
    index: start('index', [toIndex.port2]),
  };
  const waiting = { log: new Map(), view: new Map(), index: new Map() };
  for (const [role, thread] of Object.entries(threads))
    thread.on('message', (tickets) => {
      for (const ticket of tickets) {
        waiting[role].get(ticket)();
        waiting[role].delete(ticket);
      }
    });
  const done = (role, ticket) => new Promise((resolve) => waiting[role].set(ticket, resolve));

  const clients = Array.from({ length: 50 }, () => ({ clientId: randomUUID(), firmId: randomUUID() }));
  const actor = { id: randomUUID(), kind: 'user', role: 'user', sessionId: randomUUID() };
  const origin = { ip: '127.0.0.1', userAgent: null };
  let count = 0;
  return async (name, isAsync) => {
    count += 1;
    const tenant = clients[count % clients.length];
    const id = randomUUID();
    const folderId = randomUUID();
    const stream = `drive-${tenant.clientId}`;
    const revision = Math.floor(count / clients.length);
    const text = JSON.stringify({
      actor,
      causationId: null,
      command: { body: randomUUID(), id: randomUUID(), key: null },
      correlationId: randomUUID(),
      data: { categoryKey: null, folderId, parentId: null },
      id,
      occurredAt: new Date().toISOString(),
      origin: sealed(secret, id, 'origin', origin),
      personal: { name: sealed(secret, id, 'name', { name, path: '/' }) },
      resource: { id: folderId, type: 'folder' },
      revision,
      stream,
      tenant,
      type: 'FolderCreated',
      v: 2,
      version: 1,
    });
    const isAppended = done('log', id);
    const isShown = done('view', id);
    const isIndexed = done('index', id);
    threads.log.postMessage({ ticket: id, stream, revision, text });
    await isAppended;
    if (!isAsync) await isShown;
    if (waiting.index.size > BEHIND) await isIndexed;
    return { id: folderId, name, client_id: tenant.clientId, parent_folder_id: null, deleted_at: null };
  };
};
