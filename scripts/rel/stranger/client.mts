// What somebody writes who has nothing of Dosar but its description: `dosar.ts` is generated from /api/openapi.json.
// Whatever is not as described does not compile here, or fails.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import type { components, paths } from './dosar.js';

type Schemas = components['schemas'];
const [url = '', email = '', password = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: url });
let calls = 0;
/** What was written is read again by whoever says up to where. */
let newest: string | null = null;
client.use({
  onRequest({ request }) {
    calls += 1;
    if (newest !== null) request.headers.set('x-consistency-token', newest);
    return request;
  },
  onResponse: ({ response }) => void (newest = response.headers.get('x-consistency-token') ?? newest),
});

const signIn = async (body: Schemas['AuthLoginBody']): Promise<Schemas['User']> => {
  const { data, error } = await client.POST('/api/auth/login', { body });
  if (error) throw new Error(`${error.code}: ${error.error}`);
  assert('token' in data, 'a second factor is asked for');
  client.use({
    onRequest: ({ request }) => {
      request.headers.set('authorization', `Bearer ${data.token}`);
      return request;
    },
  });
  return data.user;
};

/** What was asked for, or what was wrong with it. */
const must = <T,>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T => {
  assert(data !== undefined, `${response.url} answered ${response.status}: ${JSON.stringify(error)}`);
  return data;
};

const me = await signIn({ email, password });
assert.equal(me.role satisfies Schemas['Role'], 'admin');

// a firm, a client and its folders
const { firm } = must(
  await client.POST('/api/firms', { body: { name: 'Contab Străin', cui: 'RO 18547290', phone: null, address: null } }),
);
const { client: company } = must(
  await client.POST('/api/clients', {
    body: { societate: 'Brutăria Străină', cui: '31401320', firm_id: firm.id, platitor_tva: true, quota: null },
  }),
);
assert.deepEqual([company.firm.name, company.impozit satisfies Schemas['TaxType']], ['Contab Străin', 'none']);
const page = must(await client.GET('/api/clients', { params: { query: { q: 'străină', pageSize: 10 } } }));
assert.deepEqual([page.total, page.clients[0]?.storage.used], [1, 0]);

const { folder } = must(
  await client.POST('/api/folders', { body: { name: 'Acte', parent_folder_id: null, client_id: company.id } }),
);
must(await client.POST('/api/folders', { body: { name: '2026', parent_folder_id: folder.id, client_id: company.id } }));
const { tree } = must(await client.GET('/api/folders/tree', { params: { query: { client_id: company.id } } }));
const names = (folders: readonly Schemas['FolderTree'][]): unknown[] =>
  folders.map(({ name, children }) => [name, names(children)]);
assert.deepEqual(names(tree), [['Acte', [['2026', []]]]]);

// a document goes in, and comes out again
const { file } = must(
  await client.POST('/api/files/upload', {
    body: { file: 'Factură 1', client_id: company.id, folder_id: folder.id },
    bodySerializer: ({ file, ...fields }) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) if (value) form.set(name, value);
      form.set('file', new Blob([file]), 'factură.txt');
      return form;
    },
  }),
);
assert.deepEqual([file.name, file.process_state satisfies Schemas['ProcessState']], ['factură.txt', 'new']);
const link = must(await client.GET('/api/files/{id}/download', { params: { path: { id: file.id } } }));
const ticket = link.url.split('/').at(-1)!;
const part = await client.GET('/api/files/content/{ticket}', {
  params: { path: { ticket }, header: { Range: 'bytes=0-4' } },
  parseAs: 'text',
});
assert.deepEqual([part.response.status, must(part)], [206, 'Factu']);

// what has not changed is not sent again
const first = await client.GET('/api/folders/{id}', { params: { path: { id: folder.id } } });
const again = await client.GET('/api/folders/{id}', {
  params: { path: { id: folder.id }, header: { 'If-None-Match': first.response.headers.get('etag')! } },
});
assert.equal(again.response.status, 304);

// the same key does the same once
const key = randomUUID();
const twice = () =>
  client.PUT('/api/folders/{id}', {
    params: { path: { id: folder.id }, header: { 'Idempotency-Key': key } },
    body: { name: 'Documente' },
  });
assert.equal(must(await twice()).folder.id, must(await twice()).folder.id);

const { operation } = must(
  await client.POST('/api/bulk/files/status', {
    body: { file_ids: [file.id], client_id: company.id, process_state: 'processed', accounting_status: null },
  }),
);
assert.deepEqual([operation.status satisfies Schemas['OperationStatus'], operation.failed], ['completed', []]);

// what is refused says why, in a code and field by field
const refused = await client.POST('/api/firms', { body: { name: 'Alta', cui: '12' } });
assert.deepEqual(
  [refused.error?.code satisfies Schemas['ProblemCode'] | undefined, Object.keys(refused.error?.fields ?? {})],
  ['VALIDATION_FAILED', ['cui']],
);
// @ts-expect-error a field that no firm has
const closed: Schemas['FirmsCreateBody'] = { name: 'Alta', cui: '18547291', colour: 'red' };
const unknown = await client.POST('/api/firms', { body: closed });
assert.equal(unknown.response.status, 422);

const changed = must(await client.PATCH('/api/users/me', { body: { preferences: { language: 'en' }, phone: null } }));
assert.equal(changed.user.preferences.language, 'en');
assert((await client.DELETE('/api/clients/{id}', { params: { path: { id: company.id } } })).response.ok);
const { events } = must(await client.GET('/api/audit/events', { params: { query: { client_id: company.id } } }));
assert(events.some(({ event_type }) => event_type === 'ClientDeleted'));
must(await client.GET('/api/health/ready'));
console.log(JSON.stringify({ calls }));
