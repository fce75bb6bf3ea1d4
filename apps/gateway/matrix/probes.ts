import { randomUUID } from 'node:crypto';
import { anUpload } from '../testing/gateway';
import { aMessage, type Caller, type Resource, type Variant, type World } from './world';

type Answer = { readonly status: number; readonly body: unknown };
type Asked = PromiseLike<Answer>;
type Cell = {
  readonly world: World;
  readonly caller: Caller;
  readonly variant: Variant;
  readonly id: string;
  readonly isAllowed: boolean;
};

/** How a call is made in a cell of the matrix, on which kind of resource, and what it answers where it is allowed. */
export type Probe = {
  readonly resource?: Resource;
  readonly call: (cell: Cell) => Asked;
  /** Other than the contract's status: a refusal that only those are told who may see the thing. */
  readonly answers?: number;
  /** Other than that for auditors, who have a second proof and cannot go without. */
  readonly answersAuditors?: number;
  /** What lies in the trash is found as what does not. */
  readonly isForTrash?: true;
};

/** How a call is made so that it succeeds. */
export type Success = (world: World, asAdmin: World['admin']) => ReturnType<Probe['call']>;

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
const TUS_HEADERS = { 'tus-resumable': '1.0.0' } as const;
const textIn = (value: string) => Buffer.from(value).toString('base64');
const metadataOf = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${textIn(value)}`)
    .join(',');
/** Begins an upload of two bytes into the documents of a client. */
const begin = (caller: Caller, fields: Readonly<Record<string, string>>) =>
  caller.ask('post', '/uploads', undefined, {
    ...TUS_HEADERS,
    'upload-length': '2',
    'upload-metadata': metadataOf({ filename: `${randomUUID()}.txt`, ...fields }),
  });
/** An upload that the caller has begun where they may, else one that nobody has. */
const onUpload = (method: 'head' | 'patch' | 'delete'): Probe => ({
  resource: 'client',
  call: async ({ caller, id, isAllowed }) => {
    const place = isAllowed ? (await begin(caller, { client_id: id })).headers['location']! : '/uploads/x';
    const more = method === 'patch' && { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    const asked = caller.ask(method, place, undefined, { ...TUS_HEADERS, ...more });
    return method === 'patch' ? asked.send('x' as unknown as object) : asked;
  },
});
type Text = string | ((cell: Cell) => string);
type Body = object | ((cell: Cell) => object | Promise<object>);

const ask =
  (method: Method, path: Text, body?: Body) =>
  async (cell: Cell): Promise<Answer> => {
    const address = typeof path === 'string' ? path : path(cell);
    const given = typeof body === 'function' ? await (body as (cell: Cell) => Promise<object>)(cell) : body;
    return cell.caller.ask(method, address, given);
  };

/** A call on a resource that its address names. */
const on = (
  resource: Resource,
  method: Method,
  path: (id: string) => string,
  body?: Body,
  more: Partial<Probe> = {},
): Probe => ({
  resource,
  call: ask(method, ({ id }) => path(id), body),
  ...more,
});
const plain = (method: Method, path: string, body?: Body, more: Partial<Probe> = {}): Probe => ({
  call: ask(method, path, body),
  ...more,
});

type Placed = 'own' | 'sibling' | 'foreign';
const placed = (variant: Variant): Placed => (variant === 'deleted' || variant === 'unknown' ? 'own' : variant);

/** A file to change: of that client, made when the call is allowed. */
const files = async ({ world, id, variant, isAllowed }: Cell) => ({
  client_id: id,
  file_ids: [isAllowed ? await world.aFile(id) : world.companies[placed(variant)].file],
});
/** An accountant who was just assigned to that client. */
const visitor = async (cell: Cell, of: 'clients' | 'users') => {
  const { world, variant, isAllowed, id } = cell;
  const accountant = world.visiting[placed(variant)].id;
  if (isAllowed) await world.assign(world.companies[placed(variant)].client.id, accountant);
  return cell.caller.ask('delete', `/${of}/${id}/accountants/${accountant}`);
};
/** A message that the caller has sent, where they may. */
const ownMessage = async ({ caller, world, variant, id, isAllowed }: Cell, method: Method, body?: object) => {
  const own = isAllowed ? await aMessage(caller.ask, world.companies[placed(variant)].conversation) : id;
  return caller.ask(method, `/messages/${own}`, body);
};
/** A reaction to a message that the caller has sent, where they may; one that is taken back was there. */
const reaction = async (cell: Cell, method: 'post' | 'delete') => {
  const { caller, world, variant, id, isAllowed } = cell;
  const own = isAllowed ? await aMessage(caller.ask, world.companies[placed(variant)].conversation) : id;
  const path = `/messages/${own}/reactions`;
  const react = () => caller.ask('post', path, { emoji: '👍' });
  if (method === 'post') return react();
  if (isAllowed) await react();
  return caller.ask('delete', `${path}/${encodeURIComponent('👍')}`);
};
/** A folder that the caller has made is unmade, where they may. */
const ownDeed = async ({ caller, world, variant, id, isAllowed }: Cell) => {
  const make = () => caller.ask('post', '/folders', { name: randomUUID(), client_id: id });
  const others = variant === placed(variant) ? world.companies[variant].deed : id;
  const correlation_id = isAllowed ? (await make()).headers['x-correlation-id'] : others;
  return caller.ask('post', '/audit/undo', { correlation_id });
};
/** A session of its own for a call that ends it. */
const freshly = async ({ world, caller }: Cell, path: string): Promise<Answer> => {
  if (caller.role === null) return caller.ask('post', path);
  if (caller.role === 'auditor') return (await world.auditorOf(world.companies.own.client.id)).ask('post', path);
  return world.gateway.as(await world.tokenOf({ email: caller.email }, caller.password))('post', path);
};
const withPassword = ({ caller }: Cell) => ({ current_password: caller.password });
const LINK = { token: 'aaaa.bbbb' };
const CHOSEN = { ...LINK, password: 'Parola-Nouă-7', password_confirmation: 'Parola-Nouă-7' };

/** Every route of the running application must stand here. */
export const probes: Readonly<Record<string, readonly Probe[]>> = {
  'POST /auth/login': [plain('post', '/auth/login', { email: 'nimeni@firma.test', password: 'x' }, { answers: 401 })],
  'POST /auth/second-factor': [
    plain('post', '/auth/second-factor', { ...LINK, method: 'totp', code: '123456' }, { answers: 401 }),
  ],
  'POST /auth/second-factor/passkey-options': [
    plain('post', '/auth/second-factor/passkey-options', LINK, { answers: 401 }),
  ],
  'POST /auth/second-factor/setup': [plain('post', '/auth/second-factor/setup', LINK, { answers: 401 })],
  'POST /auth/second-factor/confirm': [
    plain('post', '/auth/second-factor/confirm', { ...LINK, code: '123456' }, { answers: 401 }),
  ],
  'POST /auth/sign-in-link': [plain('post', '/auth/sign-in-link', { email: 'nimeni@firma.test' })],
  'POST /auth/sign-in-link/use': [plain('post', '/auth/sign-in-link/use', LINK, { answers: 410 })],
  'POST /auth/refresh': [plain('post', '/auth/refresh', undefined, { answers: 401 })],
  'POST /auth/logout': [{ call: (cell) => freshly(cell, '/auth/logout') }],
  'POST /auth/logout-all': [
    // somebody else's sessions would end as well: it is shown of a user of their own
    {
      call: async ({ world, caller, isAllowed }) =>
        isAllowed
          ? world.gateway.as(await world.tokenOf(await world.aUser(world.companies.own.client.id)))(
              'post',
              '/auth/logout-all',
            )
          : caller.ask('post', '/auth/logout-all'),
    },
  ],
  'POST /auth/change-password': [
    plain('post', '/auth/change-password', { current_password: 'x', new_password: CHOSEN.password }, { answers: 422 }),
  ],
  'POST /auth/forgot-password': [plain('post', '/auth/forgot-password', { email: 'nimeni@firma.test' })],
  'GET /auth/reset-password/:token': [plain('get', '/auth/reset-password/aaaa.bbbb', undefined, { answers: 410 })],
  'POST /auth/reset-password': [plain('post', '/auth/reset-password', CHOSEN, { answers: 410 })],
  'GET /auth/invitation/:token': [plain('get', '/auth/invitation/aaaa.bbbb', undefined, { answers: 410 })],
  'POST /auth/invitation': [plain('post', '/auth/invitation', CHOSEN, { answers: 410 })],
  'POST /auth/invitation/again': [plain('post', '/auth/invitation/again', LINK)],
  'GET /auth/sessions': [plain('get', '/auth/sessions')],
  'DELETE /auth/sessions/:id': [on('session', 'delete', (id) => `/auth/sessions/${id}`)],
  'GET /auth/two-step': [plain('get', '/auth/two-step')],
  'POST /auth/two-step/totp': [plain('post', '/auth/two-step/totp', withPassword)],
  'POST /auth/two-step/totp/confirm': [
    plain('post', '/auth/two-step/totp/confirm', { code: '000000' }, { answers: 422 }),
  ],
  'POST /auth/two-step/totp/disable': [
    plain('post', '/auth/two-step/totp/disable', withPassword, { answersAuditors: 403 }),
  ],
  'POST /auth/two-step/recovery-codes': [
    plain('post', '/auth/two-step/recovery-codes', withPassword, { answers: 409, answersAuditors: 200 }),
  ],
  'POST /auth/two-step/passkeys/options': [plain('post', '/auth/two-step/passkeys/options', withPassword)],
  'POST /auth/two-step/passkeys': [
    plain('post', '/auth/two-step/passkeys', { name: 'Cheie', credential: { id: 'x' } }, { answers: 422 }),
  ],
  'POST /auth/two-step/passkeys/:id/remove': [
    on('passkey', 'post', (id) => `/auth/two-step/passkeys/${id}/remove`, withPassword),
  ],
  'GET /users/me': [plain('get', '/users/me')],
  'PATCH /users/me': [plain('patch', '/users/me', { phone: '0721123456' })],

  'GET /users': [plain('get', '/users')],
  'POST /users': [plain('post', '/users', {}, { answers: 422 })],
  'GET /users/:id': [on('user', 'get', (id) => `/users/${id}`)],
  'PATCH /users/:id': [on('user', 'patch', (id) => `/users/${id}`, { phone: '0721123457' })],
  'DELETE /users/:id': [
    {
      resource: 'user',
      call: async ({ world, caller, variant, id, isAllowed }) => {
        const other = isAllowed ? (await world.aUser(world.companies[placed(variant)].client.id)).id : id;
        return caller.ask('delete', `/users/${other}`);
      },
    },
  ],
  'POST /users/:id/invitation': [on('user', 'post', (id) => `/users/${id}/invitation`, {}, { answers: 409 })],
  'POST /users/:id/invitation/link': [
    on('user', 'post', (id) => `/users/${id}/invitation/link`, undefined, { answers: 409 }),
  ],
  'GET /users/:id/accountants': [on('user', 'get', (id) => `/users/${id}/accountants`)],
  'POST /users/:id/accountants': [
    on(
      'user',
      'post',
      (id) => `/users/${id}/accountants`,
      ({ world, variant }) => ({
        accountant_ids: [world.assigned[placed(variant)].id],
      }),
    ),
  ],
  'DELETE /users/:id/accountants/:accountantId': [{ resource: 'user', call: (cell) => visitor(cell, 'users') }],
  'GET /users/accountants/:id/users': [on('accountant', 'get', (id) => `/users/accountants/${id}/users`)],
  'GET /people': [plain('get', '/people'), on('client', 'get', (id) => `/people?client_id=${id}`)],

  'GET /firms': [plain('get', '/firms')],
  'POST /firms': [plain('post', '/firms', {}, { answers: 422 })],
  'GET /firms/:id': [on('firm', 'get', (id) => `/firms/${id}`)],
  'PATCH /firms/:id': [on('firm', 'patch', (id) => `/firms/${id}`, { phone: '0721123457' })],
  'DELETE /firms/:id': [on('firm', 'delete', (id) => `/firms/${id}`, undefined, { answers: 409 })],

  'GET /clients': [plain('get', '/clients')],
  'POST /clients': [plain('post', '/clients', {}, { answers: 422 })],
  'GET /clients/:id': [on('client', 'get', (id) => `/clients/${id}`)],
  'PATCH /clients/:id': [on('client', 'patch', (id) => `/clients/${id}`, { phone: '0721123457' })],
  'DELETE /clients/:id': [on('client', 'delete', (id) => `/clients/${id}`, undefined, { answers: 409 })],
  'GET /clients/:id/accountants': [on('client', 'get', (id) => `/clients/${id}/accountants`)],
  'POST /clients/:id/accountants': [
    on(
      'client',
      'post',
      (id) => `/clients/${id}/accountants`,
      ({ world, variant }) => ({
        accountant_ids: [world.assigned[placed(variant)].id],
      }),
    ),
  ],
  'DELETE /clients/:id/accountants/:accountantId': [{ resource: 'client', call: (cell) => visitor(cell, 'clients') }],
  'GET /companies/:cui': [plain('get', '/companies/18547290', undefined, { answers: 404 })],
  'GET /mandates': [plain('get', '/mandates')],
  'POST /mandates': [plain('post', '/mandates', {}, { answers: 422 })],
  'PATCH /mandates/:id': [plain('patch', '/mandates/nothing', { until: '2099-01-01T00:00:00Z' }, { answers: 404 })],
  'DELETE /mandates/:id': [plain('delete', '/mandates/nothing', undefined, { answers: 404 })],
  'GET /mandates/mine': [plain('get', '/mandates/mine')],
  'GET /firms/:id/auditors': [on('firm', 'get', (id) => `/firms/${id}/auditors`)],
  'GET /settings': [plain('get', '/settings')],
  'PATCH /settings': [plain('patch', '/settings', {})],

  'GET /folders': [
    on('client', 'get', (id) => `/folders?clientId=${id}`),
    on('folder', 'get', (id) => `/folders?parentFolderId=${id}`),
  ],
  'GET /folders/tree': [on('client', 'get', (id) => `/folders/tree?client_id=${id}`)],
  'GET /folders/:id': [on('folder', 'get', (id) => `/folders/${id}`)],
  'GET /folders/:id/history': [on('folder', 'get', (id) => `/folders/${id}/history`, undefined, { isForTrash: true })],
  'GET /folders/:id/path': [on('folder', 'get', (id) => `/folders/${id}/path`)],
  'POST /folders': [
    on(
      'client',
      'post',
      () => '/folders',
      ({ id }) => ({ name: randomUUID(), client_id: id }),
    ),
    on(
      'folder',
      'post',
      () => '/folders',
      ({ id, world, variant }) => ({
        name: randomUUID(),
        parent_folder_id: id,
        client_id: world.companies[placed(variant)].client.id,
      }),
    ),
  ],
  'PUT /folders/:id': [
    on(
      'folder',
      'put',
      (id) => `/folders/${id}`,
      () => ({ name: randomUUID() }),
    ),
  ],
  'POST /folders/bulk-create-accounting-structure': [
    on(
      'client',
      'post',
      () => '/folders/bulk-create-accounting-structure',
      ({ id }) => ({ client_id: id, year: 2026 }),
    ),
  ],
  'GET /files': [
    on('client', 'get', (id) => `/files?clientId=${id}`),
    on('folder', 'get', (id) => `/files?folderId=${id}`),
  ],
  'GET /files/trash': [on('client', 'get', (id) => `/files/trash?client_id=${id}`)],
  'GET /files/:id': [on('file', 'get', (id) => `/files/${id}`)],
  'PATCH /files/:id': [
    on(
      'file',
      'patch',
      (id) => `/files/${id}`,
      () => ({ name: `${randomUUID()}.txt` }),
    ),
  ],
  'GET /files/tags': [on('client', 'get', (id) => `/files/tags?client_id=${id}`)],
  'GET /documents': [on('client', 'get', (id) => `/documents?client_id=${id}`)],
  'GET /files/invoices': [on('client', 'get', (id) => `/files/invoices?client_id=${id}&month=2026-03`)],
  'GET /files/repeated': [on('client', 'get', (id) => `/files/repeated?client_id=${id}`)],
  'PATCH /files/:id/fields': [
    on(
      'file',
      'patch',
      (id) => `/files/${id}/fields`,
      () => ({ number: randomUUID() }),
    ),
  ],
  'PUT /files/:id/tags': [
    on(
      'file',
      'put',
      (id) => `/files/${id}/tags`,
      () => ({ tags: [randomUUID()] }),
    ),
  ],
  'GET /files/:id/download': [on('file', 'get', (id) => `/files/${id}/download`)],
  'GET /files/:id/preview': [on('file', 'get', (id) => `/files/${id}/preview`)],
  'POST /files/:id/read-again': [on('file', 'post', (id) => `/files/${id}/read-again`)],
  'GET /files/:id/thumbnail': [on('file', 'get', (id) => `/files/${id}/thumbnail`)],
  // the file of the matrix is a text: only those are told who may see it
  'GET /files/:id/entries': [on('file', 'get', (id) => `/files/${id}/entries`, undefined, { answers: 422 })],
  'GET /files/:id/parts': [on('file', 'get', (id) => `/files/${id}/parts`)],
  // nothing is inside a text
  'GET /files/:id/parts/:number': [on('file', 'get', (id) => `/files/${id}/parts/0`, undefined, { answers: 404 })],
  'POST /files/:id/extract-zip': [
    on(
      'file',
      'post',
      (id) => `/files/${id}/extract-zip`,
      () => ({}),
      { answers: 422 },
    ),
  ],
  // the file of the matrix is a text, which has no pages
  'POST /files/arrange-pages': [
    on(
      'client',
      'post',
      () => '/files/arrange-pages',
      async (cell) => {
        const { client_id, file_ids } = await files(cell);
        return { client_id, documents: [{ name: 'x.pdf' }], pages: [{ file_id: file_ids[0], page: 1 }] };
      },
      { answers: 422 },
    ),
  ],
  'GET /files/:id/history': [on('file', 'get', (id) => `/files/${id}/history`, undefined, { isForTrash: true })],
  'GET /files/:id/notes': [on('file', 'get', (id) => `/files/${id}/notes`)],
  'POST /files/:id/notes': [on('file', 'post', (id) => `/files/${id}/notes`, { text: 'De verificat' })],
  'GET /files/content/:ticket': [plain('get', '/files/content/aaaa.bbbb', undefined, { answers: 404 })],
  'POST /files/upload': [
    {
      resource: 'client',
      call: ({ caller, id }) => anUpload(caller.ask, `${randomUUID()}.txt`, 'x', { client_id: id }),
    },
    {
      resource: 'folder',
      call: ({ caller, id, world, variant }) => {
        const client_id = world.companies[placed(variant)].client.id;
        return anUpload(caller.ask, `${randomUUID()}.txt`, 'x', { client_id, folder_id: id });
      },
    },
  ],
  'OPTIONS /uploads': [{ call: ({ caller }) => caller.ask('options', '/uploads') }],
  'POST /uploads': [
    { resource: 'client', call: ({ caller, id }) => begin(caller, { client_id: id }) },
    {
      resource: 'folder',
      call: ({ caller, id, world, variant }) =>
        begin(caller, { client_id: world.companies[placed(variant)].client.id, folder_id: id }),
    },
  ],
  'HEAD /uploads/:id': [onUpload('head')],
  'PATCH /uploads/:id': [onUpload('patch')],
  'DELETE /uploads/:id': [onUpload('delete')],
  'POST /bulk/files/move': [on('client', 'post', () => '/bulk/files/move', files)],
  'POST /bulk/files/copy': [on('client', 'post', () => '/bulk/files/copy', files)],
  'POST /bulk/files/delete': [on('client', 'post', () => '/bulk/files/delete', files)],
  'POST /bulk/files/restore': [
    on(
      'client',
      'post',
      () => '/bulk/files/restore',
      async (cell) => {
        const body = await files(cell);
        if (cell.isAllowed) await cell.world.admin('post', '/bulk/files/delete', body).expect(200);
        return body;
      },
    ),
  ],
  'POST /bulk/files/status': [
    on(
      'client',
      'post',
      () => '/bulk/files/status',
      async (cell) => ({ ...(await files(cell)), process_state: 'new' }),
    ),
  ],
  'POST /bulk/files/download': [on('client', 'post', () => '/bulk/files/download', files)],
  'GET /bulk/content/:ticket': [plain('get', '/bulk/content/aaaa.bbbb', undefined, { answers: 404 })],
  'GET /bulk/operations/:id': [on('operation', 'get', (id) => `/bulk/operations/${id}`)],
  // of one that is over and all done
  'POST /bulk/operations/:id/retry': [
    on('operation', 'post', (id) => `/bulk/operations/${id}/retry`, undefined, { answers: 409 }),
  ],
  'POST /bulk/operations/:id/cancel': [
    on('operation', 'post', (id) => `/bulk/operations/${id}/cancel`, undefined, { answers: 409 }),
  ],

  'GET /dashboard': [plain('get', '/dashboard')],
  'GET /conversations': [plain('get', '/conversations'), on('client', 'get', (id) => `/conversations?client_id=${id}`)],
  'POST /conversations': [
    on(
      'client',
      'post',
      () => '/conversations',
      ({ id }) => ({ client_id: id }),
    ),
  ],
  'GET /conversations/:id': [on('conversation', 'get', (id) => `/conversations/${id}`)],
  'POST /reads': [
    on(
      'conversation',
      'post',
      () => '/reads',
      ({ id, world, variant }) => ({ conversation_id: id, message_id: world.companies[placed(variant)].message }),
    ),
  ],
  'GET /conversations/:id/messages': [on('conversation', 'get', (id) => `/conversations/${id}/messages`)],
  'POST /conversations/:id/messages': [
    on('conversation', 'post', (id) => `/conversations/${id}/messages`, { text: 'Bună ziua' }),
  ],
  'PUT /messages/:id': [{ resource: 'message', call: (cell) => ownMessage(cell, 'put', { text: randomUUID() }) }],
  'DELETE /messages/:id': [{ resource: 'message', call: (cell) => ownMessage(cell, 'delete') }],
  'POST /messages/:id/reactions': [{ resource: 'message', call: (cell) => reaction(cell, 'post') }],
  'DELETE /messages/:id/reactions/:emoji': [{ resource: 'message', call: (cell) => reaction(cell, 'delete') }],
  'GET /messages/:id/edits': [on('message', 'get', (id) => `/messages/${id}/edits`)],

  'GET /notifications': [plain('get', '/notifications')],
  'PATCH /notifications/read-all': [plain('patch', '/notifications/read-all')],
  'PATCH /notifications/:id/read': [on('notification', 'patch', (id) => `/notifications/${id}/read`)],
  'DELETE /notifications/:id': [
    {
      resource: 'notification',
      call: async ({ caller, world, id, variant, isAllowed }) =>
        caller.ask('delete', `/notifications/${isAllowed ? await world.aNotification(placed(variant)) : id}`),
    },
  ],
  'GET /notifications/unsubscribe/:token': [
    plain('get', '/notifications/unsubscribe/aaaa.bbbb', undefined, { answers: 303 }),
  ],
  'POST /notifications/unsubscribe/:token': [
    plain('post', '/notifications/unsubscribe/aaaa.bbbb', undefined, { answers: 404 }),
  ],
  'GET /notifications/preferences': [plain('get', '/notifications/preferences')],
  'PATCH /notifications/preferences': [plain('patch', '/notifications/preferences', { message_new: { email: false } })],

  'GET /search': [plain('get', '/search?q=bon&record=false')],
  'GET /search/history': [plain('get', '/search/history')],
  'DELETE /search/history': [plain('delete', '/search/history')],
  'GET /search/saved': [plain('get', '/search/saved')],
  'POST /search/saved': [plain('post', '/search/saved', { name: 'Bonuri', query: 'bon', filters: {} })],
  'DELETE /search/saved/:id': [plain('delete', '/search/saved/nothing', undefined, { answers: 404 })],
  'DELETE /search/history/:id': [plain('delete', '/search/history/nothing', undefined, { answers: 404 })],
  'GET /audit/events': [plain('get', '/audit/events')],
  'POST /audit/undo': [{ resource: 'client', call: (cell) => ownDeed(cell) }],
  'POST /audit/restore': [
    on(
      'client',
      'post',
      () => '/audit/restore',
      async (cell) => ({ ...(await files(cell)), at: new Date().toISOString() }),
    ),
  ],
  'GET /audit/events/:event_id': [on('event', 'get', (id) => `/audit/events/${id}`)],
  'GET /audit/deeds': [plain('get', '/audit/deeds')],
  'GET /audit/deeds/:correlation_id/events': [plain('get', '/audit/deeds/nothing/events', undefined, { answers: 404 })],
  'GET /audit/export': [plain('get', '/audit/export?format=jsonl&event_type=FirmRegistered')],
  'POST /exports': [
    on(
      'client',
      'post',
      () => '/exports',
      ({ id }) => ({ list: 'invoices', client_id: id, count: 1 }),
    ),
  ],
  'GET /audit/files/:id/history': [plain('get', '/audit/files/nothing/history', undefined, { answers: 404 })],
  'GET /audit/messages/:id/history': [plain('get', '/audit/messages/nothing/history', undefined, { answers: 404 })],
  'GET /audit/checkpoints': [plain('get', '/audit/checkpoints')],
  'GET /audit/checkpoints/latest': [plain('get', '/audit/checkpoints/latest')],
  'GET /audit/public-key': [plain('get', '/audit/public-key')],
  'GET /audit/proofs/inclusion': [on('event', 'get', (id) => `/audit/proofs/inclusion?event_id=${id}`)],
  'GET /audit/proofs/consistency': [plain('get', '/audit/proofs/consistency?first=1&second=1')],
  'GET /audit/activity': [plain('get', '/audit/activity')],
  'GET /audit/moments': [on('client', 'get', (id) => `/audit/moments?client_id=${id}`)],
  'GET /audit/compare': [on('client', 'get', (id) => `/audit/compare?client_id=${id}&from=1`)],
  'GET /audit/access': [
    plain('get', '/audit/access?resource_type=client&resource_id=nothing', undefined, { answers: 404 }),
  ],
  'GET /health/live': [plain('get', '/health/live')],
  'GET /health/details': [plain('get', '/health/details')],
  'GET /health/ready': [plain('get', '/health/ready')],
  'GET /metrics': [plain('get', '/metrics')],
  'GET /openapi.json': [plain('get', '/openapi.json')],
};
