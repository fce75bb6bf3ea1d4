// Seeded random commands of several people over HTTP, with idempotency keys and bodies that are used again and a clock that
// goes on by more than the memory of keys: no id stands for two things, every answer is as the contract says, and the log
// that is left is read by the program that was written from libs/kernel/FORMAT.md alone. Whose each record is and what caused
// it is computed once more by the rules of the architecture, and the audit says the same of each as the log does.
//   node scripts/rel/records.mjs [--commands 10000] [--seed 1] [--keep folder]
import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DatabaseSync } from '@photostructure/sqlite';
import { exit } from '../ending.mjs';
import { causesOf } from './causes.mjs';
import { aFirm, client, must, PASSWORD, untilReady, upload } from './client.mjs';
import { modesOf } from './modes.mjs';
import { envelopesOf } from './opened.mjs';
import { differencesIn, faultsOfReading, readByAnother } from './reader.mjs';
import { aFolder, freePort, remove, ROOT, startServer } from './server.mjs';
import { faultsOfLog, openerIn, records } from './stored.mjs';
import { tenants } from './tenants.mjs';
import { seededRandom } from './writers.mjs';

const { values } = parseArgs({
  options: {
    commands: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'string' },
  },
});
const COMMANDS = Number(values.commands);
const DAY_MS = 24 * 60 * 60 * 1000;
/** So often the clock goes on by a day and an hour. */
const DAYS = 12;
const KEYS = 60;

const failures = [];
const check = (holds, what) => {
  if (!holds) failures.push(what);
};
const randomly = (seed) => {
  const below = seededRandom(seed);
  return {
    below,
    oneOf: (items) => items[below(items.length)],
    chance: (probability) => below(1_000) < probability * 1_000,
    word: () => Array.from({ length: 10 }, () => 'abcdefghijklmnopqrstuvwxyz'[below(26)]).join(''),
  };
};
const sha256 = (text) => createHash('sha256').update(text);

// the server makes its files its own, whatever the shell that begins it allows
process.umask(0o022);
const dataDir = aFolder('dosar-records-');
const clockFile = join(aFolder('dosar-clock-'), 'ahead');
const start = async () =>
  startServer({
    dataDir,
    port: await freePort(),
    environment: {
      DOSAR_TRUSTED_PROXIES: '1',
      DOSAR_TEST_CLOCK: clockFile,
      NODE_OPTIONS: `--import ${new URL('./clock.mjs', import.meta.url)}`,
    },
  });
let server = await start();
let ahead = 0;
const now = () => Date.now() + ahead;
const goOnBy = async (ms) => {
  ahead += ms;
  writeFileSync(clockFile, String(ahead));
  process.kill(server.pid, 'SIGUSR2');
  await new Promise((go) => setTimeout(go, 200));
};

/** A digest as it may be written; without the padding, which not everybody writes. */
const HASHES = ['hex', 'base64', 'base64url'];
const digestIn = (form, hash) => hash.copy().digest(form).replace(/=+$/, '');

/** What must be nowhere but in views, letters and documents. */
const canaries = new Map();
const canary = (text, what) => {
  canaries.set(text, what);
  return text;
};

/** Those that are not even to be found there. */
const hashed = new Set();

/** Everything that was ever answered as made, by its id. */
const made = new Map();
let answered = 0;
let repeated = 0;
let refused = 0;
let reused = 0;
let atOnce = 0;
let looks = 0;
/** Files that anybody has brought, to be looked at by those who may and those who may not. */
const brought = [];

/**
 * One person at work: what they have, and which keys they used for what. `clientId` is whose documents they work with, which an
 * accountant has to say; `colleagueId` is somebody whom they talk with.
 */
