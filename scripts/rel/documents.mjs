// A client's user at work, over HTTP: drops a month of real documents into a folder, looks at them, takes them out again
// byte by byte, renames, moves, deletes and restores; then the administrator's audit must show each act exactly once.
//   node scripts/rel/documents.mjs                      at a server of its own, on an empty folder
//   node scripts/rel/documents.mjs --url http://…       at one that runs (administrator as in its environment)
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exit } from '../ending.mjs';
import { aFirm, must, upload } from './client.mjs';
import { faultsOfReading } from './reader.mjs';
import { aFolder, freePort, remove, ROOT, startServer } from './server.mjs';
import { faultsOfLog, records } from './stored.mjs';

const { values } = parseArgs({ options: { url: { type: 'string' } } });
const dataDir = aFolder();
const server = values.url ? null : await startServer({ dataDir, port: await freePort() });
const url = values.url ?? server.url;

const papers = join(ROOT, 'apps/gateway/demo/documents/brutaria-2026-09');
const names = readdirSync(papers).sort();
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const failures = [];
const check = (holds, what) => {
  if (!holds) failures.push(what);
};
const AGENT = 'Dosar documents script';
/** Every act has its own correlation id, by which the audit is queried. */
const acts = [];

try {
  const { admin, people } = await aFirm(url, 1);
  const [{ ask, client, email }] = people;
  /** Asks so that the audit can be asked for what it caused. */
  const asking = async (types, method, path, options) => {
    const headers = { 'x-correlation-id': randomUUID(), 'user-agent': AGENT };
    const answer = await ask(method, path, { ...options, headers });
    acts.push({ correlation: answer.headers.get('x-correlation-id'), types });
    return answer;
  };
  const aFolderCalled = async (name) =>
    must(await asking(['FolderCreated'], 'POST', '/folders', { body: { name } }), 201, 'folder');
  const folder = await aFolderCalled('Septembrie');
  const other = await aFolderCalled('Arhivă');

  const files = [];
  for (const name of names) {
    const bytes = readFileSync(join(papers, name));
    const form = upload(bytes, name, { folder_id: folder.id });
    const file = must(await asking(['FileUploaded'], 'POST', '/files/upload', { form }), 201, 'file');
    check(file.sha256 === sha256(bytes), `${name}: another hash`);
    files.push({ ...file, bytes });
  }
  const listed = must(await ask('GET', `/files?folderId=${folder.id}`), 200, 'files').map(({ name }) => name);
  check(
    JSON.stringify([...listed].sort()) === JSON.stringify(names.map((name) => name.normalize('NFC')).sort()),
    `listed: ${listed}`,
  );

  for (const { id, name, bytes } of files) {
    const link = must(await ask('GET', `/files/${id}/download`), 200, 'url');
    const headers = { 'x-correlation-id': randomUUID(), 'user-agent': AGENT };
    const answer = await fetch(new URL(link, url), { headers });
    acts.push({ correlation: answer.headers.get('x-correlation-id'), types: ['FileDownloaded'] });
    check(Buffer.from(await answer.arrayBuffer()).equals(bytes), `${name}: other bytes came back`);
  }
  for (const { id, name } of files) {
    const to = name.replace(/(\.[^.]+)$/, ' (verificat)$1');
    const renamed = must(await asking(['FileRenamed'], 'PATCH', `/files/${id}`, { body: { name: to } }), 200, 'file');
    check(renamed.name === to, `${name}: renamed to ${renamed.name}`);
  }
  const ids = files.map(({ id }) => id);
  const bulk = async (what, body, types) => {
    const operation = must(await asking(types, 'POST', `/bulk/files/${what}`, { body }), 200, 'operation');
    check(operation.status === 'completed' && operation.done === ids.length, `${what}: ${JSON.stringify(operation)}`);
  };
  const each = (type) => ['BulkStarted', ...ids.map(() => type), 'BulkFinished'];
  await bulk('move', { file_ids: ids, target_folder_id: other.id }, each('FileMoved'));
  await bulk('delete', { file_ids: ids }, each('FileDeleted'));
  check(
    must(await ask('GET', `/files?folderId=${other.id}`), 200, 'files').length === 0,
    'deleted files are still listed',
  );
  await bulk('restore', { file_ids: ids }, each('FileRestored'));
  check(
    must(await ask('GET', `/files?folderId=${other.id}`), 200, 'files').length === names.length,
    'restored files are not listed',
  );

  const contracts = names.filter((name) => name.startsWith('Contract'));
  /** What is in them is read a little after they came. */
  for (let waited = 0; ; waited += 1) {
    const q = encodeURIComponent('confidențialitatea verificat');
    const { results } = must(await ask('GET', `/search?q=${q}&record=false&pageSize=100`), 200);
    const found = results.filter(({ title }) => title.startsWith('Contract') && title.includes('(verificat)'));
    if (found.length === contracts.length) break;
    if (waited > 300) {
      check(false, `of ${contracts.length} contracts ${found.length} are found by what is in them`);
      break;
    }
    await new Promise((go) => setTimeout(go, 100));
  }

  const user = must(await ask('GET', '/users/me'), 200, 'user');
  let events = 0;
  /** The audit follows in its own time. */
  const audited = async (correlation, count) => {
    for (let waited = 0; ; waited += 1) {
      const all = must(await admin('GET', `/audit/events?correlation_id=${correlation}&limit=200`), 200, 'events');
      // effects such as notifications are acts of nobody
      const found = all.filter(({ user: actor }) => actor !== null);
      if (found.length >= count || waited > 20) return found;
      await new Promise((go) => setTimeout(go, 100));
    }
  };
  for (const { correlation, types } of acts) {
    const found = await audited(correlation, types.length);
    events += found.length;
    check(
      JSON.stringify(found.map(({ event_type }) => event_type).sort()) === JSON.stringify([...types].sort()),
      `${types[0]}: the audit shows ${found.map(({ event_type }) => event_type)}`,
    );
    for (const event of found)
      check(
        event.user?.id === user.id &&
          event.user.name === user.name &&
          /127\.0\.0\.1|::1/.test(event.ip_address) &&
          event.user_agent === AGENT &&
          event.client_id === client.id,
        `${event.event_type}: ${JSON.stringify(event)}`,
      );
  }
  if (server) {
    await server.stop();
    const all = records(dataDir);
    failures.push(...faultsOfLog(all), ...(await faultsOfReading(dataDir, all)));
  }
  console.log(
    JSON.stringify({
      documents: names.length,
      user: email,
      acts: acts.length,
      audited_events: events,
      failures: failures.length,
    }),
  );
} catch (error) {
  failures.push(error.stack);
  await server?.kill().catch(() => undefined); // it may have ended
}
for (const failure of failures.slice(0, 20)) console.error(failure);
remove(dataDir);
await exit(failures.length > 0 ? 1 : 0);
