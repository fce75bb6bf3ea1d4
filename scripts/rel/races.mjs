// What many ask for in the same moment is done once, and a right that ends, ends: the races that a reviewer ran, and a
// hundred repetitions each of three in which something was wrong once.
//   npm run rel:races -- --repetitions 100
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { exit } from '../ending.mjs';
import { aFirm, client, manyUsers, must, PASSWORD } from './client.mjs';
import { halfUpload } from './half-upload.mjs';
import { aFolder, freePort, remove, startServer } from './server.mjs';

const { values } = parseArgs({ options: { repetitions: { type: 'string', default: '100' } } });
const repetitions = Number(values.repetitions);
const NEXT = 'Parola-Nouă-7';

const dataDir = aFolder();
const server = await startServer({ dataDir, port: await freePort() });
const { anonymous, as } = client(server.url);
const { admin, firm, people } = await aFirm(server.url, 2);
const [{ client: bakery, ask, email: baker }, { client: mill }] = people;
const colleague = await client(server.url).signIn(baker);

const times = (many, work) => Promise.all(Array.from({ length: many }, (_, at) => work(at)));
const statuses = (answers) => answers.map(({ status }) => status);
const count = (answers, status) => statuses(answers).filter((each) => each === status).length;
const folder = async (name, parent_folder_id) =>
  must(await ask('POST', '/folders', { body: { name, ...(parent_folder_id && { parent_folder_id }) } }), 201, 'folder');
const anotherUser = manyUsers(admin);
const aUser = () => anotherUser({ role: 'user', client_id: bakery.id });
const login = (email, password = PASSWORD) => anonymous('POST', '/auth/login', { body: { email, password } });
const aliveOf = async (answers) => {
  const tokens = answers.filter(({ status }) => status === 200).map(({ body }) => body.token);
  return count(await Promise.all(tokens.map((token) => as(token)('GET', '/users/me'))), 200);
};

/** Each returns what went wrong, or nothing. */
const races = {
  'the same key twenty times: one folder': async () => {
    const key = randomUUID();
    const answers = await times(20, () => ask('POST', '/folders', { body: { name: `Cheie ${key}` }, key }));
    const ids = new Set(answers.map(({ body }) => body.folder?.id));
    return ids.size === 1 && count(answers, 201) === 20 ? null : statuses(answers).join();
  },
  'twenty keys, one name: one folder': async () => {
    const name = `Nume ${randomUUID()}`;
    const answers = await times(20, () => ask('POST', '/folders', { body: { name }, key: randomUUID() }));
    return count(answers, 201) === 1 && count(answers, 409) === 19 ? null : statuses(answers).join();
  },
  'two rename one folder: both names were its own once': async () => {
    const { id } = await folder(`Redenumit ${randomUUID()}`);
    const a = randomUUID();
    const b = randomUUID();
    const answers = await Promise.all([
      ask('PUT', `/folders/${id}`, { body: { name: a } }),
      colleague('PUT', `/folders/${id}`, { body: { name: b } }),
    ]);
    const { name } = must(await ask('GET', `/folders/${id}`), 200, 'folder');
    return count(answers, 200) === 2 && [a, b].includes(name) ? null : `${statuses(answers)} ${name}`;
  },
  'two folders into each other: one of them': async () => {
    const a = await folder(`A ${randomUUID()}`);
    const b = await folder(`B ${randomUUID()}`);
    const move = (by, what, to) =>
      by('POST', '/bulk/files/move', { body: { folder_ids: [what.id], target_folder_id: to.id } });
    const answers = await Promise.all([move(ask, a, b), move(colleague, b, a)]);
    const codes = answers.map(({ status, body }) => (status === 200 ? 'moved' : body.code)).sort();
    return codes.join() === 'FOLDER_CYCLE,moved' ? null : codes.join();
  },
  'fifty registrations of one e-mail: one': async () => {
    const email = `unul.${randomUUID()}@firma.test`;
    const body = { role: 'user', name: 'Om', email, client_id: bakery.id };
    const answers = await times(50, () => admin('POST', '/users', { body }));
    return count(answers, 201) === 1 && count(answers, 409) === 49 ? null : statuses(answers).join();
  },
  'twenty firms of one cui: one': async () => {
    const cui = String(10_000_000 + Math.floor(Math.random() * 89_999_999));
    const answers = await times(20, (at) => admin('POST', '/firms', { body: { name: `Firma ${at}`, cui } }));
    return count(answers, 201) === 1 && count(answers, 409) === 19 ? null : statuses(answers).join();
  },
  'sixty sign-ins of one account: fifty sessions': async () => {
    const { email } = await aUser();
    // so many that nobody is sent away: of one address 32 passwords wait
    const answers = [];
    for (let round = 0; round < 3; round += 1) answers.push(...(await times(20, () => login(email))));
    const alive = await aliveOf(answers);
    const { body } = await login(email);
    const { sessions } = must(await as(body.token)('GET', '/auth/sessions'), 200);
    const isRight = count(answers, 200) === 60 && alive === 50 && sessions.length === 50;
    return isRight ? null : `${count(answers, 200)} signed in, ${alive} alive, then ${sessions.length}`;
  },
  'a new password against the cookie: what was renewed is over': async () => {
    const person = await aUser();
    const answer = await login(person.email);
    const cookie = answer.headers.get('set-cookie').split(';')[0];
    const [changed, ...renewed] = await Promise.all([
      admin('PATCH', `/users/${person.id}`, { body: { password: NEXT } }),
      ...Array.from({ length: 6 }, () => anonymous('POST', '/auth/refresh', { headers: { cookie } })),
    ]);
    const alive = await aliveOf(renewed);
    return changed.status === 200 && alive === 0 ? null : `${changed.status}, ${alive} sessions live on`;
  },
};