const aPerson = ({ email, clientId, colleagueId, isAccountant = false }, number) => {
  const random = randomly(Number(values.seed) * 1_000 + number);
  const headers = {
    'x-forwarded-for': canary(`203.0.113.${number + 10}`, 'an address'),
    'user-agent': canary(`Agent-${number}-${random.word()}`, 'an agent'),
  };
  const used = new Map();
  const byAsked = new Map();
  const did = new Set();
  const folders = [];
  const files = [];
  const messages = [];
  const talks = [clientId];
  const notes = [];
  /** Where what was made is found in an answer, and what is kept of it. */
  const kinds = { folder: folders, file: files, data: messages, note: notes, conversation: talks };
  const own = isAccountant ? { client_id: clientId } : {};
  let ask;

  const commands = {
    makeFolder: () => {
      const parent = random.chance(0.4) ? random.oneOf(folders) : undefined;
      const name = random.chance(0.3) ? `Acte ${random.below(40)}` : canary(`Dosar ${random.word()}`, 'a folder');
      return {
        method: 'POST',
        path: '/folders',
        body: { name, ...own, ...(parent && { parent_folder_id: parent }) },
        makes: 'folder',
      };
    },
    upload: () => {
      const content = `bon ${random.word()}`;
      const name = `${canary(`bon-${random.word()}`, 'a file')}.txt`;
      const hash = sha256(content);
      for (const form of HASHES) canary(digestIn(form, hash), 'a hash');
      const folder = random.oneOf(folders);
      return {
        method: 'POST',
        path: '/files/upload',
        file: [content, name, { ...own, ...(folder && { folder_id: folder }) }],
        makes: 'file',
      };
    },
    renameFolder: () => ({
      method: 'PUT',
      path: `/folders/${random.oneOf(folders)}`,
      body: { name: canary(`Redenumit ${random.word()}`, 'a folder') },
    }),
    renameFile: () => ({
      method: 'PATCH',
      path: `/files/${random.oneOf(files)}`,
      body: { name: `${canary(`nume-${random.word()}`, 'a file')}.txt` },
    }),
    moveFile: () => ({
      method: 'POST',
      path: '/bulk/files/move',
      body: { file_ids: [random.oneOf(files)], target_folder_id: random.oneOf(folders), ...own },
    }),
    delete: () => ({
      method: 'POST',
      path: '/bulk/files/delete',
      body: { file_ids: [random.oneOf(files), random.oneOf(files)], ...own },
    }),
    restore: () => ({
      method: 'POST',
      path: '/bulk/files/restore',
      body: { file_ids: [random.oneOf(files)], ...own },
    }),
    process: () => ({
      method: 'POST',
      path: '/bulk/files/status',
      body: { file_ids: [random.oneOf(files)], process_state: random.oneOf(['processed', 'new']), ...own },
    }),
    message: () => {
      const talk = random.oneOf(talks);
      const quoted = messages.filter((each) => each.talk === talk);
      return {
        method: 'POST',
        path: `/conversations/${talk}/messages`,
        body: {
          text: canary(`Mesaj ${random.word()}`, 'a message'),
          ...(quoted.length > 0 && random.chance(0.3) && { quote_message_id: random.oneOf(quoted).id }),
          ...(talk === clientId && random.chance(0.2) && { attachment_tokens: [random.oneOf(files)] }),
        },
        makes: 'data',
      };
    },
    editMessage: () => ({
      method: 'PUT',
      path: `/messages/${random.oneOf(messages)?.id ?? randomUUID()}`,
      body: { text: canary(`Mesaj ${random.word()}`, 'a message') },
    }),
    deleteMessage: () => ({ method: 'DELETE', path: `/messages/${random.oneOf(messages)?.id ?? randomUUID()}` }),
    react: () => ({
      method: 'POST',
      path: `/messages/${random.oneOf(messages)?.id ?? randomUUID()}/reactions`,
      body: { emoji: random.oneOf(['✅', '👍']) },
    }),
    takeBack: () => ({
      method: 'DELETE',
      path: `/messages/${random.oneOf(messages)?.id ?? randomUUID()}/reactions/${encodeURIComponent('👍')}`,
    }),
    talk: () => ({
      method: 'POST',
      path: '/conversations',
      body: {
        ...(random.chance(0.5) && { client_id: clientId }),
        participant_ids: [colleagueId],
        title: canary(`Discuție ${random.word()}`, 'a title'),
      },
      makes: 'conversation',
    }),
    note: () => ({
      method: 'POST',
      path: `/files/${random.oneOf(files)}/notes`,
      body: { text: canary(`Notă ${random.word()}`, 'a note') },
      makes: 'note',
    }),
    profile: () => ({ method: 'PATCH', path: '/users/me', body: { name: canary(`Ana ${random.word()}`, 'a name') } }),
  };
  const FREQUENT = ['makeFolder', 'upload', 'upload', 'renameFolder', 'renameFile', 'message', 'message', 'note'];
  const aCommand = () => {
    if (folders.length === 0) return commands.makeFolder();
    if (files.length === 0) return commands.upload();
    return commands[random.chance(0.7) ? random.oneOf(FREQUENT) : random.oneOf(Object.keys(commands))]();
  };

  /** What is opened by a link: the answer to the link's own address. */
  const opened = async (path, options = {}) => {
    const { status, body } = await ask('GET', path, { headers, ...options });
    return status === 200 ? ask('GET', body.url, { headers }) : { status };
  };
  const mine = (status, what) => check(status === 200 || status === 404, `${what}: ${status}`);
  /** What is asked for and changes nothing: most of it is an event, of what was read or refused. */
  const looking = {
    download: async () => mine((await opened(`/files/${random.oneOf(files)}/download`)).status, 'a download'),
    preview: async () => mine((await opened(`/files/${random.oneOf(files)}/preview`)).status, 'a preview'),
    archive: async () => {
      const body = {
        file_ids: [random.oneOf(files), random.oneOf(files)],
        folder_ids: [random.oneOf(folders)],
        ...own,
      };
      const { status, body: answer } = await ask('POST', '/bulk/files/download', { body, headers });
      if (status === 200) mine((await ask('GET', answer.url, { headers })).status, 'an archive');
    },
    another: async () => {
      const { id, clientId: whose } = random.oneOf(brought);
      const { status } = await ask('GET', `/files/${id}/download`, { headers });
      const expected = isAccountant ? [200, 404] : whose === clientId ? [200, 404] : [404];
      check(expected.includes(status), `${email} asks for a file of ${whose}: ${status}`);
    },
    forbidden: async () => {
      const { status } = await ask('GET', '/audit/events', { headers });
      check(status === 403, `${email} asks for the audit: ${status}`);
    },
    search: async () => {
      const { status } = await ask('GET', `/search?q=${canary(random.word(), 'a search')}`, { headers });
      check(status === 200, `a search: ${status}`);
    },
  };
  /** Of what somebody says that they have read the server waits for more: it is seldom said. */
  const read = async () => {
    const { id, talk } = random.oneOf(messages);
    const { status } = await ask('POST', '/reads', { body: { conversation_id: talk, message_id: id }, headers });
    check(status === 204 || status === 404, `read up to ${id}: ${status}`);
  };

  const send = ({ method, path, body, file }, key) =>
    ask(method, path, { ...(file ? { form: upload(...file) } : { body }), key, headers });

  /** What an answer must be, by what was answered under that key before. */
  const judge = (command, key, { status, headers: told, body }) => {
    const asked = JSON.stringify(command);
    const before = key && used.get(key);
    const isKnown = before && now() - before.at < DAY_MS;
    const id = command.makes ? body?.[command.makes]?.id : null;
    const about = `${command.method} ${command.path} under ${key}: ${status} ${JSON.stringify(body)}`;
    if (body?.code === 'IDEMPOTENCY_KEY_REUSED') {
      reused += 1;
      return check(!before || (isKnown && before.asked !== asked), `${about}; nothing else was asked under it`);
    }
    if (status >= 400) {
      // an operation that failed as a whole has begun all the same, under its key
      if (key && command.path.startsWith('/bulk/')) used.delete(key);
      return void (refused += 1);
    }
    answered += 1;
    if (isKnown && before.asked !== asked) return check(false, `${about}; before: ${before.asked}`);
    if (isKnown) {
      repeated += 1;
      return check(status === before.status && id === before.id, `${about}; before: ${before.status} ${before.id}`);
    }
    const former = key && byAsked.get(`${key} ${asked}`);
    if (command.makes && former) {
      repeated += 1;
      check(former === id, `${about}: asked the same a day later it made ${id} beside ${former}`);
    } else if (command.makes) {
      check(!made.has(id), `${about}: ${id} is ${made.get(id)} already`);
      made.set(id, asked);
      if (command.makes === 'folder') check(body.folder.name.startsWith(command.body.name), `${about}: another name`);
      kinds[command.makes].push(command.makes === 'data' ? { id, talk: body.data.conversation_id } : id);
      if (command.makes === 'file') brought.push({ id, clientId });
      if (key) byAsked.set(`${key} ${asked}`, id);
    }
    check(told.get('x-stale') === null, `${about}: stale`);
    // what was made or done before appends nothing: its key is as free as it was
    if (key && (former || did.has(asked))) used.delete(key);
    else if (key) used.set(key, { asked, at: now(), status, id });
    did.add(asked);
  };

  /** Two things at once under one key: one of them is done, or both are different things. */
  const both = async () => {
    const key = `at once ${random.word()}`;
    const one = commands.makeFolder();
    const other = commands.makeFolder();
    const answers = await Promise.all([send(one, key), send(other, key)]);
    const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body.folder.id);
    atOnce += 1;
    const isSame = JSON.stringify(one) === JSON.stringify(other);
    check(isSame || new Set(ids).size === ids.length, `two things at once under ${key} share an id: ${ids}`);
    check(
      ids.length > 0 || isSame || answers.every(({ status }) => status < 500),
      `none of two things at once was done: ${answers.map(({ status }) => status)}`,
    );
    for (const id of ids) made.set(id, key);
  };

  return {
    signIn: async () => (ask = await client(server.url).signIn(email)),
    async work(many) {
      for (let left = many; left > 0; left -= 1) {
        if (folders.length > 0 && random.chance(0.03)) {
          await both();
          continue;
        }
        if (files.length > 0 && random.chance(0.12)) {
          looks += 1;
          await looking[random.oneOf(Object.keys(looking))]();
          continue;
        }
        if (messages.length > 0 && random.chance(0.005)) {
          await read();
          continue;
        }
        const key = random.chance(0.6) ? `a key of theirs, ${random.below(KEYS)}` : undefined;
        const before = key && used.get(key);
        const command = before && random.chance(0.6) ? JSON.parse(before.asked) : aCommand();
        judge(command, key, await send(command, key));
      }
    },
  };
};

