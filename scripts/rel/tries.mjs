// A server that is killed with -9 in the midst of work that it begins again by itself. Two kills are two kills: the work is
// done then. What a third process does not survive is the cause: at the next start it is given up, the server is ready and
// serves all others, and an administrator can have a document read again.
//   npm run rel:tries
//   node scripts/rel/tries.mjs --short   documents alone
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DatabaseSync } from '@photostructure/sqlite';
import { SMTPServer } from 'smtp-server';
import { atEnd, exit } from '../ending.mjs';
import { ensureBuilt } from '../ensure.mjs';
import { aFirm, client, must, Unknown, untilReady, upload } from './client.mjs';
import { aFolder, freePort, remove, ROOT, startServer } from './server.mjs';
import { zipOf } from './zip.mjs';

const { values: flags } = parseArgs({ options: { short: { type: 'boolean' }, main: { type: 'string' } } });
await ensureBuilt();

const PATIENCE_MS = 30_000;
const LOOK_MS = 3;
const pause = (ms) => new Promise((go) => setTimeout(go, ms));
const until = async (what, find) => {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(LOOK_MS)) {
    const found = await find();
    if (found) return found;
  }
  throw new Error(`it did not come to pass: ${what}`);
};
const mustBe = (found, wanted, what) => {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`${what}: ${JSON.stringify(wanted)} was expected, ${JSON.stringify(found)} came`);
};

