// The kinds of work with which a company can flood a server: what is made ready before, and what its people then ask for
// again and again.
import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { must, upload } from '../client.mjs';
import { zipOf } from '../zip.mjs';
import { dearLetter, dearPage, madeUp } from './documents.mjs';

const JSON_TIMES = 40;

/** Asks as one of the company's people; what comes is counted, and nothing is wrong with a refusal. */
const file = async (ask, bytes, name, more) =>
  must(await ask('POST', '/files/upload', { form: upload(bytes, name, more) }), 201, 'file');
const folder = async (ask, name, parent) =>
  must(await ask('POST', '/folders', { body: { name, ...(parent && { parent_id: parent }) } }), 201, 'folder');
const many = async (count, make) => {
  const made = [];
  for (let at = 0; at < count; at += 1) made.push(await make(at));
  return made;
};

const aFilled = async ({ people, random }, things) => {
  const [{ ask }] = people;
  const into = await folder(ask, `Mult ${randomUUID()}`);
  const archive = await file(
    ask,
    await zipOf(await many(things, (at) => [`${at}.txt`, madeUp(random, 20)])),
    'multe.zip',
  );
  let { operation } = (await ask('POST', `/files/${archive.id}/extract-zip`, { body: { target_folder_id: into.id } }))
    .body;
  while (operation?.status === 'in_progress') {
    await new Promise((go) => setTimeout(go, 50));
    operation = must(await ask('GET', `/bulk/operations/${operation.id}`), 200, 'operation');
  }
  return into;
};
const aText = ({ people, random }) => file(people[0].ask, madeUp(random, JSON_TIMES), `${randomUUID()}.txt`);

/**
 * `most`: no more in a round; `prepare` is done before it, `work` over and over while it lasts. `answers`: what else than 2xx is
 * an answer and no refusal.
 */
export const KINDS = {
  'uploads to read': {
    most: 12,
    prepare: () => dearLetter(),
    work: ({ ask }, bytes) => ask('POST', '/files/upload', { form: upload(bytes, `${randomUUID()}.docx`) }),
  },
  previews: {
    prepare: async ({ people }) => {
      const bytes = await dearLetter();
      return many(8, () => file(people[0].ask, bytes, `${randomUUID()}.docx`));
    },
    work: ({ ask }, files, at) => ask('GET', `/files/${files[at % files.length].id}/preview`),
  },
  thumbnails: {
    most: 16,
    prepare: ({ people }) => many(16, () => file(people[0].ask, dearPage(), `${randomUUID()}.pdf`)),
    work: ({ ask }, files, at) => ask('GET', `/files/${files[at].id}/thumbnail`),
  },
  searches: {
    prepare: ({ people, random }) => many(4, () => file(people[0].ask, madeUp(random, 2_000), `${randomUUID()}.txt`)),
    work: ({ ask, random }) => ask('GET', `/search?q=${encodeURIComponent(madeUp(random, 9, 9))}&record=false`),
  },
  'made-up words': {
    most: 12,
    prepare: () => null,
    work: ({ ask, random }) =>
      ask('POST', '/files/upload', { form: upload(madeUp(random, 30_000), `${randomUUID()}.txt`) }),
  },
  'operations over many things': {
    prepare: (company) => aFilled(company, 600),
    // what is deleted cannot be deleted, and what is there cannot be restored
    answers: [404],
    work: ({ ask }, { id }, at) =>
      ask('POST', `/bulk/files/${at % 2 ? 'restore' : 'delete'}`, { body: { folder_ids: [id] } }),
  },
  'archives out': {
    prepare: async (company) => {
      const into = await aFilled(company, 200);
      await many(10, () => file(company.people[0].ask, Buffer.alloc(300_000, 65), 'mare.txt', { folder_id: into.id }));
      return into;
    },
    work: async ({ ask }, { id }) => {
      const { url } = must(await ask('POST', '/bulk/files/download', { body: { folder_ids: [id] } }), 200);
      return ask('GET', url);
    },
  },
  'archives in': {
    most: 4,
    prepare: async ({ people, random }) => {
      const bytes = await zipOf(await many(400, (at) => [`${at}.txt`, madeUp(random, 20)]));
      return many(4, async () => ({
        ...(await file(people[0].ask, bytes, `${randomUUID()}.zip`)),
        into: await folder(people[0].ask, `Din arhivă ${randomUUID()}`),
      }));
    },
    work: ({ ask }, archives, at) =>
      ask('POST', `/files/${archives[at].id}/extract-zip`, { body: { target_folder_id: archives[at].into.id } }),
  },
  trees: {
    prepare: ({ people }) => many(150, () => folder(people[0].ask, `F ${randomUUID()}`)),
    work: ({ ask }, folders, at) => ask('GET', `/folders/tree?parent_folder_id=${folders[at % folders.length].id}`),
  },
  sockets: {
    prepare: () => null,
    answers: ['a socket'],
    work: async ({ url, token }) => {
      const socket = io(url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true });
      await new Promise((go) => socket.once('connect', go).once('connect_error', go));
      for (let at = 0; at < 20; at += 1) socket.emit('presence:set', { status: at % 2 ? 'busy' : 'online' });
      await new Promise((go) => setTimeout(go, 50));
      socket.disconnect();
      return { status: 'a socket' };
    },
  },
  letters: {
    prepare: () => null,
    work: ({ anonymous, people }, _, at) =>
      anonymous('POST', '/auth/forgot-password', { body: { email: people[at % people.length].email } }),
  },
  messages: {
    prepare: () => null,
    work: ({ ask, clientId, random }) =>
      ask('POST', `/conversations/${clientId}/messages`, { body: { text: madeUp(random, 30) } }),
  },
  notes: {
    prepare: aText,
    work: ({ ask, random }, { id }) => ask('POST', `/files/${id}/notes`, { body: { text: madeUp(random, 20) } }),
  },
  'uploads in parts': {
    prepare: () => null,
    work: async ({ ask, random, url }) => {
      const bytes = Buffer.from(madeUp(random, 2_000));
      const metadata = `filename ${Buffer.from(`${randomUUID()}.txt`).toString('base64')}`;
      const version = { 'tus-resumable': '1.0.0' };
      const begun = await ask('POST', '/uploads', {
        headers: { ...version, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
      });
      if (begun.status !== 201) return begun;
      const { pathname } = new URL(begun.headers.get('location'), url);
      const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
      return ask('PATCH', pathname, { headers: { ...version, ...type }, form: () => bytes });
    },
  },
  downloads: {
    prepare: ({ people }) => file(people[0].ask, Buffer.alloc(8_000_000, 65), `${randomUUID()}.txt`),
    work: async ({ ask }, { id }) => ask('GET', must(await ask('GET', `/files/${id}/download`), 200, 'url')),
  },
  histories: {
    prepare: aText,
    work: ({ ask }, { id }) => ask('GET', `/files/${id}/history?limit=50`),
  },
  'lists of conversations': {
    prepare: () => null,
    work: ({ ask }) => ask('GET', '/conversations?q=firma'),
  },
  dashboards: {
    prepare: () => null,
    work: ({ ask }) => ask('GET', '/dashboard'),
  },
  'sign-ins': {
    prepare: () => null,
    answers: [401],
    work: ({ anonymous, people }, _, at) =>
      anonymous('POST', '/auth/login', { body: { email: `x${at % 7}${people[0].email}`, password: 'Gresita-1234' } }),
  },
  renames: {
    prepare: aText,
    work: ({ ask }, { id }) => ask('PATCH', `/files/${id}`, { body: { name: `${randomUUID()}.txt` } }),
  },
};
