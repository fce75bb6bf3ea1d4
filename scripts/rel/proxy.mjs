// Dosar behind the proxies of deploy/, with TLS of an authority made here: sockets, archives of 50 MB, ranges, refusals,
// and the callers' own addresses in the audit.
//   node scripts/rel/proxy.mjs [caddy] [nginx]
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { exit } from '../ending.mjs';
import { ensurePrograms } from '../ensure.mjs';
import { PASSWORD } from './client.mjs';
import { aForm, anArchive } from './forms.mjs';
import { ADMIN, aFolder, freePort, remove, ROOT, startServer } from './server.mjs';

/** So long a read may take to be in the audit. */
const AUDITED_MS = 5_000;
const MiB = 1024 * 1024;
const MINE = '127.0.0.7';
const FORGED = '203.0.113.99';

/** An authority of our own, and a certificate of it for this machine. */
const certificates = (folder) => {
  const openssl = (...args) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1');
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Dosar test', '-days', '2');
  openssl('req', ...key, '-keyout', 'privkey.pem', '-out', 'server.csr', '-subj', '/CN=localhost');
  openssl(
    'x509',
    '-req',
    '-in',
    'server.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    'names',
    '-out',
    'fullchain.pem',
  );
  return readFileSync(join(folder, 'ca.pem'));
};

/** The configuration that is shipped, with the names and ports of this run in it. */
const shipped = (file, replacements) => {
  let text = readFileSync(join(ROOT, 'deploy', file), 'utf8');
  for (const [find, replace] of replacements) {
    if (!text.includes(find)) throw new Error(`deploy/${file} has no ${find}`);
    text = text.replaceAll(find, replace);
  }
  return text;
};