/** What the administrator does meanwhile: accountants come and go, and so does somebody between companies and roles. */
const anAdministrator = ({ firm, people, accountants, moved }) => {
  const random = randomly(Number(values.seed) * 1_000 + 999);
  let ask;
  const at = () => `/clients/${random.oneOf(people).client.id}`;
  const acts = {
    assign: () => ask('POST', `${at()}/accountants`, { body: { accountant_ids: [random.oneOf(accountants)] } }),
    unassign: () => ask('DELETE', `${at()}/accountants/${random.oneOf(accountants)}`),
    rename: () => ask('PATCH', at(), { body: { address: canary(`Strada ${random.word()}`, 'a street') } }),
    look: () => ask('GET', `/audit/events?q=${random.word()}`),
  };
  return {
    signIn: async () => (ask = await client(server.url).admin()),
    async work(many) {
      for (let left = many; left > 0; left -= 1) {
        const act = random.oneOf(Object.keys(acts));
        const { status, body } = await acts[act]();
        // whoever is not assigned cannot be taken away
        const holds = status < 300 || (act === 'unassign' && status === 404);
        check(holds, `the administrator, ${act}: ${status} ${JSON.stringify(body)}`);
        answered += 1;
      }
    },
    /** Somebody goes to other companies, and to an office and back. */
    async relocate() {
      for (let times = 3; times > 0; times -= 1) {
        const place = { role: 'user', client_id: random.oneOf(people).client.id };
        const body = random.chance(0.3) ? { role: 'accountant', firm_id: firm.id } : place;
        must(await ask('PATCH', `/users/${moved}`, { body }), 200);
        await atRest();
      }
    },
  };
};

