// Right calls, made up from the description and what there is.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../server.mjs';
import { aFileName, aName, objectOf, valueOf } from './values.mjs';

const papers = join(ROOT, 'apps/gateway/demo/documents/brutaria-2026-09');
const DOCUMENTS = readdirSync(papers)
  .map((name) => ({ name, bytes: readFileSync(join(papers, name)) }))
  .filter(({ bytes }) => bytes.length < 30_000);

/** The frequency of each call; a low one by default. Zero: only in stories. */
const WEIGHTS = {
  'folders.create': 8,
  'folders.list': 5,
  'folders.get': 5,
  'folders.path': 4,
  'folders.tree': 2,
  'folders.rename': 4,
  'files.upload': 8,
  'files.list': 5,
  'files.get': 6,
  'files.rename': 4,
  'files.trash': 1.5,
  'files.download': 3,
  'bulk.move': 4,
  'bulk.delete': 3,
  'bulk.restore': 3,
  'bulk.status': 4,
  'bulk.get': 3,
  'folders.createAccountingStructure': 0.1,
  'clients.lookUp': 0.4,
  'system.openapi': 0.1,
  'settings.change': 0.2,
  'users.delete': 0,
  'firms.delete': 0,
  'clients.delete': 0,
  'users.invite': 0,
  'users.create': 0.4,
  'files.content': 0,
  'files.content.head': 0,
  'auth.endSession': 0,
  'bulk.content': 0,
  'bulk.content.head': 0,
  'archives.entries': 0,
  'archives.extract': 0,
  'bulk.retry': 0,
  'bulk.cancel': 0,
  'conversations.read': 0,
  'messages.edit': 0,
  'messages.edits': 0,
  'messages.delete': 0,
  'messages.react': 0,
  'messages.unreact': 0,
  'messages.send': 4,
  'messages.list': 3,
  'notifications.read': 0,
  'notifications.delete': 0,
  'search.search': 5,
  'search.clearEntry': 0,
  'search.clearHistory': 0.2,
  'uploads.create': 0,
  'uploads.state': 0,
  'uploads.append': 0,
  'uploads.end': 0,
};
const ACCOUNT = /^auth\.(me|changeMe|sessions|twoStep)$/;
const weightOf = (id) => WEIGHTS[id] ?? (id.startsWith('auth.') && !ACCOUNT.test(id) ? 0 : 1);

/** One of the calls, as often as its weight says. */
export const anOperation = (operations, random) => {
  const all = [...operations.values()];
  let left = random.next() * all.reduce((sum, { id }) => sum + weightOf(id), 0);
  return all.find(({ id }) => (left -= weightOf(id)) < 0) ?? all[0];
};

/** All that can be made by themselves. */
export const singleOperations = (operations) => [...operations.values()].filter(({ id }) => weightOf(id) > 0);

const some = (random, list, most = 4) =>
  Array.from({ length: Math.min(list.length, 1 + random.below(most)) }, () => random.pick(list));

export const formOf = (fields, name, bytes, random) => {
  const boundary = `fuzz${random.digits(12)}`;
  const part = (disposition, content) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ];
  const file = part(`name="file"; filename="${name.replaceAll('"', '%22')}"`, bytes);
  const others = Object.entries(fields).flatMap(([field, value]) => part(`name="${field}"`, String(value)));
  const parts = random.chance(0.5) ? [...others, ...file] : [...file, ...others];
  return {
    bytes: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
};

export const anUpload = (random, fields) => {
  const document = random.chance(0.25) ? random.pick(DOCUMENTS) : null;
  return formOf(
    fields,
    document?.name ?? aFileName(random),
    document?.bytes ?? `Rând ${random.digits(9)}\n`.repeat(1 + random.below(20)),
    random,
  );
};

/** What an id in an address names, by its call. */
const idFor = (operation, name, { world, actor, client, random }) => {
  if (name === 'accountantId') return random.pick(client.accountants);
  if (name === 'cui') return `${random.pick(['1859472', '3140132'])}${random.pick([0, 2, 4, 6, 8])}`;
  const context = operation.path.split('/')[2];
  if (context === 'audit') {
    const about = { deeds: world.deeds, files: client.files, messages: world.messages, events: world.events };
    const known = about[operation.path.split('/')[3]];
    return known.length > 0 ? random.pick(known) : null;
  }
  if (operation.path.startsWith('/api/users/accountants')) return random.pick(client.accountants);
  if (operation.path.includes('/users/{id}/accountants')) return random.pick(client.users);
  const from = {
    folders: client.folders,
    files: client.files,
    users: [...client.users, ...client.accountants],
    firms: world.firms,
    clients: [client.id],
    conversations: [client.id],
    bulk: actor.operations,
  }[context];
  return from?.length > 0 ? random.pick(from) : null;
};