const PROXIES = {
  caddy: (folder, port, dosar) => {
    const site = shipped('caddy/Caddyfile', [
      ['\ndosar.example.ro {', `\nhttps://localhost:${port} {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`],
      ['127.0.0.1:3000', `127.0.0.1:${dosar}`],
      ['\n{\n', '\n{\n\tadmin off\n\tauto_https disable_redirects\n'],
      ['/var/log/caddy', folder],
    ]);
    writeFileSync(join(folder, 'Caddyfile'), site);
    const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    return spawn('caddy', ['run', '--config', join(folder, 'Caddyfile')], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  },
  nginx: (folder, port, dosar) => {
    const site = shipped('nginx/dosar.conf', [
      ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
      ['server_name dosar.example.ro', 'server_name localhost'],
      ['/etc/letsencrypt/live/dosar.example.ro', folder],
      ['/var/log/nginx', folder],
      ['127.0.0.1:3000', `127.0.0.1:${dosar}`],
    ]);
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    mkdirSync(join(folder, 'temp'));
    const temporary = places.map((name) => `${name}_temp_path ${folder}/temp/${name};`).join('\n');
    writeFileSync(join(folder, 'site.conf'), site);
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off;\n${process.getuid() === 0 ? 'user root;\n' : ''}pid ${folder}/nginx.pid;\nerror_log stderr error;\nevents {}\nhttp {\n${temporary}\ninclude ${folder}/site.conf;\n}\n`,
    );
    return spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: ['ignore', 'ignore', 'pipe'] });
  },
};

/** Asks over TLS, from an address of this machine's own. */
const asking =
  (url, ca) =>
  (method, path, { token, body, form, headers } = {}) =>
    new Promise((resolve, reject) => {
      const sent = form ?? (body && { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) });
      const asked = request(
        new URL(path.startsWith('/api') ? path : `/api${path}`, url),
        {
          method,
          ca,
          localAddress: MINE,
          agent: false,
          headers: {
            'x-forwarded-for': FORGED,
            ...(token && { authorization: `Bearer ${token}` }),
            ...(sent && { 'content-type': sent.type, 'content-length': sent.bytes.length }),
            ...headers,
          },
        },
        async (response) => {
          const parts = [];
          for await (const part of response) parts.push(part);
          const bytes = Buffer.concat(parts);
          const isJson = /json/.test(response.headers['content-type'] ?? '');
          resolve({
            status: response.statusCode,
            headers: response.headers,
            bytes,
            body: isJson && bytes.length > 0 && JSON.parse(bytes),
          });
        },
      );
      asked.on('error', reject);
      asked.end(sent?.bytes);
    });

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** What people do, through a proxy. @returns what does not hold */
const faultsBehind = async (url, ca) => {
  const faults = [];
  const check = (holds, what) => holds || faults.push(what);
  const ask = asking(url, ca);
  const must = async (status, ...call) => {
    const answer = await ask(...call);
    if (answer.status !== status)
      throw new Error(`${call[0]} ${call[1]}: ${answer.status} ${answer.bytes.subarray(0, 300)}`);
    return answer;
  };
  const signedIn = await must(200, 'POST', '/auth/login', { body: ADMIN });
  const { token } = signedIn.body;
  check(/; Secure/.test(signedIn.headers['set-cookie'] ?? ''), 'the refresh cookie is not for TLS only');
  check(/^max-age=\d+$/.test(signedIn.headers['strict-transport-security'] ?? ''), 'no Strict-Transport-Security');
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0];
  check(
    (await ask('POST', '/auth/refresh', { headers: { cookie, origin: url } })).status === 200,
    'refresh from the own origin',
  );
  const make = async (path, body, name) => (await must(201, 'POST', path, { token, body })).body[name];
  const firm = await make('/firms', { name: 'Contab', cui: '18547290' }, 'firm');
  const client = await make('/clients', { societate: 'Moara', cui: '31401320', firm_id: firm.id }, 'client');
  const person = { role: 'user', name: 'Ana', email: 'ana@moara.test', password: PASSWORD, client_id: client.id };
  await make('/users', person, 'user');

  for (const transport of ['websocket', 'polling']) {
    const socket = io(url, { auth: { token }, transports: [transport], ca, reconnection: false, forceNew: true });
    const heard = new Promise((resolve) => socket.once('files:changed', resolve));
    const said = await new Promise((resolve) => {
      socket.once('connect', () => resolve(null));
      socket.once('connect_error', ({ message, description }) => resolve(`${message} ${description?.message ?? ''}`));
    });
    check(said === null, `${transport}: ${said}`);
    if (said === null) {
      await make('/folders', { name: `Acte ${transport}`, client_id: client.id }, 'folder');
      const late = new Promise((resolve) => setTimeout(() => resolve('late'), 10_000).unref());
      check((await Promise.race([heard, late])) !== 'late', `${transport} hears nothing`);
    }
    socket.close();
  }

  const archive = anArchive(50 * MiB);
  const form = (bytes) => aForm(bytes, 'arhivă.zip', { client_id: client.id });
  const { file } = (await must(201, 'POST', '/files/upload', { token, form: form(archive) })).body;
  check(file.size === 50 * MiB && file.sha256 === sha256(archive), 'the archive has arrived otherwise');
  const tooLarge = await ask('POST', '/files/upload', { token, form: form(anArchive(51 * MiB)) }).catch(({ code }) => ({
    status: code,
  }));
  check(
    tooLarge.status === 413 && tooLarge.body.code === 'FILE_TOO_LARGE',
    `51 MiB: ${tooLarge.status} ${JSON.stringify(tooLarge.body)}`,
  );
  const link = (await must(200, 'GET', `/files/${file.id}/download`, { token })).body.url;
  check(sha256((await must(200, 'GET', link)).bytes) === file.sha256, 'the archive comes back otherwise');
  const part = await must(206, 'GET', link, { headers: { range: 'bytes=1000000-1000009' } });
  check(part.bytes.equals(archive.subarray(1_000_000, 1_000_010)), 'a range has other bytes');
  check(
    part.headers['content-range'] === `bytes 1000000-1000009/${50 * MiB}`,
    `a range of ${part.headers['content-range']}`,
  );

  const tree = await must(200, 'GET', `/folders/tree?client_id=${client.id}`, { token });
  const again = await ask('GET', `/folders/tree?client_id=${client.id}`, {
    token,
    headers: { 'if-none-match': tree.headers.etag },
  });
  check(again.status === 304, `what has not changed is ${again.status}`);
  const audited = async () => (await must(200, 'GET', '/audit/events?limit=200', { token })).body.events;
  const isDownload = ({ event_type }) => event_type === 'FileDownloaded';
  let events = await audited();
  // nobody waits for this view
  for (const end = Date.now() + AUDITED_MS; !events.some(isDownload) && Date.now() < end; events = await audited())
    await new Promise((go) => setTimeout(go, 50));
  // what the installation does by itself comes from nowhere
  const addresses = new Set(events.map(({ ip_address }) => ip_address).filter((each) => each !== null));
  check([...addresses].join() === MINE, `the audit has the addresses ${[...addresses]}, not ${MINE}`);
  check(events.some(isDownload), 'the download is not in the audit');
  return faults;
};

/** What stands in addresses that nobody may read: as tokens of links, as tickets, and behind question marks. */
const SECRET = 'c2VjcmV0.VeryLongSignature';
const ADDRESSES = [
  '/auth/reset-password/',
  '/auth/invitation/',
  '/files/content/',
  '/bulk/content/',
  '/notifications/unsubscribe/',
  '/files?q=',
  '/../reset-password?token=',
  '/../invitation?token=',
  '/../unsubscribe?token=',
];

/** Calls with secrets in their addresses, while Dosar answers and when it does not. @returns what of them is in the log of the proxy */
const secretsLogged = async (url, ca, folder, { stop }, said) => {
  const all = () => Promise.all(ADDRESSES.map((each) => asking(url, ca)('GET', `${each}${SECRET}`)));
  await all();
  await stop();
  const down = await all();
  const faults = down.some(({ status }) => status !== 502) ? ['without Dosar it does not answer 502'] : [];
  await new Promise((go) => setTimeout(go, 200));
  const log = readFileSync(join(folder, 'dosar.log'), 'utf8');
  if (!log.includes('/api/auth/reset-password/') || !log.includes(MINE)) faults.push('calls are not in its log');
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  const written = [...logs.map((name) => readFileSync(join(folder, name), 'utf8')), said()].join('\n').split('\n');
  const lines = written.filter((line) => line.includes(SECRET));
  return [...faults, ...lines.map((line) => `in its log: ${line.slice(0, 300)}`)];
};

const started = async (proxy, url, ca) => {
  let said = '';
  proxy.stderr.on('data', (data) => (said += data));
  for (let waited = 0; waited < 200; waited += 1) {
    if (proxy.exitCode !== null) throw new Error(`the proxy ended with ${proxy.exitCode}: ${said}`);
    const live = await asking(url, ca)('GET', '/health/live').catch(() => null);
    if (live?.status === 200) return () => said;
    await new Promise((go) => setTimeout(go, 50));
  }
  throw new Error(`the proxy does not answer: ${said}`);
};

const behind = async (name) => {
  const folder = aFolder(`dosar-${name}-`);
  const dataDir = aFolder();
  const port = await freePort();
  const dosar = await freePort();
  const url = `https://localhost:${port}`;
  const ca = certificates(folder);
  const environment = { DOSAR_PUBLIC_URL: url, DOSAR_TRUSTED_PROXIES: '1' };
  const server = await startServer({ dataDir, port: dosar, environment });
  const proxy = PROXIES[name](folder, port, dosar);
  try {
    const said = await started(proxy, url, ca);
    const faults = [...(await faultsBehind(url, ca)), ...server.complained().split('\n').filter(Boolean)];
    return [...faults, ...(await secretsLogged(url, ca, folder, server, said))];
  } catch (error) {
    return [error.stack];
  } finally {
    proxy.kill();
    if (proxy.exitCode === null) await once(proxy, 'exit');
    await server.stop().catch(() => undefined);
    for (const each of [folder, dataDir]) remove(each);
  }
};

const wanted = process.argv.slice(2);
const names = Object.keys(PROXIES).filter((name) => wanted.length === 0 || wanted.includes(name));
await ensurePrograms({ caddy: 'caddy', nginx: 'nginx-light', openssl: 'openssl' });
let failures = 0;
for (const name of names) {
  const faults = await behind(name);
  failures += faults.length;
  for (const fault of faults) console.error(`${name}: ${fault}`);
}
console.log(JSON.stringify({ proxies: names, failures }));
await exit(failures > 0 ? 1 : 0);
