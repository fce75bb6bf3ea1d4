// What takes several calls, one after the other: signing in in all its ways, letters, downloads, what is made to be deleted.
// Each is told with `step`, which may send the same call with something wrong first.
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { generate } from 'otplib';
import yazl from 'yazl';
import { formOf } from './calls.mjs';
import { aCui, PASSWORD } from './values.mjs';

const cookieOf = (answer) => /^dosar_refresh=[^;]*/.exec(answer?.headers.get('set-cookie') ?? '')?.[0];
const SOON_MS = 30_000;
const codeOf = (secret, later = 0) => generate({ secret, epoch: Math.floor((Date.now() + later) / 1000) });

/** Signs in; whoever is asked for a second step has no token yet. */
const signIn = async ({ step }, { email, password }) => {
  const answer = await step('auth.login', { body: { email, password } });
  return { token: answer?.body?.token, cookie: cookieOf(answer), second: answer?.body?.second_factor?.token };
};

const sessions = async (teller) => {
  const { step, world, random } = teller;
  const person = await world.spare(random.pick(['user', 'accountant']));
  const first = await signIn(teller, person);
  const other = await signIn(teller, person);
  if (!first.token || !other.token) return;
  const renewed = await step('auth.refresh', { headers: { cookie: first.cookie } });
  const token = renewed?.body?.token ?? first.token;
  const listed = await step('auth.sessions', { token });
  const another = listed?.body?.sessions?.find(({ current }) => !current);
  if (another) await step('auth.endSession', { token, params: { id: another.id } });
  const password = 'Parola-Noua-22';
  await step('auth.changePassword', { token, body: { current_password: PASSWORD, new_password: password } });
  const last = await signIn(teller, { ...person, password });
  await step(random.pick(['auth.logout', 'auth.logoutAll']), { token: last.token ?? token });
  await step('auth.logoutAll', { token });
};

const reset = async (teller) => {
  const { step, world, letters } = teller;
  const person = await world.spare();
  await step('auth.forgotPassword', { body: { email: person.email } });
  const token = await letters.token(person.email);
  if (!token) return 'no letter to choose a password came';
  await step('auth.checkReset', { params: { token } });
  const password = 'Parola-Aleasa-3';
  await step('auth.reset', { body: { token, password, password_confirmation: password } });
  await signIn(teller, { ...person, password });
};

const invitation = async (teller) => {
  const { step, world, random, letters } = teller;
  const email = `invitat.${random.digits(10)}@fuzz.test`;
  const body = { role: 'user', name: 'Invitat', email, client_id: random.pick(world.clients).id };
  const { token: admin } = world.admin;
  const user = (await step('users.create', { token: admin, body }))?.body?.user;
  if (!user) return;
  const first = await letters.token(email);
  await step('users.invite', { token: admin, params: { id: user.id }, body: {} });
  await step('users.showInvitationLink', { token: admin, params: { id: user.id } });
  const second = await letters.token(email, 1);
  if (!first || !second) return 'no invitation came';
  await step('auth.requestInvitation', { body: { token: second } });
  const token = await letters.token(email, 2);
  if (!token) return 'no invitation came again';
  await step('auth.checkInvitation', { params: { token } });
  await step('auth.acceptInvitation', { body: { token, password: PASSWORD, password_confirmation: PASSWORD } });
  await signIn(teller, { email, password: PASSWORD });
};

const signInLink = async ({ step, world, letters }) => {
  const { email } = await world.spare();
  await step('auth.requestLink', { body: { email } });
  const token = await letters.token(email);
  if (!token) return 'no link to sign in came';
  await step('auth.useLink', { body: { token } });
};

const totp = async (teller) => {
  const { step, world } = teller;
  const person = await world.spare('accountant');
  const { token } = await signIn(teller, person);
  const withPassword = { token, body: { current_password: PASSWORD } };
  const secret = (await step('auth.beginTotp', withPassword))?.body?.secret;
  if (!secret) return;
  await step('auth.confirmTotp', { token, body: { code: await codeOf(secret) } });
  await step('auth.twoStep', { token });
  const { second } = await signIn(teller, person);
  await step('auth.secondFactor', { body: { token: second, method: 'totp', code: await codeOf(secret, SOON_MS) } });
  const [code] = (await step('auth.renewRecoveryCodes', withPassword))?.body?.recovery_codes ?? [];
  const again = await signIn(teller, person);
  await step('auth.secondFactor', { body: { token: again.second, method: 'recovery', code } });
  await step('auth.endTotp', withPassword);
};

