// A right that is taken away is gone within a second, wherever it was used: on calls, an open socket, a link of a
// download, the cookie that would renew the session, and an upload that is under way. Every cause, many times over.
//   node scripts/rel/revocations.mjs --trials 100
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { io } from 'socket.io-client';
import { exit } from '../ending.mjs';
import { aFirm, client, must, PASSWORD, upload } from './client.mjs';
import { halfUpload } from './half-upload.mjs';
import { aFolder, freePort, remove, startServer } from './server.mjs';

const { values } = parseArgs({ options: { trials: { type: 'string', default: '100' } } });
const trials = Number(values.trials);
const WITHIN_MS = 1_000;
const NEXT = 'Parola-Nouă-7';

const dataDir = aFolder();
const server = await startServer({ dataDir, port: await freePort() });
const { anonymous, as } = client(server.url);
const { admin, firm, people } = await aFirm(server.url, 1);
const [{ client: bakery, ask: colleague }] = people;
const file = must(await colleague('POST', '/files/upload', { form: upload('conținut', 'factura.txt') }), 201, 'file');

const aUser = async () => {
  const email = `om.${randomUUID()}@firma.test`;
  const body = { role: 'user', name: 'Om', email, password: PASSWORD, client_id: bakery.id };
  return { email, ...must(await admin('POST', '/users', { body }), 201, 'user') };
};

/** Somebody who is signed in and uses everything that a session gives. */
const signedIn = async (email) => {
  const answer = await anonymous('POST', '/auth/login', { body: { email, password: PASSWORD } });
  const { token } = must(answer, 200);
  const cookie = answer.headers.get('set-cookie').split(';')[0];
  const ask = as(token);
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

/** Each takes somebody's session away; what it needs is made before the clock runs. */
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
      const answer = revoke();
      const done = answer.then((given) =>
        given.status < 300 ? performance.now() : Promise.reject(new Error(JSON.stringify(given.body))),
      );
      const since = await done;
      const uploaded = rest().then((status) => [status, performance.now() - since]);
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
  const { files } = must(await colleague('GET', '/files'), 200);
  const kept = files.length - 1;
  const cause = 'uploads under way, by all of these';
  const [effective, begun] = [uploads.refused - kept, uploads.begun];
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