const COUNT = 'SELECT count(*) AS count FROM records';
/** Nothing more follows from what was done. */
const atRest = async () => {
  const log = new DatabaseSync(join(dataDir, 'log.db'), { readOnly: true, timeout: 30_000 });
  for (let before = -1, still = 0; still < 5; await new Promise((go) => setTimeout(go, 100))) {
    const { count } = log.prepare(COUNT).get();
    still = count === before ? still + 1 : 0;
    before = count;
  }
  log.close();
};

/** Who takes part: a firm with clients, accountants and users, one of whom goes from one place to another. */
const everybody = async () => {
  const office = await aFirm(server.url, 4);
  const { admin, firm, people, accountantEmail } = office;
  const make = async (body) =>
    must(await admin('POST', '/users', { body: { password: PASSWORD, ...body } }), 201, 'user');
  const [elena] = must(await admin('GET', `/users?q=${accountantEmail}`), 200, 'users');
  const mihai = await make({
    role: 'accountant',
    name: 'Mihai',
    email: canary('mihai@firma.test', 'an e-mail'),
    firm_id: firm.id,
  });
  const moved = await make({
    role: 'user',
    name: 'Dan',
    email: canary('dan@firma.test', 'an e-mail'),
    client_id: people[0].client.id,
  });
  const [first, second] = people;
  const persons = people.map(({ email, client: { id } }) => ({ email, clientId: id, colleagueId: elena.id }));
  const accountants = [
    { email: accountantEmail, clientId: first.client.id, colleagueId: mihai.id, isAccountant: true },
    { email: mihai.email, clientId: second.client.id, colleagueId: elena.id, isAccountant: true },
  ];
  const companies = [firm, ...people.map(({ client: company }) => company)];
  for (const { email } of [...persons, ...accountants]) canary(email, 'an e-mail');
  for (const { cui } of companies) canary(cui, 'a cui');
  // what anybody could compute again says it, too
  for (const text of [...canaries.keys()])
    for (const form of HASHES) hashed.add(canary(digestIn(form, sha256(text)), 'a hash of it'));
  for (const name of [...companies.map((each) => each.name ?? each.societate), 'Elena Dumitrescu'])
    canary(name, 'a name');
  const workers = [...persons, ...accountants].map(aPerson);
  const at = { firm, people, accountants: [elena.id, mihai.id], moved: moved.id };
  const administrator = anAdministrator(at);
  return { people, companies, administrator, workers: [...workers, administrator] };
};