/** Processes that another one has started, whichever of its threads did, and those that they have started. */
const startedBy = (pid) => {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const own = threads.flatMap((each) =>
      readFileSync(`/proc/${pid}/task/${each}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return own.flatMap((each) => [each, ...startedBy(each)]);
  } catch {
    // it has ended meanwhile
    return [];
  }
};
const isRunning = (pid, program) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program);
  } catch {
    return false;
  }
};

/** Holds readers that a server starts before they read anything. They end with it, or here. */
const holding = (server, program) => {
  const held = new Set();
  const look = () => {
    const pid = server();
    for (const each of pid ? startedBy(pid) : [])
      if (!held.has(each) && isRunning(each, program)) {
        process.kill(each, 'SIGSTOP');
        held.add(each);
      }
  };
  const timer = setInterval(look, LOOK_MS);
  return () => {
    clearInterval(timer);
    for (const each of held) if (isRunning(each, program)) process.kill(each, 'SIGKILL');
  };
};

let kills = 0;
/** One installation, which is killed and started again. */
const anInstallation = async (kind, environment = {}) => {
  const dataDir = aFolder();
  const over = atEnd(() => remove(dataDir));
  const port = await freePort();
  const pidFile = join(dataDir, 'started.pid');
  // its readers are to be held from their beginning
  const before = ['/bin/sh', '-c', `echo $$ > ${pidFile}; exec "$@"`, 'sh'];
  const how = { dataDir, port, before, environment: { DOSAR_OCR: 'off', ...environment } };
  const seen = new Set();
  let server = null;
  let release = () => undefined;
  const pid = () => {
    try {
      return Number(readFileSync(pidFile, 'utf8'));
    } catch {
      return null;
    }
  };
  const notes = () => {
    const db = new DatabaseSync(join(dataDir, 'vault.db'), { readOnly: true, timeout: 30_000 });
    const found = db.prepare(`SELECT key, value FROM secrets WHERE key LIKE 'try/${kind}/%'`).all();
    db.close();
    return found.map(({ key, value }) => ({ id: key.split('/')[2], ...JSON.parse(value) }));
  };
  return {
    url: `http://127.0.0.1:${port}`,
    /** @param {string} [program] readers of that kind are held until its end */
    async start(program) {
      release = program ? holding(pid, program) : () => undefined;
      server = await startServer({ ...how, ...(flags.main && { main: flags.main }) });
      await untilReady(client(server.url).anonymous);
    },
    /** Kills it as soon as the process that is there now has noted such work. @returns what the work is about */
    async dies() {
      const found = await until(`a note of the ${kind}`, () => notes().find((each) => !seen.has(each.process)));
      seen.add(found.process);
      await server.kill();
      kills += 1;
      release();
      return found.about;
    },
    hasNotes: () => notes().length > 0,
    async end() {
      release();
      mustBe(await server.stop(), 0, 'the end of the server');
      remove(dataDir);
      over();
    },
  };
};

/** Whoever is killed answers nothing. */
const unanswered = (asked) => void asked.catch((error) => error instanceof Unknown || Promise.reject(error));
const contentsOf = async (ask, name) => {
  const { body } = await ask('GET', `/search?q=${name}&record=false`);
  return body.results.find(({ title }) => title.startsWith(`${name}.`))?.contents;
};
const isKnown = (ask, name) =>
  until(`what is in ${name}`, async () => {
    const contents = await contentsOf(ask, name);
    return contents !== 'waiting' && contents;
  });
const given = (ask, name, bytes) => ask('POST', '/files/upload', { form: upload(bytes, name) });
const kindOf = async (ask, { id }, part = 'preview') => {
  const { kind, why, thumbnail } = must(await ask('GET', `/files/${id}/${part}`), 200);
  return why ?? kind ?? (thumbnail ? 'drawn' : 'empty');
};

/** Others are served all the while: what they bring is read and shown. */
const servesOthers = async (ask, number) => {
  const file = must(await given(ask, `altele${number}.csv`, 'chitanță;1'), 201, 'file');
  mustBe(await isKnown(ask, `altele${number}`), 'read', 'what another company brings');
  mustBe(await kindOf(ask, file), 'table', 'what another company looks at');
};

const document = (deaths) => async () => {
  const place = await anInstallation('document');
  await place.start('text.worker');
  const { people } = await aFirm(place.url, 2);
  const file = must(await given(people[0].ask, 'oprit.csv', 'chitanță;2'), 201, 'file');
  for (let at = 0; at < deaths; at += 1) {
    if (at > 0) await place.start('text.worker');
    mustBe(await place.dies(), file.id, 'what was being read');
  }
  await place.start();
  const [ask, other] = await Promise.all(people.map(({ email }) => client(place.url).signIn(email)));
  await servesOthers(other, deaths);
  const isCause = deaths > 2;
  mustBe(await isKnown(ask, 'oprit'), isCause ? 'damaged' : 'read', 'what the search says');
  mustBe(await kindOf(ask, file), isCause ? 'damaged' : 'table', 'what is shown');
  if (isCause) {
    must(await (await client(place.url).admin())('POST', `/files/${file.id}/read-again`), 204);
    await until('it is read again', async () => (await contentsOf(ask, 'oprit')) === 'read');
    mustBe(await kindOf(ask, file), 'table', 'what is shown then');
  }
  await until('nothing is noted any more', () => !place.hasNotes());
  await place.end();
};

const drawing = (deaths) => async () => {
  const place = await anInstallation('picture');
  await place.start('thumbnail.worker');
  const { people } = await aFirm(place.url, 2);
  const photo = readFileSync(join(ROOT, 'apps/gateway/demo/documents/brutaria-2026-09/bon_01.jpg'));
  const file = must(await given(people[0].ask, 'oprit.jpg', photo), 201, 'file');
  const signedIn = () => Promise.all(people.map(({ email }) => client(place.url).signIn(email)));
  for (let at = 0; at < deaths; at += 1) {
    if (at > 0) await place.start('thumbnail.worker');
    const [ask] = await signedIn();
    unanswered(ask('GET', `/files/${file.id}/thumbnail`));
    mustBe(await place.dies(), file.id, 'what was being drawn');
  }
  await place.start();
  const [ask, other] = await signedIn();
  const isCause = deaths > 2;
  mustBe(await kindOf(ask, file, 'thumbnail'), isCause ? 'damaged' : 'drawn', 'the small picture');
  mustBe(await kindOf(ask, file), 'image', 'what is shown');
  await servesOthers(other, deaths);
  if (isCause) {
    must(await (await client(place.url).admin())('POST', `/files/${file.id}/read-again`), 204);
    mustBe(await kindOf(ask, file, 'thumbnail'), 'drawn', 'the small picture then');
  }
  await until('nothing is noted any more', () => !place.hasNotes());
  await place.end();
};

const ended = (ask, id) =>
  until('the end of the operation', async () => {
    const { status, body } = await ask('GET', `/bulk/operations/${id}`);
    return status === 200 && body.operation.status !== 'in_progress' && body.operation;
  });

/** @param begin what makes the operation; it answers nothing. @param code why it fails once it is given up */
const operation = (deaths, begin, code) => async () => {
  const place = await anInstallation('operation');
  await place.start();
  const { people } = await aFirm(place.url, 2);
  await begin(people[0].ask);
  let id = await place.dies();
  for (let at = 1; at < deaths; at += 1) {
    await place.start();
    id = await place.dies();
  }
  await place.start();
  const [ask, other] = await Promise.all(people.map(({ email }) => client(place.url).signIn(email)));
  await servesOthers(other, deaths);
  const { status, failed } = await ended(ask, id);
  if (deaths < 3) mustBe([status, failed], ['completed', []], 'the operation');
  else mustBe(failed[0]?.code, code, `the operation, which is ${status}`);
  await until('nothing is noted any more', () => !place.hasNotes());
  // the next one of this client is as if there had been none
  const folder = must(await ask('POST', '/folders', { body: { name: 'De după' } }), 201, 'folder');
  const next = await ask('POST', '/bulk/files/delete', { body: { folder_ids: [folder.id] } });
  mustBe(must(next, 200, 'operation').status, 'completed', 'the next operation');
  await place.end();
};
const unpack = async (ask, entries) => {
  const archive = must(await given(ask, 'arhiva.zip', await zipOf(entries)), 201, 'file');
  return ask('POST', `/files/${archive.id}/extract-zip`, { body: { folder_name: `Din arhivă ${entries.length}` } });
};
const entriesOf = (count, text) => Array.from({ length: count }, (_, at) => [`${at}${text ? '.txt' : ''}`, text]);
const beginArchive = async (ask) => unanswered(unpack(ask, entriesOf(500, 'chitanță')));
const beginDeletion = async (ask) => {
  const { operation: made } = must(await unpack(ask, entriesOf(1_990, null)), 202);
  const { made: top } = await ended(ask, made.id);
  unanswered(ask('POST', '/bulk/files/delete', { body: { folder_ids: top.map(({ id }) => id) } }));
};

/** A mail server that takes letters, or says nothing while it is held. */
const aMailServer = async () => {
  const received = [];
  let isHeld = true;
  const taking = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      stream.resume().on('end', () => {
        received.push(envelope.rcptTo[0].address);
        done();
      });
    },
  });
  taking.on('error', () => undefined);
  const front = createServer((socket) => {
    socket.on('error', () => undefined);
    if (!isHeld) taking.server.emit('connection', socket);
  });
  await new Promise((go) => front.listen(0, '127.0.0.1', go));
  return {
    url: `smtp://127.0.0.1:${front.address().port}`,
    received,
    take: () => void (isHeld = false),
    end: () => front.close(),
  };
};

