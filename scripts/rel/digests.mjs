// kill -9 between an event, the notification of it, and the letter about it: what is unread is in one letter, whatever was
// killed when. A letter whose sender is killed after the mail server took it, and before that was noted, comes again under
// the same Message-ID: that is the same letter to whoever receives it, and it is counted here.
//   npm run rel:digests [-- --rounds 20] [-- --seed n]
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { exit } from '../ending.mjs';
import { client, must, upload } from './client.mjs';
import { aRandom } from './fuzz/random.mjs';
import { aFolder, freePort, remove, startServer } from './server.mjs';
import { enter, aTenant } from './sockets/people.mjs';
import { pause, until } from './sockets/lines.mjs';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, seed: { type: 'string', default: '7' } },
});
const ROUNDS = Number(values.rounds);
/** Longer than the window of notifications, and than the lease of a killed process. */
const WINDOW_MS = 11 * 60_000;
/** How often a gateway looks for due mail, with one repetition for late views. */
const MAILED_MS = 60_000;
const TOLD_MS = 20_000;
const MESSAGES = 5;
const { next: random } = aRandom(Number(values.seed));

const received = [];
/** Called when the mail server has reached a step with a letter: `named`, `read`, `taken`. */
let onStep = () => {};
const readable = (text) =>
  text
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'));
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  closeTimeout: 100,
  onRcptTo: (_, __, done) => {
    onStep('named');
    done();
  },
  onData(stream, _, done) {
    const chunks = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    stream.on('end', () => {
      // it counts as accepted once the reply is sent
      if (onStep('read')) return;
      const text = Buffer.concat(chunks).toString();
      received.push({ id: /^Message-ID:\s*(\S+)/im.exec(text)[1], text: readable(text) });
      done();
      onStep('taken');
    });
  },
});
// a killed client is no error
mailServer.on('error', () => {});
await new Promise((go) => mailServer.listen(0, '127.0.0.1', go));

const dataDir = aFolder();
const clockFile = join(aFolder('dosar-clock-'), 'ahead');
const port = await freePort();
const how = {
  dataDir,
  port,
  environment: {
    DOSAR_SMTP_URL: `smtp://127.0.0.1:${mailServer.server.address().port}`,
    DOSAR_TEST_CLOCK: clockFile,
    NODE_OPTIONS: `--import ${new URL('./clock.mjs', import.meta.url)}`,
  },
};
let ahead = 0;
writeFileSync(clockFile, '0');
let server = await startServer(how);
const { accountant, clients } = await aTenant(server.url, await client(server.url).admin(), [1]);
const [{ id: talkId, users }] = clients;
const [ana] = users;

/** As after a crash, some time later. */
const startLater = async () => {
  ahead += WINDOW_MS;
  writeFileSync(clockFile, String(ahead));
  server = await startServer(how);
};

const letters = (text) => new Set(received.filter((each) => each.text.includes(text)).map(({ id }) => id));

/** Kills the process when a letter reaches a step. */
const killedAt = (step) =>
  new Promise((killed) => {
    onStep = (now) => {
      if (now !== step) return false;
      onStep = () => {};
      void server.kill().then(killed);
      return true;
    };
  });

const failures = [];
const play = async (round) => {
  const { ask } = await enter(server.url, ana.email);
  const said = `runda ${round}.`;
  const name = `bon ${round}.txt`;
  for (let at = 0; at < MESSAGES; at += 1)
    must(await ask('POST', `/conversations/${talkId}/messages`, { body: { text: said } }), 201);
  must(await ask('POST', '/files/upload', { form: upload(`bon ${round}`, name) }), 201);
  // at this point notifications may have been raised, or not
  await pause(random() * 60);
  await server.kill();

  server = await startServer(how);
  const elena = await enter(server.url, accountant.email);
  const unread = async () => must(await elena.ask('GET', '/notifications'), 200, 'unread_count');
  for (const end = Date.now() + TOLD_MS; (await unread()) < 2 && Date.now() < end; await pause(100));
  if ((await unread()) !== 2) failures.push(`round ${round}: ${await unread()} notifications, not 2`);
  await server.kill();

  const step = [null, 'named', 'read', 'taken'][round % 4];
  const killed = step && killedAt(step);
  await startLater();
  if (killed) {
    const isKilled = await Promise.race([killed.then(() => true), pause(MAILED_MS).then(() => false)]);
    if (!isKilled) failures.push(`round ${round}: nothing was ${step}`);
    onStep = () => {};
    await startLater();
  }
  const isMailed = () => [said, name].every((each) => letters(each).size > 0);
  await until(isMailed, 'all is mailed', MAILED_MS).catch(() => {});
  // by then a repeated letter would have been sent
  await pause(500);
  const { ask: asElena } = await enter(server.url, accountant.email);
  must(await asElena('PATCH', '/notifications/read-all'), 200);
};

const started = performance.now();
for (let round = 0; round < ROUNDS; round += 1) await play(round);
for (let round = 0; round < ROUNDS; round += 1)
  for (const each of [`runda ${round}.`, `bon ${round}.txt`])
    if (letters(each).size !== 1) failures.push(`«${each}» is in ${letters(each).size} letters`);
await server.stop();
mailServer.close();
remove(dataDir);

const all = new Set(received.map(({ id }) => id)).size;
for (const each of failures) console.log(`WRONG ${each}`);
console.log(
  `${ROUNDS} rounds of ${MESSAGES} messages and a document, killed before and in the mailing: ${all} letters, ${received.length - all} of them came twice under the same Message-ID, ${failures.length} wrong (${((performance.now() - started) / 1_000).toFixed(0)} s)`,
);
await exit(failures.length > 0 ? 1 : 0);