/** Kinds of records that the commands are to have left: what did not occur was not tested. */
const OCCUR = [
  'FolderCreated',
  'FileUploaded',
  'FileNoteAdded',
  'FileDownloaded',
  'FilePreviewed',
  'AccessRefused',
  'AuditViewed',
  'SearchRecorded',
  'BulkStarted',
  'BulkFinished',
  'NotificationRaised',
  'ConversationOpened',
  'ParticipantAdded',
  'MessageSent',
  'MessageEdited',
  'MessageDeleted',
  'ReactionAdded',
  'ReadUpTo',
  'AccountantAssigned',
  'AccountantUnassigned',
  'UserMembershipChanged',
  'UserRoleChanged',
  'ClientUserLinked',
  'SignedIn',
  'ClientDetailsChanged',
  'LetterSent',
];

const SELECT_CHECKPOINTS = `SELECT count(*) AS count FROM secrets WHERE key LIKE 'checkpoint/%'`;
const letters = () => filesIn(dataDir).filter((file) => file.endsWith('.eml')).length;

/** A right that was taken away does not come back, and no letter is sent again, though the reactors' places are lost. */
const loseCheckpoints = async ({ admin, people: [from, to] }) => {
  const person = { role: 'user', name: 'Mihai Mutat', email: canary('mihai.mutat@firma.test', 'an e-mail') };
  const body = { ...person, password: 'Parola-Lunga-1', client_id: from.client.id };
  const user = must(await admin('POST', '/users', { body }), 201, 'user');
  must(await admin('PATCH', `/users/${user.id}`, { body: { client_id: to.client.id } }), 200);
  must(await client(server.url).anonymous('POST', '/auth/forgot-password', { body: { email: person.email } }), 202);
  for (let waited = 0; waited < 100 && letters() === 0; waited += 1) await new Promise((go) => setTimeout(go, 100));
  await goOnBy(DAY_MS + 60 * 60 * 1000);
  await server.stop();
  const sent = letters();
  const known = records(dataDir).length;
  check(sent > 0, 'no letter was sent');
  const vault = new DatabaseSync(join(dataDir, 'vault.db'));
  check(vault.prepare(SELECT_CHECKPOINTS).get().count > 0, 'there are no checkpoints');
  vault.exec(`DELETE FROM secrets WHERE key LIKE 'checkpoint/%'`);
  vault.close();
  server = await start();
  await server.stop();
  check(/lost the checkpoint/.test(server.complained()), `lost checkpoints are not named: ${server.complained()}`);
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'apps/gateway/dist/dosar.js'), 'accept-log'], {
    env: { PATH: process.env.PATH, DOSAR_DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  check(status === 0, `accept-log: ${stderr}`);
  server = await start();
  await new Promise((go) => setTimeout(go, 3_000));
  const again = await client(server.url).admin();
  const now = must(await again('GET', `/users/${user.id}`), 200, 'user');
  check(now.client?.id === to.client.id, `a membership that was over is back: ${JSON.stringify(now.client)}`);
  await server.stop();
  const types = records(dataDir)
    .slice(known)
    .map(({ type }) => type);
  check(types.join() === 'LogAccepted,SignedIn', `after the log was accepted: ${types}`);
  check(letters() === sent, `${letters() - sent} letters were sent again`);
};

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, path, name }) => join(parentPath ?? path, name));