const passkey = async (teller) => {
  const { step, world, anAuthenticator } = teller;
  const person = await world.spare('accountant');
  const { token } = await signIn(teller, person);
  const withPassword = { token, body: { current_password: PASSWORD } };
  const key = anAuthenticator();
  const options = (await step('auth.passkeyOptions', withPassword, false))?.body?.options;
  if (!options) return;
  await step('auth.addPasskey', { token, body: { name: 'Cheie', credential: key.make(options.challenge) } }, false);
  const { second } = await signIn(teller, person);
  const asked = (await step('auth.secondFactorOptions', { body: { token: second } }, false))?.body?.options;
  if (!asked) return;
  await step(
    'auth.secondFactor',
    { body: { token: second, method: 'passkey', credential: key.answer(asked.challenge) } },
    false,
  );
  const kept = (await step('auth.twoStep', { token }))?.body?.two_step?.passkeys?.[0];
  if (kept) await step('auth.removePasskey', { ...withPassword, params: { id: kept.id } });
};

/** Everybody of a role must have a second step for a while: nobody else of it signs in meanwhile. */
const setUp = async (teller) => {
  const { step, world, alone } = teller;
  const person = await world.spare('admin');
  const settings = (roles) => ({ token: world.admin.token, body: { two_step_required: roles } });
  await alone(async () => {
    await step('settings.change', settings(['admin']), false);
    const { second } = await signIn({ step: (id, call) => step(id, call, false) }, person);
    const secret = (await step('auth.secondFactorSetup', { body: { token: second } }))?.body?.secret;
    if (secret) await step('auth.secondFactorConfirm', { body: { token: second, code: await codeOf(secret) } });
    await step('settings.change', settings([]), false);
  });
  await step('users.delete', { token: world.admin.token, params: { id: person.id } });
};

const RANGES = [{}, { range: 'bytes=0-9' }, { range: 'bytes=-5' }, { range: 'bytes=99999999-' }, { range: 'bytes=3-' }];

const download = async ({ step, world, random }) => {
  const actor = world.anyone(random);
  const { files } = world.clientFor(actor, random);
  if (files.length === 0) return;
  const link = await step('files.download', { token: actor.token, params: { id: random.pick(files) } });
  const ticket = link?.body?.url?.split('/').at(-1);
  if (!ticket) return;
  for (let reads = 0; reads < 3; reads += 1)
    await step('files.content', { params: { ticket }, headers: random.pick(RANGES) });
  await step('files.content.head', { params: { ticket } });
};

/** A file of its own is taken as an archive: what others upload may be gone by then. */
const archive = async ({ step, world, random }) => {
  const { token, ...actor } = world.anyone(random);
  const { id: client_id } = world.clientFor({ token, ...actor }, random);
  const sent = formOf({ client_id }, `De luat ${random.digits(9)}.txt`, Buffer.from(random.digits(20)), random);
  const id = (await step('files.upload', { token, form: sent }))?.body?.file?.id;
  if (!id) return;
  const link = await step('bulk.download', { token, body: { file_ids: [id], client_id } });
  const ticket = link?.body?.url?.split('/').at(-1);
  if (!ticket) return;
  await step('bulk.content', { params: { ticket } });
  await step('bulk.content.head', { params: { ticket } });
};

const ZIP = readFileSync(
  new URL('../../../apps/gateway/demo/documents/brutaria-2026-09/Documente septembrie 2026.zip', import.meta.url),
);

const PHOTO = readFileSync(
  new URL('../../../apps/gateway/demo/documents/brutaria-2026-09/bon_01.jpg', import.meta.url),
);

