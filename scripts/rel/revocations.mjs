// A right that is taken away is gone within a second, wherever it was used: on calls, an open socket, a link of a
// download, the cookie that would renew the session, an upload that is under way, and what is sent to a slow reader: a
// download, a preview and a ZIP. Every cause, many times over.
//   node scripts/rel/revocations.mjs --trials 100
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { io } from 'socket.io-client';
import { exit } from '../ending.mjs';
import { aCui, aFirm, client, manyUsers, must, PASSWORD, upload } from './client.mjs';
import { halfUpload } from './half-upload.mjs';
import { aFolder, freePort, remove, startServer } from './server.mjs';
import { slowDownload } from './slow-download.mjs';

const { values } = parseArgs({ options: { trials: { type: 'string', default: '100' } } });
const trials = Number(values.trials);
const WITHIN_MS = 1_000;
const NEXT = 'Parola-Nouă-7';
/** What is sent is large: it is looked at in one trial of so many. */
const STREAMS_EVERY = 3;

const dataDir = aFolder();
const server = await startServer({ dataDir, port: await freePort() });
const { anonymous, as } = client(server.url);
const { admin, firm, people } = await aFirm(server.url, 2);
const [{ client: bakery, ask: colleague }, { client: mill }] = people;
const file = must(await colleague('POST', '/files/upload', { form: upload('conținut', 'factura.txt') }), 201, 'file');

const anotherUser = manyUsers(admin);
const aUser = (details = { role: 'user', client_id: bakery.id }) => anotherUser(details);

const tokenOf = async (email) => {
  const answer = await anonymous('POST', '/auth/login', { body: { email, password: PASSWORD } });
  const { token } = must(answer, 200);
  const cookie = answer.headers.get('set-cookie').split(';')[0];
  return { ask: as(token), token, cookie };
};