const lose = [
  ['signing out', (person) => person.ask('POST', '/auth/logout')],
  ['signing out everywhere', (person) => person.ask('POST', '/auth/logout-all')],
  ['a new password', ({ id }) => admin('PATCH', `/users/${id}`, { body: { password: NEXT } })],
  ['inactive', ({ id }) => admin('PATCH', `/users/${id}`, { body: { status: 'inactive' } })],
  ['another client', ({ id }) => admin('PATCH', `/users/${id}`, { body: { client_id: mill.id } })],
  ['another role', ({ id }) => admin('PATCH', `/users/${id}`, { body: { role: 'accountant', firm_id: firm.id } })],
  ['deleted', ({ id }) => admin('DELETE', `/users/${id}`)],
];

const repeated = {
  'finding 3: sign-ins under way while the password changes': async () => {
    const person = await aUser();
    const [changed, ...answers] = await Promise.all([
      admin('PATCH', `/users/${person.id}`, { body: { password: NEXT } }),
      ...Array.from({ length: 6 }, () => login(person.email)),
    ]);
    const alive = await aliveOf(answers);
    return changed.status === 200 && alive === 0 ? null : `${changed.status}, ${alive} sessions live on`;
  },
  'finding 6: an upload under way while the right ends': async (at) => {
    const person = await aUser();
    const { token } = must(await login(person.email), 200);
    const [how, work] = lose[at % lose.length];
    const rest = await halfUpload(server.url, token, { name: `${person.id}.txt` });
    const lost = await work({ ...person, ask: as(token) });
    const status = await rest();
    return lost.status < 300 && [401, 404].includes(status) ? null : `${how}: ${lost.status}, then ${status}`;
  },
  'finding 7: bulk calls that nobody waits for, while others write': async () => {
    const { id } = await folder(`De șters ${randomUUID()}`);
    const writers = times(8, () => ask('POST', '/folders', { body: { name: `Altul ${randomUUID()}` } }));
    const [deleted] = await Promise.all([
      ask('POST', '/bulk/files/delete', { body: { folder_ids: [id] }, headers: { prefer: 'respond-async' } }),
      writers,
    ]);
    const { status, body } = deleted;
    return status === 200 && body.operation.status === 'completed' ? null : `${status} ${JSON.stringify(body)}`;
  },
};

const results = [];
const repeat = async (what, race, many) => {
  let wrong = 0;
  for (let at = 0; at < many; at += 1) {
    const found = await race(at).catch((error) => error.message);
    if (found === null) continue;
    wrong += 1;
    console.log(`WRONG: ${what}: ${found}`);
  }
  results.push({ race: what, times: many, wrong });
  console.log(`${wrong} of ${many} wrong: ${what}`);
};
try {
  for (const [what, race] of Object.entries(races)) await repeat(what, race, 5);
  for (const [what, race] of Object.entries(repeated)) await repeat(what, race, repetitions);
} finally {
  await server.stop();
  remove(dataDir);
}
const wrong = results.reduce((sum, each) => sum + each.wrong, 0);
console.log(JSON.stringify({ races: results.length, runs: results.reduce((sum, each) => sum + each.times, 0), wrong }));
await exit(wrong > 0 ? 1 : 0);