/** A photo, or the beginning of one, is seen small. */
const seenSmall = async ({ step, world, random }) => {
  const { token, ...actor } = world.anyone(random);
  const { id: client_id } = world.clientFor({ token, ...actor }, random);
  const bytes = random.below(2) === 0 ? PHOTO : PHOTO.subarray(0, 600 + random.below(PHOTO.length - 600));
  const sent = formOf({ client_id }, `Bon ${random.digits(9)}.jpg`, bytes, random);
  const id = (await step('files.upload', { token, form: sent }))?.body?.file?.id;
  if (!id) return;
  await step('files.thumbnail', { token, params: { id } });
  if (bytes !== PHOTO) return;
  const pages = [{ document: 0, file_id: id, page: 1, rotate: random.pick([0, 90, 180, 270]) }];
  await step('pages.arrange', { token, body: { client_id, documents: [{ name: 'Bon rotit.pdf' }], pages } });
};

/** An archive is looked into, and unpacked. */
const unpacking = async ({ step, world, random }) => {
  const { token, ...actor } = world.anyone(random);
  const { id: client_id } = world.clientFor({ token, ...actor }, random);
  const sent = formOf({ client_id }, `Luna ${random.digits(9)}.zip`, ZIP, random);
  const id = (await step('files.upload', { token, form: sent }))?.body?.file?.id;
  if (!id) return;
  await step('archives.entries', { token, params: { id } });
  const part = (await step('parts.list', { token, params: { id } }))?.body?.parts?.[0];
  if (part) await step('parts.open', { token, params: { id, number: part.number }, query: { use: 'download' } });
  await step('archives.extract', { token, params: { id }, body: { folder_name: `Luna ${random.digits(9)}` } });
};

/** Of two files one is locked: a part is done, and the rest is asked for again. */
const again = async ({ step, world, random }) => {
  const client = random.pick(world.clients);
  const user = world.actor('user', random);
  const { id: client_id } = world.clientFor(user, random) ?? client;
  const make = async () => {
    const sent = formOf({ client_id }, `Din nou ${random.digits(9)}.txt`, Buffer.from(random.digits(20)), random);
    return (await step('files.upload', { token: user.token, form: sent }, false))?.body?.file?.id;
  };
  const file_ids = [await make(), await make()];
  const states = (process_state) => ({
    token: world.admin.token,
    body: { file_ids: file_ids.slice(0, 1), client_id, process_state },
  });
  await step('bulk.status', states('processing'), false);
  const done = await step('bulk.delete', { token: user.token, body: { file_ids, client_id } }, false);
  await step('bulk.status', states('new'), false);
  const id = done?.body?.operation?.id;
  if (!id) return;
  await step('bulk.retry', { token: user.token, params: { id } });
};

/** Of so many files that taking them out is still going on when it is stopped. */
const large = (async () => {
  const zip = new yazl.ZipFile();
  for (let at = 0; at < 1_990; at += 1) zip.addBuffer(Buffer.from(`document ${at}`), `document ${at}.txt`);
  zip.end();
  return buffer(zip.outputStream);
})();

/** Something that takes a while is begun, and stopped. */
const stopped = async ({ step, world, random }) => {
  const { token, ...actor } = world.anyone(random);
  const { id: client_id } = world.clientFor({ token, ...actor }, random);
  const form = formOf({ client_id }, `Tot anul ${random.digits(9)}.zip`, await large, random);
  const archive = (await step('files.upload', { token, form }, false))?.body?.file?.id;
  if (!archive) return;
  const body = { folder_name: `Tot anul ${random.digits(9)}` };
  const begun = await step('archives.extract', { token, params: { id: archive }, body }, false);
  const id = begun?.body?.operation?.id;
  if (id) await step('bulk.cancel', { token, params: { id } });
};

const TUS = { 'tus-resumable': '1.0.0' };
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream' };

/** One upload in two parts, and one that is ended by who began it. */
const resumable = async ({ step, world, random }) => {
  const { token, ...actor } = world.anyone(random);
  const client = world.clientFor({ token, ...actor }, random);
  const bytes = Buffer.from(`Registru ${random.digits(40)}`);
  const base64 = (text) => Buffer.from(text).toString('base64');
  const begin = async () => {
    const named = `filename ${base64(`Registru ${random.digits(9)}.txt`)},client_id ${base64(client.id)}`;
    const headers = { ...TUS, 'upload-length': String(bytes.length), 'upload-metadata': named };
    return (await step('uploads.create', { token, headers }))?.headers.get('location')?.split('/').at(-1);
  };
  const id = await begin();
  if (!id) return;
  for (const part of [bytes.subarray(0, 9), bytes.subarray(9)]) {
    const kept = await step('uploads.state', { token, params: { id }, headers: TUS });
    const offset = kept?.headers.get('upload-offset');
    if (!offset) return;
    const headers = { ...BYTES, 'upload-offset': offset };
    await step('uploads.append', { token, params: { id }, raw: part, headers });
  }
  const other = await begin();
  if (other) await step('uploads.end', { token, params: { id: other }, headers: TUS });
};