/** What goes into fields that name other things. */
const referring = (operation, body, { world, client, actor, random }) => {
  const has = (name) => operation.body.schema.properties[name] !== undefined;
  const given = { ...body };
  const folder = () => (client.folders.length > 0 && random.chance(0.7) ? random.pick(client.folders) : undefined);
  if (has('client_id')) given.client_id = actor.role === 'user' && random.chance(0.5) ? undefined : client.id;
  if (has('parent_folder_id')) given.parent_folder_id = folder();
  if (has('target_folder_id')) given.target_folder_id = folder();
  if (has('accountant_ids')) given.accountant_ids = some(random, client.accountants, 2);
  if (has('firm_id')) given.firm_id = client.firmId;
  if (has('pinned_clients') && given.pinned_clients) given.pinned_clients = [client.id];
  if (has('two_step_required')) delete given.two_step_required;
  if (has('participant_ids') && given.participant_ids) {
    const people = [...client.users, ...client.accountants].filter((id) => id !== actor.id);
    given.participant_ids = some(random, people, 3);
  }
  if (has('attachment_tokens')) given.attachment_tokens = random.chance(0.3) ? some(random, client.files) : undefined;
  if (has('correlation_id')) given.correlation_id = random.pick(world.deeds) ?? null;
  if (has('at')) given.at = random.pick(world.positions) ?? null;
  if (given.correlation_id === null || given.at === null) return null;
  if (has('leave_out_conflicts')) given.leave_out_conflicts = random.chance(0.8);
  if (has('quote_message_id')) delete given.quote_message_id;
  if (has('file_ids')) {
    const gone = (kind) => client.gone.filter(([each]) => each === kind).map(([, id]) => id);
    const isRestore = operation.id === 'bulk.restore';
    const [files, folders] = isRestore ? [gone('files'), gone('folders')] : [client.files, client.folders];
    given.file_ids = some(random, files);
    if (has('folder_ids')) given.folder_ids = random.chance(0.3) ? some(random, folders, 1) : [];
    if (given.file_ids.length + (given.folder_ids?.length ?? 0) === 0) return null;
  }
  return given;
};

/** Fields that go together, as the rules behind the schemas want them. */
const sensible = (operation, body, { client, random }) => {
  switch (operation.id) {
    case 'users.create':
      return body.role === 'admin'
        ? { ...body, firm_id: undefined, client_id: undefined }
        : body.role === 'accountant'
          ? { ...body, firm_id: client.firmId, client_id: undefined }
          : { ...body, firm_id: undefined, client_id: client.id };
    case 'users.change':
      return { name: body.name ?? 'Ana Nouă', phone: body.phone };
    case 'clients.change':
      return { ...body, firm_id: undefined, quota: undefined };
    case 'conversations.open':
      return body.participant_ids ? body : { ...body, client_id: client.id, title: undefined };
    case 'messages.send':
      return { ...body, text: body.text?.trim() ? body.text : 'Bună ziua' };
    case 'bulk.status':
      return random.chance(0.6)
        ? { ...body, process_state: undefined, accounting_status: body.accounting_status ?? null }
        : { ...body, process_state: body.process_state ?? 'processing' };
    case 'folders.createAccountingStructure':
      return { ...body, parent_folder_id: undefined };
    default:
      return body;
  }
};

const withoutNothing = (body) => Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

/** Instants and events that there were, and people whom an administrator may look as. @returns false while none is known */
const asOfThen = ({ id, query: names }, query, { world, client, actor, random }) => {
  const has = (name) => names.some((each) => each.name === name);
  if (id === 'past.access') {
    for (const name of ['resource_type', 'resource_id']) delete query[name];
    query.user_id = random.pick(client.users);
  }
  if (id === 'past.compare') query.client_id = client.id;
  if (id === 'heads.inclusion') {
    query.event_id = random.pick(world.events.slice(0, 3));
    if (query.event_id === undefined) return false;
  }
  if (has('as')) {
    if (actor.role === 'admin' && random.chance(0.2)) query.as = random.pick([...client.users, ...client.accountants]);
    else delete query.as;
  }
  const at = random.pick(world.positions);
  for (const name of id === 'past.compare' ? ['at', 'from', 'to'] : ['at'])
    if (query[name] !== undefined) {
      if (at === undefined) return false;
      query[name] = at;
    }
  return true;
};

/** A right call of this operation, or null while there is nothing to make it about. */
export const aCall = (operation, context, resolved) => {
  const { random, actor, client } = context;
  const params = Object.fromEntries(operation.params.map((name) => [name, idFor(operation, name, context)]));
  if (Object.values(params).includes(null)) return null;
  const query = Object.fromEntries(
    operation.query
      .filter(({ required, name }) => required || (!/_id$|Id$/.test(name) && random.chance(0.3)))
      .map(({ name, schema }) => [name, String(valueOf(random, operation.id, name, schema, resolved))]),
  );
  // pages around a message are tried in stories
  if (operation.id === 'messages.list') for (const side of ['before', 'after', 'around']) delete query[side];
  if (!asOfThen(operation, query, context)) return null;
  for (const { name } of operation.query) {
    if ((name === 'clientId' || name === 'client_id') && /^(files|folders)/.test(operation.id)) query[name] = client.id;
    else if (name === 'client_id' && random.chance(0.3)) query[name] = client.id;
    if (/^(folderId|parentFolderId)$/.test(name) && client.folders.length > 0 && random.chance(0.7))
      query[name] = random.pick(client.folders);
  }
  const call = { token: actor?.token, params, query, headers: {} };
  if (operation.headers.includes('Idempotency-Key') && random.chance(0.3))
    call.headers['idempotency-key'] = random.uuid();
  if (random.chance(0.1)) call.headers.prefer = 'respond-async';
  if (random.chance(0.1)) call.headers['accept-language'] = random.pick(['en', 'ro', 'de']);
  if (!operation.body) return call;
  if (operation.body.isForm) {
    const folder = client.folders.length > 0 && random.chance(0.7) ? { folder_id: random.pick(client.folders) } : {};
    return { ...call, form: anUpload(random, { client_id: client.id, ...folder }) };
  }
  const body = referring(operation, objectOf(random, operation.id, operation.body.schema, resolved), context);
  if (body === null) return null;
  if (operation.id === 'folders.create') body.name = aName(random);
  return { ...call, body: withoutNothing(sensible(operation, body, context)) };
};