const isWord = (byte) => byte !== undefined && /[\w+/=-]/.test(String.fromCharCode(byte));

/** A few digits by themselves, or behind the country: within a longer number, or what is written in base64, it is chance. */
const standsIn = (bytes, digits) => {
  for (let at = bytes.indexOf(digits); at >= 0; at = bytes.indexOf(digits, at + 1)) {
    const begin = bytes.toString('latin1', Math.max(0, at - 2), at).toUpperCase() === 'RO' ? at - 2 : at;
    if (!isWord(bytes[begin - 1]) && !isWord(bytes[at + digits.length])) return true;
  }
  return false;
};

/** Each canary is found where it may be, and nowhere else. */
const searchRaw = () => {
  const mayHave = /((views|search)\.db(-wal|-shm)?|[/\\]mail[/\\].*)$/;
  const seen = new Set();
  for (const file of filesIn(dataDir)) {
    const bytes = readFileSync(file);
    for (const [text, what] of canaries) {
      if (!(what === 'a cui' ? standsIn(bytes, text) : bytes.includes(text))) continue;
      if (mayHave.test(file) && !hashed.has(text)) seen.add(text);
      else check(false, `${what} stands in ${file}: ${text}`);
    }
  }
  return seen;
};

const groups = (items, of) => {
  const found = new Map();
  for (const item of items) {
    if (!found.has(of(item))) found.set(of(item), []);
    found.get(of(item)).push(item);
  }
  return found;
};

/** So many keys are tried by the slower reader, too. */
const FEW_KEYS = 4;
/** The key of one envelope of one record opens that and nothing else: of each type of event some, by each of their envelopes. */
const openEachItsOwn = async (all, open) => {
  const random = randomly(Number(values.seed));
  const wanted = new Map();
  for (const member of ['name', 'contact', 'content', 'origin'])
    for (const of of groups(
      all.filter((record) => envelopesOf(record).has(member)),
      ({ type }) => type,
    ).values())
      for (const record of [of[0], random.oneOf(of), of.at(-1)])
        wanted.set(open.recordKey(record, member).toString('hex'), `${record.id} ${member}`);
  const { lines } = await readByAnother(dataDir, ['--key', ...wanted.keys()]);
  const opened = groups(lines, ([, , , key]) => key);
  for (const [key, own] of wanted) {
    const found = (opened.get(key) ?? []).map(([id, member]) => `${id} ${member}`).sort();
    check(found.join() === own, `the key of ${own} opens ${found}`);
  }
  // with the key of its contents a document is opened, and nothing else is
  const documents = lines.filter(([, , , , hash]) => hash !== null);
  check(documents.length > 0, 'no document was opened by the key of its record');
  for (const [id, , { sha256 }, , hash] of documents) check(hash === sha256, `${id} opens another document`);
  const few = [...wanted.keys()].filter((_, at) => at % Math.ceil(wanted.size / FEW_KEYS) === 0);
  const theirs = lines.filter(([, , , key]) => few.includes(key));
  failures.push(...(await differencesIn(dataDir, theirs, ['--key', ...few])));
  return wanted.size;
};

const PAGE = 200;

/** What the audit answers of every event, by its id. */
const saidByAudit = async () => {
  server = await start();
  const ask = await client(server.url).admin();
  await untilReady(ask);
  const said = new Map();
  for (let before = ''; before !== null;) {
    const path = `/audit/events?limit=${PAGE}${before && `&before=${before}`}`;
    const { events, next_before: next } = must(await ask('GET', path), 200);
    for (const event of events) said.set(event.event_id, event);
    before = next;
  }
  await server.stop();
  return said;
};

/** Whether the audit says of each event what its record does: all but of the look at it. */
const compareWithAudit = (all, said) => {
  let compared = 0;
  for (const { id, type, command, causationId, correlationId } of all) {
    const event = said.get(id);
    if (!event && type === 'AuditViewed') continue;
    compared += 1;
    const [is, says] = [
      [command.id, causationId, correlationId, type],
      event && [event.command_id, event.causation_id, event.correlation_id, event.event_type],
    ].map((each) => JSON.stringify(each));
    check(is === says, `the audit says of ${id}: ${says}, and the record: ${is}`);
  }
  return compared;
};