/** Somebody who is signed in and uses everything that a session gives. */
const signedIn = async (email) => {
  const { ask, token, cookie } = await tokenOf(email);
  const { url } = must(await ask('GET', `/files/${file.id}/download`), 200);
  const socket = io(server.url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
  const closed = new Promise((resolve) => socket.once('disconnect', () => resolve(performance.now())));
  return { ask, token, cookie, ticket: url.replace(/^https?:\/\/[^/]+/, ''), socket, closed };
};

const linkTo = async (email) => {
  for (let waited = 0; waited < 200; waited += 1) {
    for (const name of readdirSync(join(dataDir, 'mail')).reverse()) {
      const text = readFileSync(join(dataDir, 'mail', name), 'utf8')
        .replaceAll('=\r\n', '')
        .replaceAll('=3D', '=');
      const token = text.includes(email) && /reset-password\?token=([\w.-]+)/.exec(text)?.[1];
      if (token) return token;
    }
    await new Promise((go) => setTimeout(go, 20));
  }
  throw new Error(`no letter came to ${email}`);
};

/** Causes that end somebody's session; preparations are made before the clock runs. */
const causes = {
  'signing out':
    async ({ ask }) =>
    () =>
      ask('POST', '/auth/logout'),
  'signing out everywhere, from another device': async (_, { email }) => {
    const other = await signedIn(email);
    other.socket.disconnect();
    return () => other.ask('POST', '/auth/logout-all');
  },
  'being ended from another device': async ({ ask }, { email }) => {
    const { sessions } = must(await ask('GET', '/auth/sessions'), 200);
    const { id } = sessions.find(({ current }) => current);
    const other = await signedIn(email);
    other.socket.disconnect();
    return () => other.ask('DELETE', `/auth/sessions/${id}`);
  },
  'a new password, from another device': async (_, { email }) => {
    const other = await signedIn(email);
    other.socket.disconnect();
    const body = { current_password: PASSWORD, new_password: NEXT };
    return () => other.ask('POST', '/auth/change-password', { body });
  },
  'a password that was reset by mail': async (_, { email }) => {
    must(await anonymous('POST', '/auth/forgot-password', { body: { email } }), 202);
    const token = await linkTo(email);
    const body = { token, password: NEXT, password_confirmation: NEXT };
    return () => anonymous('POST', '/auth/reset-password', { body });
  },
  'a password that the administrator sets':
    async (_, { id }) =>
    () =>
      admin('PATCH', `/users/${id}`, { body: { password: NEXT } }),
  'an account made inactive':
    async (_, { id }) =>
    () =>
      admin('PATCH', `/users/${id}`, { body: { status: 'inactive' } }),
  'another role':
    async (_, { id }) =>
    () =>
      admin('PATCH', `/users/${id}`, { body: { role: 'accountant', firm_id: firm.id } }),
  'an account that was deleted':
    async (_, { id }) =>
    () =>
      admin('DELETE', `/users/${id}`),
};

/** 20 MB, and a folder with twice as much: more than kernels hold of an answer that nobody reads. */
const aDrive = async (ask, client_id) => {
  const { id } = must(
    await ask('POST', '/folders', { body: { name: `Mari ${randomUUID()}`, client_id } }),
    201,
    'folder',
  );
  const put = async (name) => {
    const bytes = Buffer.concat([Buffer.from('BM'), Buffer.alloc(20_000_000, randomUUID())]);
    return must(
      await ask('POST', '/files/upload', { form: upload(bytes, name, { folder_id: id, client_id }) }),
      201,
      'file',
    );
  };
  return { client_id, folder: id, files: [await put('unu.bmp'), await put('doi.bmp')] };
};
const streams = {
  'a download': (ask, { files }) => ask('GET', `/files/${files[0].id}/download`),
  'a preview': (ask, { files }) => ask('GET', `/files/${files[0].id}/preview`),
  'a ZIP': (ask, { client_id, folder }) =>
    ask('POST', '/bulk/files/download', { body: { client_id, folder_ids: [folder], file_ids: [] } }),
};
const sent = Object.fromEntries(Object.keys(streams).map((kind) => [kind, { begun: 0, cut: 0, slowest: 0 }]));

/** What is sent to somebody who reads at 10 kB/s. @returns what looks whether all of it is cut in time, and is not whole */
const sending = async (ask, drive) => {
  const all = [];
  for (const [kind, linkTo] of Object.entries(streams))
    all.push([kind, await slowDownload(server.url, must(await linkTo(ask, drive), 200, 'url'))]);
  return async (cause, since) => {
    for (const [kind, download] of all) {
      const after = (await download.cut(10 * WITHIN_MS)) - since;
      const { bytes, size } = after === Infinity ? (download.stop(), {}) : await download.end();
      const row = sent[kind];
      row.begun += 1;
      row.slowest = Math.max(row.slowest, after);
      if (after <= WITHIN_MS && bytes < size) row.cut += 1;
      else console.log(`${kind} was cut after ${Math.round(after)} ms, with ${bytes} of ${size} bytes, after ${cause}`);
    }
  };
};
const drive = await aDrive(admin, bakery.id);

/** Causes that end an answer under way, but not the session. */
const lost = {
  'another client': async () => {
    const { id, email } = await aUser();
    const { ask } = await tokenOf(email);
    return [ask, drive, () => admin('PATCH', `/users/${id}`, { body: { client_id: mill.id } })];
  },
  'an assignment that ended': async () => {
    must(await admin('PATCH', `/firms/${firm.id}`, { body: { accountant_scope: 'assigned' } }), 200);
    const { id, email } = await aUser({ role: 'accountant', firm_id: firm.id });
    must(await admin('POST', `/clients/${bakery.id}/accountants`, { body: { accountant_ids: [id] } }), 200);
    const { ask } = await tokenOf(email);
    return [ask, drive, () => admin('DELETE', `/clients/${bakery.id}/accountants/${id}`)];
  },
  'documents that were deleted': async () => {
    const own = await aDrive(admin, bakery.id);
    const body = { file_ids: own.files.map(({ id }) => id), client_id: bakery.id };
    return [colleague, own, () => colleague('POST', '/bulk/files/delete', { body })];
  },
  'a client that was deleted': async () => {
    const details = { societate: 'Pleacă SRL', cui: aCui(), firm_id: firm.id };
    const { id } = must(await admin('POST', '/clients', { body: details }), 201, 'client');
    return [admin, await aDrive(admin, id), () => admin('DELETE', `/clients/${id}`)];
  },
};

const until = async (holds, since) => {
  for (;;) {
    if (await holds()) return performance.now() - since;
    if (performance.now() - since > 10 * WITHIN_MS) return Infinity;
  }
};

const report = [];
const uploads = { begun: 0, refused: 0, slowest: 0 };
try {
  for (const [cause, prepare] of Object.entries(causes)) {
    let effective = 0;
    let slowest = 0;
    for (let at = 0; at < trials; at += 1) {
      const person = await aUser();
      const { ask, token, cookie, ticket, socket, closed } = await signedIn(person.email);
      const revoke = await prepare({ ask }, person);
      const rest = await halfUpload(server.url, token, { name: `${person.id}.txt` });
      const cut = at % STREAMS_EVERY === 0 ? await sending(ask, drive) : async () => undefined;
      const answer = revoke();
      const done = answer.then((given) =>
        given.status < 300 ? performance.now() : Promise.reject(new Error(JSON.stringify(given.body))),
      );
      const since = await done;
      const uploaded = rest().then((status) => [status, performance.now() - since]);
      const streamed = cut(cause, since);
      const took = await Promise.all([
        until(async () => (await ask('GET', '/users/me')).status === 401, since),
        until(async () => (await anonymous('GET', ticket)).status === 404, since),
        until(async () => (await anonymous('POST', '/auth/refresh', { headers: { cookie } })).status === 401, since),
        Promise.race([
          closed.then((when) => when - since),
          new Promise((go) => setTimeout(() => go(Infinity), 10 * WITHIN_MS).unref()),
        ]),
      ]);
      socket.disconnect();
      await streamed;
      const [status, after] = await uploaded;
      uploads.begun += 1;
      if (status === 401) uploads.refused += 1;
      else console.log(`an upload under way was answered ${status} after ${cause}`);
      uploads.slowest = Math.max(uploads.slowest, after);
      const longest = Math.max(...took);
      slowest = Math.max(slowest, longest);
      if (longest <= WITHIN_MS) effective += 1;
    }
    report.push({ cause, effective, trials, slowest_ms: Math.round(slowest) });
    console.log(`${effective} of ${trials} within a second, the slowest after ${Math.round(slowest)} ms: ${cause}`);
  }
  for (let at = 0; at < trials; at += STREAMS_EVERY)
    for (const [cause, prepare] of Object.entries(lost)) {
      const [ask, what, lose] = await prepare();
      const cut = await sending(ask, what);
      const { status, body } = await lose();
      if (status >= 300) throw new Error(`${cause}: ${status} ${JSON.stringify(body)}`);
      await cut(cause, performance.now());
    }
  for (const [kind, { begun, cut, slowest }] of Object.entries(sent)) {
    const what = `${kind} under way, read at 10 kB/s, by all of these and ${Object.keys(lost).length} more`;
    report.push({ cause: what, effective: cut, trials: begun, slowest_ms: Math.round(slowest) });
    console.log(`${cut} of ${begun} cut within a second, the slowest after ${Math.round(slowest)} ms: ${what}`);
  }
  const { files } = must(await colleague('GET', '/files'), 200);
  const kept = files.length - 1;
  const cause = 'uploads under way, by all of these';
  const effective = uploads.refused - kept;
  const begun = uploads.begun;
  report.push({ cause, effective, trials: begun, slowest_ms: Math.round(uploads.slowest) });
  console.log(
    `${effective} of ${begun} refused, ${kept} kept, the slowest after ${report.at(-1).slowest_ms} ms: ${cause}`,
  );
} finally {
  await server.stop();
  remove(dataDir);
}
const failures = report.filter((each) => each.effective < each.trials).length;
console.log(
  JSON.stringify({
    causes: report.length,
    trials,
    slowest_ms: Math.max(...report.map(({ slowest_ms }) => slowest_ms)),
    failures,
  }),
);
await exit(failures > 0 ? 1 : 0);