const gone = async ({ step, world, random }) => {
  const { token } = world.admin;
  const make = async (id, body, name) => (await step(id, { token, body }))?.body?.[name];
  const cui = () => aCui(random);
  const firm = await make('firms.create', { name: `De șters ${random.digits(6)}`, cui: cui() }, 'firm');
  if (!firm) return;
  const client = await make('clients.create', { societate: 'De șters', cui: cui(), firm_id: firm.id }, 'client');
  const email = `sters.${random.digits(10)}@fuzz.test`;
  const person = { role: 'user', name: 'De șters', email, password: PASSWORD, client_id: client?.id };
  const user = client && (await make('users.create', person, 'user'));
  if (user) {
    await step('users.change', { token, params: { id: user.id }, body: { name: 'Altfel', status: 'inactive' } });
    await step('clients.delete', { token, params: { id: client.id } });
    await step('users.delete', { token, params: { id: user.id } });
  }
  if (client) await step('clients.delete', { token, params: { id: client.id } });
  await step('firms.delete', { token, params: { id: firm.id } });
};

/** Two people talk: what one says the other answers and reads; then it is changed, looked at and taken back. */
const conversation = async ({ step, world, random }) => {
  const { token, ...actor } = world.anyone(random);
  const { id } = world.clientFor({ token, ...actor }, random);
  const params = { id };
  const sent = await step('messages.send', { token, params, body: { text: `Bună ziua ${random.digits(6)}` } });
  const message = sent?.body?.data;
  if (!message) return;
  const answer = { text: 'Am înțeles', quote_message_id: message.id };
  const other = world.admin.token;
  const answered = (await step('messages.send', { token: other, params, body: answer }))?.body?.data;
  for (const side of ['before', 'after', 'around'])
    await step('messages.list', { token, params, query: { [side]: message.id, limit: '2' } });
  if (answered)
    await step('conversations.read', { token, body: { conversation_id: id, message_id: answered.id } }, false);
  await step('messages.edit', { token, params: { id: message.id }, body: { text: `Altfel ${random.digits(6)}` } });
  await step('messages.edits', { token: other, params: { id: message.id } });
  const emoji = random.pick(['✅', '👍', '❤️', '🎉', '❓']);
  await step('messages.react', { token: other, params: { id: message.id }, body: { emoji } });
  await step('messages.unreact', { token: other, params: { id: message.id, emoji } });
  await step('messages.delete', { token, params: { id: message.id } });
};

/** Somebody is told of a message, reads that, and takes it away. */
const notified = async (teller) => {
  const { step, world, random } = teller;
  // of their own, so that nobody else reads it or changes what they want to hear of
  const { token } = await signIn(teller, await world.spare());
  if (!token) return;
  const id = (await step('auth.me', { token }, false))?.body?.user?.client?.id;
  if (!id) return;
  await step('messages.send', { token: world.admin.token, params: { id }, body: { text: random.digits(6) } });
  const newest = async () =>
    (await step('notifications.list', { token }, false))?.body?.notifications?.find(({ read_at }) => read_at === null);
  let told = await newest();
  for (const end = Date.now() + 5_000; !told && Date.now() < end; told = await newest())
    await new Promise((go) => setTimeout(go, 50));
  if (!told) return 'nobody was told of a message';
  await step('notifications.read', { token, params: { id: told.id } });
  await step('notifications.delete', { token, params: { id: told.id } });
  await step('notifications.readAll', { token });
  // whose letters it is says the page, not the way to it
  await step('notifications.unsubscribePage', { params: { token: 'aaaa.bbbb' } });
};