const ofResource = ({ resource }) => resource.id;
/** The things that events make, by their ids. */
const MAKES = {
  FolderCreated: ofResource,
  FileUploaded: ofResource,
  MessageSent: ofResource,
  ConversationOpened: ofResource,
  FileNoteAdded: ({ data }) => data.noteId,
};

/** What stands in the log, read by two programs. */
const readLog = async (said) => {
  const all = records(dataDir);
  failures.push(...faultsOfLog(all));
  const { faults, counts } = causesOf(all);
  failures.push(...faults);
  const days = new Set(all.map(({ occurredAt }) => occurredAt.slice(0, 10)));
  check(days.size > DAYS, `the log is of ${days.size} days: the clock did not go on`);
  check(repeated > 0 && reused > 0, 'no key was used again: what is done then was not tested');
  const types = new Set(all.map(({ type }) => type));
  for (const type of OCCUR) check(types.has(type), `no command led to ${type}: the oracles were not asked about it`);
  const compared = compareWithAudit(all, said);
  const ids = new Map();
  const open = openerIn(dataDir);
  const tenantOf = tenants();
  for (const record of all.map(open)) {
    const tenant = tenantOf(record);
    check(
      record.tenant.firmId === tenant.firmId && record.tenant.clientId === tenant.clientId,
      `${record.type} ${record.id} belongs to ${JSON.stringify(record.tenant)}, not ${JSON.stringify(tenant)}`,
    );
    for (const { k } of envelopesOf(record).values()) {
      const [owner, generation] = k.split('/');
      const kind = owner.split(':')[0];
      const year = kind === 'origin' || kind === 'searches' ? Number(record.occurredAt.slice(0, 4)) : record.data.year;
      check(
        Number(generation) === (year ?? 1),
        `${record.type} ${record.id} is sealed with ${k}, though it is of ${year}`,
      );
    }
    const thing = MAKES[record.type]?.(record);
    if (!thing) continue;
    check(!ids.has(thing), `${thing} was made twice`);
    ids.set(thing, record.id);
  }
  for (const id of made.keys()) check(ids.has(id), `${id} was answered and is not in the log`);
  failures.push(...(await faultsOfReading(dataDir, all)));
  const keys = await openEachItsOwn(all, open);
  const envelopes = all.reduce((sum, record) => sum + envelopesOf(record).size, 0);
  return { records: all.length, types: types.size, envelopes, keys, ...counts, compared };
};

try {
  const { people, companies, administrator, workers } = await everybody();
  for (let day = 0; day < DAYS; day += 1) {
    await Promise.all(workers.map((each) => each.signIn()));
    await Promise.all(workers.map((each) => each.work(Math.ceil(COMMANDS / DAYS / workers.length))));
    // whose a record of somebody is, a process can know only as far as it has read the other streams: so nobody is told of
    // anything while they change their place
    await atRest();
    await administrator.relocate();
    await goOnBy(DAY_MS + 60 * 60 * 1000);
  }
  const modes = modesOf(dataDir);
  failures.push(...modes.faults);
  await loseCheckpoints({ admin: await client(server.url).admin(), people });
  const said = await saidByAudit();
  failures.push(...modesOf(dataDir).faults);
  const read = await readLog(said);
  const found = searchRaw();
  for (const { cui } of companies) check(found.has(cui), `the cui ${cui} is found nowhere, not even where it may be`);
  check(found.size > 100, `only ${found.size} of ${canaries.size} canaries were found where they may be`);
  if (values.keep) cpSync(dataDir, values.keep, { recursive: true });
  console.log(
    JSON.stringify({
      commands: COMMANDS,
      seed: Number(values.seed),
      days: DAYS,
      answered,
      repeated,
      refused,
      reused,
      at_once: atOnce,
      looks,
      files_kept: modes.count,
      things: made.size,
      ...read,
      canaries: canaries.size,
      found: found.size,
      failures: failures.length,
    }),
  );
} catch (error) {
  failures.push(error.stack, server.complained().slice(-2_000));
  server.kill().catch(() => undefined);
}
for (const failure of failures.slice(0, 20)) console.error(failure);
remove(dataDir);
await exit(failures.length > 0 ? 1 : 0);