const letter = (deaths) => async () => {
  const mail = await aMailServer();
  const place = await anInstallation('letter', { DOSAR_SMTP_URL: mail.url });
  await place.start();
  const { people } = await aFirm(place.url, 2);
  const forget = (email) => client(place.url).anonymous('POST', '/auth/forgot-password', { body: { email } });
  must(await forget(people[0].email), 202);
  await place.dies();
  for (let at = 1; at < deaths; at += 1) {
    await place.start();
    await place.dies();
  }
  mail.take();
  await place.start();
  must(await forget(people[1].email), 202);
  await until('the letter to another', () => mail.received.includes(people[1].email));
  // letters go in the order of what they tell of
  mustBe(mail.received.includes(people[0].email), deaths < 3, 'whether the letter was sent');
  await place.end();
  mail.end();
};

const cases = {
  'a document, killed twice: it is read': document(2),
  'a document, killed three times: it is damaged, and read again when that is asked for': document(3),
  ...(!flags.short && {
    'a small picture, killed twice: it is drawn': drawing(2),
    'a small picture, killed three times: it is not drawn until that is asked for': drawing(3),
    'an archive, killed twice: it is unpacked': operation(2, beginArchive),
    'an archive, killed three times: it is refused': operation(3, beginArchive, 'ZIP_UNSAFE'),
    'a deletion, killed twice: it is done': operation(2, beginDeletion),
    'a deletion, killed three times: the rest of it fails': operation(3, beginDeletion, 'INTERNAL_ERROR'),
    'a letter, killed twice: it is sent': letter(2),
    'a letter, killed three times: it is not sent, and the next one is': letter(3),
  }),
};
const left = Object.entries(cases);
let failures = 0;
const lane = async () => {
  for (let next = left.shift(); next; next = left.shift()) {
    const [name, work] = next;
    const began = performance.now();
    const fault = await work().then(
      () => null,
      (error) => error.message,
    );
    if (fault) failures += 1;
    console.log(`${fault ? `WRONG: ${fault}` : 'ok'}: ${name} (${((performance.now() - began) / 1_000).toFixed(1)} s)`);
  }
};
await Promise.all([lane(), lane()]);
console.log(JSON.stringify({ cases: Object.keys(cases).length, kills, failures }));
await exit(failures > 0 ? 1 : 0);
