// One of each call that writes, with a canary in everything that a caller chooses.
import { createHmac, randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { aCui, client, must, upload } from '../client.mjs';
import { letterBox } from '../fuzz/letters.mjs';
import { ADMIN } from '../server.mjs';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const word = () => [...randomBytes(11)].map((byte) => LETTERS[byte % LETTERS.length]).join('');

/** What was chosen: what must not be told, and the random keys of calls, without which nothing can be told. */
export const canaries = { texts: new Map(), keys: new Set() };
const canary = (what, text = word()) => {
  canaries.texts.set(text, what);
  return text;
};
const key = () => {
  const made = `cheie-${word()}-${word()}`;
  canaries.keys.add(made);
  return made;
};
const phone = () => canary('a telephone', `07${String(randomBytes(4).readUInt32LE() % 1e8).padStart(8, '0')}`);
const email = () => `${canary('an e-mail')}@firma.test`;
const cui = () => canary('a cui', aCui());
const password = () => `${canary('a password')}-Aa1`;

/** A PDF of one empty page. */
const ONE_PAGE = `%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] >> endobj
trailer << /Root 1 0 R /Size 4 >>
`;

/** An archive of one file (APPNOTE 6.3). */
const zip = (name, text) => {
  const bytes = Buffer.from(text);
  const packed = deflateRawSync(Buffer.from(text));
  const called = Buffer.from(name);
  const face = Buffer.alloc(26);
  face.writeUInt16LE(20, 0);
  face.writeUInt16LE(8, 4);
  face.writeUInt32LE(crc32(bytes), 10);
  face.writeUInt32LE(packed.length, 14);
  face.writeUInt32LE(bytes.length, 18);
  face.writeUInt16LE(called.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), face, called, packed]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), face, Buffer.alloc(14), called]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06'), end]);
};
const crc32 = (bytes) => {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
};

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** RFC 6238, of the step that is so many steps from now. */
const totp = (secret, steps = 0) => {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from(bits.match(/.{8}/g).map((each) => parseInt(each, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac('sha1', bytes).update(step).digest();
  return String((mac.readUInt32BE(mac.at(-1) & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
};

/** @returns what was done, by method and path; whom it was about; and what is left to do once all else was done. */
export const work = async ({ url, dataDir }) => {
  const done = new Map();
  const letters = letterBox(dataDir);
  const agent = () => ({
    'user-agent': canary('an agent'),
    'x-forwarded-for': canary('an address', `203.0.113.${77}`),
  });
  const speaking =
    (ask, headers) =>
    async (method, path, options = {}) => {
      const answer = await ask(method, path, { ...options, headers: { ...headers, ...options.headers } });
      const call = `${method} ${path.split('?')[0].replace(/\/(?=[\w-]*\d)[\w-]{20,}(\.[\w-]+)?/g, '/{}')}`;
      done.set(call, Math.min(done.get(call) ?? 999, answer.status));
      return answer;
    };
  const { anonymous, as } = client(url);
  const nobody = speaking(anonymous, agent());
  const signIn = async (address, secret) => {
    const { token } = must(await nobody('POST', '/auth/login', { body: { email: address, password: secret } }), 200);
    return speaking(as(token), agent());
  };
  const admin = await signIn(ADMIN.email, ADMIN.password);

  const firmBody = () => ({
    name: canary('a firm'),
    cui: cui(),
    phone: phone(),
    email: email(),
    address: canary('a seat'),
  });
  const firm = must(await admin('POST', '/firms', { body: firmBody(), key: key() }), 201, 'firm');
  await admin('PATCH', `/firms/${firm.id}`, { body: { ...firmBody(), accountant_scope: 'assigned' } });
  await admin('PATCH', `/firms/${firm.id}`, { body: firmBody(), key: key() });
  const clientBody = () => ({
    societate: canary('a company'),
    cui: cui(),
    registrulComertului: canary('a number', `J40/${aCui().slice(0, 5)}/2019`),
    reprezentant: canary('a person'),
    phone: phone(),
    email: email(),
    company_email: email(),
    address: canary('a seat'),
  });
  const one = must(await admin('POST', '/clients', { body: { ...clientBody(), firm_id: firm.id } }), 201, 'client');
  await admin('PATCH', `/clients/${one.id}`, { body: clientBody() });
  await admin('PATCH', `/clients/${one.id}`, { body: clientBody(), key: key() });

  const person = (role, more) => ({
    role,
    name: canary('a person'),
    email: email(),
    phone: phone(),
    password: password(),
    ...more,
  });
  const elena = person('accountant', { firm_id: firm.id });
  const elenaId = must(await admin('POST', '/users', { body: elena }), 201, 'user').id;
  const ana = person('user', { client_id: one.id });
  const anaId = must(await admin('POST', '/users', { body: ana, key: key() }), 201, 'user').id;
  const changed = { name: canary('a person'), email: email(), phone: phone(), password: password() };
  must(await admin('PATCH', `/users/${anaId}`, { body: changed }), 200);
  must(await admin('PATCH', `/users/${anaId}`, { body: { ...changed, password: password() }, key: key() }), 200);
  const invited = { ...person('user', { client_id: one.id }), password: undefined };
  const invitedId = must(await admin('POST', '/users', { body: invited }), 201, 'user').id;
  // one whose link has ended already is not sent
  await letters.token(invited.email);
  await admin('POST', `/users/${invitedId}/invitation`, { body: { language: 'ro' } });
  await admin('POST', `/users/${invitedId}/invitation/link`);
  await admin('POST', '/exports', { body: { list: 'users', count: 1 } });
  await admin('POST', `/clients/${one.id}/accountants`, { body: { accountant_ids: [elenaId] }, key: key() });
  await admin('DELETE', `/clients/${one.id}/accountants/${elenaId}`);
  await admin('POST', `/users/${anaId}/accountants`, { body: { accountant_ids: [elenaId] } });
  await admin('DELETE', `/users/${anaId}/accountants/${elenaId}`);
  await admin('POST', `/clients/${one.id}/accountants`, { body: { accountant_ids: [elenaId] } });
  await admin('PATCH', '/settings', { body: { cui_check: 'refuse' } });
  await admin('PATCH', '/settings', { body: { cui_check: 'warn' }, key: key() });

  // passwords, links and second factors
  await nobody('POST', '/auth/invitation/again', { body: { token: 'aaaa.bbbb' } });
  const invitation = await letters.token(invited.email, 1);
  const chosen = password();
  await nobody('POST', '/auth/invitation', {
    body: { token: invitation, password: chosen, password_confirmation: chosen },
  });
  await nobody('POST', '/auth/forgot-password', { body: { email: changed.email } });
  const reset = await letters.token(changed.email);
  const own = password();
  await nobody('POST', '/auth/reset-password', { body: { token: reset, password: own, password_confirmation: own } });
  await nobody('POST', '/auth/sign-in-link', { body: { email: invited.email } });
  await nobody('POST', '/auth/login', { body: { email: changed.email, password: password() } });
  await nobody('POST', '/auth/login', { body: { email: email(), password: password() } });
  let ask = await signIn(changed.email, own);
  const next = password();
  await ask('POST', '/auth/change-password', { body: { current_password: own, new_password: next }, key: key() });
  ask = await signIn(changed.email, next);
  const withPassword = { current_password: next };
  const { body: offered } = await ask('POST', '/auth/two-step/totp', { body: withPassword });
  canary('a secret', offered.secret);
  const { body: first } = await ask('POST', '/auth/two-step/totp/confirm', {
    body: { code: totp(offered.secret, -1) },
  });
  for (const code of first.recovery_codes) canary('a code', code);
  const { body: codes } = await ask('POST', '/auth/two-step/recovery-codes', { body: withPassword });
  for (const code of codes.recovery_codes) canary('a code', code);
  const begun = must(
    await nobody('POST', '/auth/login', { body: { email: changed.email, password: next } }),
    200,
    'second_factor',
  );
  const proof = { token: begun.token, method: 'recovery', code: codes.recovery_codes[0] };
  await nobody('POST', '/auth/second-factor', { body: proof });
  await ask('POST', '/auth/two-step/totp/disable', { body: withPassword });
  await ask('POST', '/auth/two-step/passkeys/options', { body: withPassword });
  await ask('PATCH', '/users/me', {
    body: { name: canary('a person'), phone: phone(), preferences: { theme: 'dark' } },
  });
  await ask('PATCH', '/users/me', { body: { name: canary('a person'), phone: phone() }, key: key() });
  await (
    await signIn(changed.email, next)
  )('POST', '/auth/logout');
  await (
    await signIn(elena.email, elena.password)
  )('POST', '/auth/logout-all');
  const accountant = await signIn(elena.email, elena.password);
  await accountant('PATCH', '/users/me', { body: { pinned_clients: [one.id, canary('a pinned one')] } });
  await accountant('PATCH', '/users/me', { body: { pinned_clients: [one.id] } });

  // documents
  const folder = must(await ask('POST', '/folders', { body: { name: canary('a folder') } }), 201, 'folder').id;
  const keyed = must(
    await ask('POST', '/folders', { body: { name: canary('a folder') }, key: key() }),
    201,
    'folder',
  ).id;
  await ask('PUT', `/folders/${folder}`, { body: { name: canary('a folder') } });
  await ask('POST', '/folders/bulk-create-accounting-structure', { body: { parent_folder_id: keyed, year: 2026 } });
  const bytes = () => canary('a document', `bon ${word()}`);
  const bring = async (options = {}, name = `${canary('a file')}.txt`, content = bytes(), fields = {}) =>
    must(await ask('POST', '/files/upload', { form: upload(content, name, fields), ...options }), 201, 'file').id;
  const file = await bring();
  const same = bytes();
  const files = [
    await bring({ key: key() }),
    await bring({}, undefined, same, { folder_id: folder }),
    await bring({}, undefined, same),
  ];
  await bring({}, undefined, undefined, { from_chat: 'true' });
  await ask('PATCH', `/files/${file}`, { body: { name: `${canary('a file')}.txt` }, key: key() });
  await ask('POST', `/files/${file}/notes`, { body: { text: canary('a note') } });
  await ask('POST', `/files/${file}/notes`, { body: { text: canary('a note') }, key: key() });
  const fields = { number: canary('a number'), issuer: canary('an issuer'), issuer_cui: cui(), sum: 12.5 };
  for (const options of [{}, { key: key() }]) {
    await accountant('PATCH', `/files/${file}/fields`, { body: { ...fields, number: canary('a number') }, ...options });
    await accountant('PUT', `/files/${file}/tags`, { body: { tags: [canary('a tag')] }, ...options });
  }
  const tus = { 'tus-resumable': '1.0.0' };
  const begin = async (content, options) => {
    const metadata = `filename ${Buffer.from(`${canary('a file')}.txt`).toString('base64')}`;
    const headers = { ...tus, 'upload-length': String(content.length), 'upload-metadata': metadata };
    return (await ask('POST', '/uploads', { headers, ...options })).headers.get('location').replace(/^.*\/api/, '');
  };
  const append = (place, content) =>
    ask('PATCH', place, {
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      form: () => content,
    });
  for (const options of [{}, { key: key() }]) {
    const content = bytes();
    await append(await begin(content, options), content);
  }
  await append(await begin(`${bytes()} and more`), bytes().slice(0, 5));
  await ask('DELETE', await begin(bytes()), { headers: tus });
  const archive = await bring(
    {},
    `${canary('an archive')}.zip`,
    zip(`${canary('in an archive')}/${canary('in an archive')}.txt`, bytes()),
  );
  await ask('POST', `/files/${archive}/extract-zip`, { body: { folder_name: canary('a folder') } });
  const scan = await bring({}, `${canary('a scan')}.pdf`, ONE_PAGE);
  await ask('POST', '/files/arrange-pages', {
    body: { documents: [{ name: `${canary('of pages')}.pdf` }], pages: [{ file_id: scan, page: 1 }] },
  });
  await ask('POST', `/files/${archive}/read-again`);
  for (const options of [{}, { key: key() }]) {
    const some = (body) => ({ body: { file_ids: files, folder_ids: [keyed], ...body }, ...options });
    const moved = await ask('POST', '/bulk/files/move', some({ target_folder_id: folder }));
    const correlation_id = moved.headers.get('x-correlation-id');
    await ask('POST', '/audit/undo', { body: { correlation_id, leave_out_conflicts: true }, ...options });
    await ask('POST', '/bulk/files/copy', some({ target_folder_id: folder }));
    await ask('POST', '/bulk/files/delete', some({}));
    await ask('POST', '/bulk/files/restore', some({}));
    const { body: past } = await ask('GET', `/audit/moments?resource_type=file&resource_id=${file}`);
    await ask('POST', '/bulk/files/delete', { body: { file_ids: files } });
    const then = { client_id: one.id, at: past.moments.at(-1).position, file_ids: files, folder_ids: [] };
    await ask('POST', '/audit/restore', { body: { ...then, leave_out_conflicts: true }, ...options });
    await accountant('POST', '/bulk/files/status', {
      body: { client_id: one.id, file_ids: files, process_state: options.key ? 'new' : 'processed' },
      ...options,
    });
    const { body } = await ask('POST', '/bulk/files/download', some({}));
    await ask('GET', body.url);
  }
  const failing = await ask('POST', '/bulk/files/move', {
    body: { file_ids: [file, canary('an id')], target_folder_id: folder },
  });
  await ask('POST', `/bulk/operations/${failing.body.operation?.id}/retry`);
  await ask('POST', `/bulk/operations/${failing.body.operation?.id}/cancel`);
  for (const use of ['download', 'preview']) {
    const { body } = await ask('GET', `/files/${file}/${use}`);
    await ask('GET', body.url, { headers: agent() });
    await ask('GET', body.url, { headers: { ...agent(), range: 'bytes=0-2' } });
  }

  // conversations, what people are told, searches, looks
  const talk = must(
    await ask('POST', '/conversations', { body: { participant_ids: [elenaId], title: canary('a title') } }),
    201,
    'conversation',
  ).id;
  await ask('POST', '/conversations', { body: { participant_ids: [elenaId] }, key: key() });
  const say = async (options = {}) =>
    must(
      await ask('POST', `/conversations/${talk}/messages`, {
        body: { text: canary('a message'), attachment_tokens: [] },
        ...options,
      }),
      201,
      'data',
    ).id;
  const said = await say();
  const withdrawn = await say({ key: key() });
  must(
    await ask('POST', `/conversations/${one.id}/messages`, {
      body: { text: canary('a message'), attachment_tokens: [file] },
    }),
    201,
  );
  await ask('PUT', `/messages/${said}`, { body: { text: canary('a message') } });
  await ask('PUT', `/messages/${said}`, { body: { text: canary('a message') }, key: key() });
  for (const options of [{}, { key: key() }]) {
    const emoji = '✅';
    await ask('POST', `/messages/${said}/reactions`, { body: { emoji }, ...options });
    await ask('DELETE', `/messages/${said}/reactions/${encodeURIComponent(emoji)}`, options);
  }
  await ask('DELETE', `/messages/${withdrawn}`);
  await accountant('POST', '/reads', { body: { conversation_id: talk, message_id: said } });
  await new Promise((go) => setTimeout(go, 1_500));
  const { notifications } = must(await accountant('GET', '/notifications'), 200);
  if (notifications[0]) await accountant('PATCH', `/notifications/${notifications[0].id}/read`);
  await accountant('PATCH', '/notifications/read-all');
  if (notifications[1]) await accountant('DELETE', `/notifications/${notifications[1].id}`);
  await accountant('PATCH', '/notifications/preferences', { body: { message_new: { email: false } } });
  await ask('GET', `/search?q=${canary('a search')}`);
  await ask('GET', `/search?q=${canary('a search')}`, { key: key() });
  const saved = must(
    await ask('POST', '/search/saved', {
      body: {
        name: canary('a saved search'),
        query: canary('a search'),
        filters: { sender_id: canary('a filter') },
      },
    }),
    201,
  );
  await ask('DELETE', `/search/saved/${Object.values(saved)[0].id}`);
  const {
    body: { history },
  } = await ask('GET', '/search/history');
  if (history?.[0]) await ask('DELETE', `/search/history/${history[0].id}`);
  await ask('DELETE', '/search/history');
  for (const name of [
    'event_type',
    'user_id',
    'resource_type',
    'resource_id',
    'client_id',
    'correlation_id',
    'ip_address',
    'q',
  ])
    await admin('GET', `/audit/events?${name}=${canary('a filter')}`);
  await ask('GET', `/audit/events?q=${canary('a filter')}`);
  await ask('GET', `/files/${canary('an id')}`);
  await ask('GET', `/folders/${canary('an id')}/history`, { headers: { 'x-correlation-id': canary('an action') } });
  for (const path of [`/${canary('a path')}`, `/files/${canary('a path')}/${canary('a path')}`, `/companies/${cui()}`])
    await ask('GET', path);
  const mandate = must(
    await admin('POST', '/mandates', {
      body: {
        name: canary('a person'),
        email: email(),
        scope: { client_ids: [one.id] },
        period: { from: '2026-01-01', to: new Date().toISOString().slice(0, 10) },
        purpose: canary('a purpose'),
      },
      key: key(),
    }),
    201,
    'mandate',
  );
  const until = new Date(Date.now() + 20 * 24 * 60 * 60_000).toISOString();
  await admin('PATCH', `/mandates/${mandate.id}`, { body: { until }, key: key() });
  await admin('DELETE', `/mandates/${mandate.id}`, { key: key() });
  const { sessions } = must(await ask('GET', '/auth/sessions'), 200);
  for (const { id, current } of sessions) if (!current) await ask('DELETE', `/auth/sessions/${id}`);
  await nobody('POST', '/notifications/unsubscribe/aaaa.bbbb');

  /** Everybody and everything goes, as far as a call takes it away. */
  const end = async () => {
    await ask('POST', '/bulk/files/delete', { body: { file_ids: [file], folder_ids: [folder] }, key: key() });
    for (const id of [anaId, invitedId, elenaId, mandate.auditor.id]) await admin('DELETE', `/users/${id}`);
    await admin('DELETE', `/clients/${one.id}`);
    await admin('DELETE', `/firms/${firm.id}`);
  };
  return { done, end };
};