const looking = async ({ step, world, random }) => {
  const { token } = world.anyone(random);
  const q = `${random.pick(['Factură', 'acte', '"Situație"', 'contarct', 'tip:pdf'])} ${random.digits(2)}`;
  const answer = await step('search.search', { token, query: { q, types: 'files,messages,folders', sort: 'created' } });
  // the history is kept while the search goes on: it is seen by whoever shows what the answer bore
  const written = answer?.headers.get('x-consistency-token');
  const headers = written ? { 'x-consistency-token': written } : {};
  const found = (await step('search.history', { token, headers }))?.body?.history?.find(({ query }) => query === q);
  if (!found) return 'what was looked for is not in the history';
  await step('search.clearEntry', { token, params: { id: found.id } });
  const saving = { name: `${q} ${random.digits(4)}`, query: q, filters: { types: 'files' } };
  const saved = (await step('search.save', { token, headers, body: saving }))?.body?.search;
  await step('search.saved', { token, headers });
  if (saved) await step('search.forgetSaved', { token, headers, params: { id: saved.id } });
};

/** A month's invoices, whether it has any, and what is there twice. */
const month = async ({ step, world, random }) => {
  const { token, ...actor } = world.anyone(random);
  const { id: client_id } = world.clientFor({ token, ...actor }, random);
  await step('files.invoices', { token, query: { client_id, month: `2026-0${1 + random.below(9)}` } });
  await step('invoices.repeated', { token, query: { client_id } });
};

const assignments = async ({ step, world, random }) => {
  const client = random.pick(world.clients);
  const { token } = world.actor('admin', random);
  const [accountantId] = client.accountants;
  const [userId] = client.users;
  const body = { accountant_ids: [accountantId] };
  await step('clients.assign', { token, params: { id: client.id }, body });
  await step('clients.unassign', { token, params: { id: client.id, accountantId } });
  await step('users.assign', { token, params: { id: userId }, body });
  await step('users.unassign', { token, params: { id: userId, accountantId } });
};

const DAYS_MS = 24 * 60 * 60_000;

/** Somebody from outside looks into a quarter: appointed, in by a second step, prolonged, and out. */
const mandate = async (teller) => {
  const { step, world, random, letters } = teller;
  const { token } = world.admin;
  const client = random.pick(world.clients);
  const email = `auditor.${random.digits(10)}@fuzz.test`;
  const scope = random.pick([{ client_ids: [client.id] }, { firm_id: client.firmId }]);
  const today = new Date().toISOString().slice(0, 10);
  const period = { from: '2026-01-01', to: today };
  const body = { name: 'Vera', email, scope, period, purpose: 'Verificare' };
  const id = (await step('mandates.appoint', { token, body }))?.body?.mandate?.id;
  if (!id) return;
  const invited = await letters.token(email);
  if (!invited) return 'no invitation came to an auditor';
  const password = { password: PASSWORD, password_confirmation: PASSWORD };
  await step('auth.acceptInvitation', { body: { token: invited, ...password } });
  const { second } = await signIn(teller, { email, password: PASSWORD });
  const secret = (await step('auth.secondFactorSetup', { body: { token: second } }))?.body?.secret;
  const proof = secret && { token: second, code: await codeOf(secret) };
  const own = proof && (await step('auth.secondFactorConfirm', { body: proof }))?.body?.token;
  if (own) await step('mandates.mine', { token: own });
  const until = new Date(Date.now() + 20 * DAYS_MS).toISOString();
  await step('mandates.prolong', { token, params: { id }, body: { until } });
  await step('mandates.end', { token, params: { id } });
};

/** Each, and how often. What hashes passwords keeps a processor busy, and is told less often. */
const WEIGHTS = new Map([
  [sessions, 2],
  [reset, 1],
  [invitation, 1],
  [signInLink, 1],
  [totp, 1],
  [passkey, 1],
  [setUp, 0.5],
  [mandate, 1],
  [download, 40],
  [archive, 10],
  [unpacking, 2],
  [seenSmall, 4],
  [month, 6],
  [again, 4],
  [stopped, 0.5],
  [resumable, 10],
  [gone, 1],
  [assignments, 10],
  [conversation, 20],
  [notified, 4],
  [looking, 10],
]);
export const STORIES = [...WEIGHTS.keys()];
const ALL = [...WEIGHTS.values()].reduce((sum, weight) => sum + weight);

export const aStory = (random) => {
  let left = random.next() * ALL;
  return STORIES.find((story) => (left -= WEIGHTS.get(story)) < 0) ?? download;
};
