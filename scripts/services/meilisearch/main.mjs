// A stand-in for Meilisearch, for tests on machines that cannot run the real one: its documented HTTP interface, as far as
// Dosar uses it. What it says that it found is what answers, by typos and in an order that was asked for; nothing is ranked.
//   node scripts/services/meilisearch/main.mjs --port 7700 [--data /tmp/meilisearch.jsonl] [--key KEY]
// With a key whoever has none is refused, and tenant tokens made of its search key open what they say.
import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { openIndexes, Refused } from './indexes.mjs';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '7700' }, data: { type: 'string' }, key: { type: 'string' } },
});
const indexes = openIndexes(values.data ?? null);

const keyed = (uid) =>
  createHmac('sha256', values.key ?? '')
    .update(uid)
    .digest('hex');
const SEARCH = { name: 'Default Search API Key', actions: ['search'], indexes: ['*'], expiresAt: null };
const DEFAULT_UID = '6f2f2f0e-4d0c-4e0b-9d55-0c5d1f6f1a3a';
/** By their ids; none is kept over a restart but the first. */
const searchKeys = new Map([[DEFAULT_UID, { uid: DEFAULT_UID, key: keyed(DEFAULT_UID), ...SEARCH }]]);
const keys = () => ({ results: [...searchKeys.values()], offset: 0, limit: 20, total: searchKeys.size });
const addKey = ({ uid = randomUUID(), ...asked }) => {
  const key = { uid, key: keyed(uid), ...SEARCH, ...asked };
  searchKeys.set(uid, key);
  return key;
};
const removeKey = (uid) => {
  if (!searchKeys.delete(uid)) throw new Refused(404, 'api_key_not_found', `API key \`${uid}\` not found.`);
};

const forbidden = () => new Refused(403, 'invalid_api_key', 'The provided API key is invalid.');

/** What a tenant token opens. */
const rulesIn = (token) => {
  const [head, body, signature] = token.split('.');
  const { searchRules, apiKeyUid, exp } = JSON.parse(Buffer.from(body, 'base64url'));
  const known = searchKeys.get(apiKeyUid);
  if (!known || (exp && exp * 1_000 < Date.now())) throw forbidden();
  const own = createHmac('sha256', known.key).update(`${head}.${body}`).digest('base64url');
  if (own !== signature) throw forbidden();
  return searchRules;
};

/** null: everything may be asked; else what may be searched, by the name of its index. */
const rightsOf = ({ headers: { authorization } }) => {
  if (!values.key) return null;
  const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
  if (!token) throw new Refused(401, 'missing_authorization_header', 'The Authorization header is missing.');
  if (token === values.key) return null;
  if ([...searchKeys.values()].some(({ key }) => key === token)) return { '*': {} };
  if (token.split('.').length !== 3) throw forbidden();
  return rulesIn(token);
};

/** As an escape that nothing else is written as. */
const HALF_A_LETTER = /(?<!\\)(?:\\\\)*\\ud[89a-f]/i;
const bodyOf = async (request) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  if (HALF_A_LETTER.test(text))
    throw new Refused(400, 'malformed_payload', 'The `json` payload provided is malformed: lone surrogate.');
  return text === '' ? {} : JSON.parse(text);
};
const listed = (fields) => fields?.split(',');

const searched = (uid, asked, rights) => {
  const rule = rights === null ? {} : (rights[uid] ?? rights['*']);
  if (rule === undefined) throw forbidden();
  return indexes.search(uid, asked, rule ?? {});
};
const multiSearch = ({ queries }, rights) => ({
  results: queries.map((query) => ({ indexUid: query.indexUid, ...searched(query.indexUid, query, rights) })),
});

/** @returns null when there is no such call */
const changed = (method, path, body, query) => {
  const [first, uid, part, id] = path;
  if (method === 'POST' && first === 'swap-indexes') return indexes.enqueue('indexSwap', { swaps: body });
  if (first !== 'indexes') return null;
  if (method === 'POST' && !uid) return indexes.enqueue('indexCreation', { uid: body.uid });
  if (method === 'DELETE' && !part) return indexes.enqueue('indexDeletion', { uid });
  if (method === 'PATCH' && part === 'settings') {
    const unknown = Object.keys(body).find((name) => !indexes.isSetting(name));
    if (unknown) throw new Refused(400, 'bad_request', `Unknown field \`${unknown}\``);
    return indexes.enqueue('settingsUpdate', { uid, settings: body });
  }
  if (method === 'POST' && part === 'compact') return indexes.enqueue('indexCompaction', { uid });
  if (part !== 'documents') return null;
  if (method === 'POST' && id === 'delete-batch') return indexes.enqueue('documentDeletion', { uid, ids: body });
  if (method === 'POST' && id === 'delete') return indexes.enqueue('documentDeletion', { uid, filter: body.filter });
  if (method === 'DELETE' && id) return indexes.enqueue('documentDeletion', { uid, ids: [id] });
  if ((method === 'POST' || method === 'PUT') && !id) {
    const primaryKey = query.get('primaryKey') ?? 'id';
    if (primaryKey !== 'id') throw new Refused(400, 'bad_request', 'the stand-in knows documents by their id alone');
    return indexes.enqueue('documentAdditionOrUpdate', { uid, documents: body, isPartial: method === 'PUT' });
  }
  return null;
};

/** @returns null when there is no such call */
const read = (method, path, body, query) => {
  const [first, uid, part, id] = path;
  if (method === 'GET' && first === 'keys') return keys();
  if (method === 'GET' && first === 'tasks') return indexes.task(Number(uid));
  if (first !== 'indexes') return null;
  if (method === 'GET' && !uid) return indexes.list(Number(query.get('limit') ?? 20), Number(query.get('offset') ?? 0));
  if (!uid) return null;
  if (method === 'GET' && !part) return indexes.shown(uid);
  if (method === 'GET' && part === 'settings') return indexes.settings(uid);
  if (method === 'POST' && part === 'documents' && id === 'fetch') return indexes.fetch(uid, body);
  if (method === 'GET' && part === 'documents' && id) return indexes.get(uid, id, listed(query.get('fields')));
  return null;
};

const answer = async (request) => {
  const { pathname, searchParams: query } = new URL(request.url, 'http://stand-in');
  const path = pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const body = await bodyOf(request);
  const { method } = request;
  if (path[0] === 'health') return [200, { status: 'available' }];
  const rights = rightsOf(request);
  if (method === 'POST' && path[0] === 'multi-search') return [200, multiSearch(body, rights)];
  if (method === 'POST' && path[2] === 'search') return [200, searched(path[1], body, rights)];
  if (rights !== null) throw forbidden();
  if (method === 'POST' && path[0] === 'keys') return [201, addKey(body)];
  if (method === 'DELETE' && path[0] === 'keys') return [204, removeKey(path[1])];
  const found = read(method, path, body, query);
  if (found) return [200, found];
  const task = changed(method, path, body, query);
  if (task) return [202, task];
  throw new Refused(404, 'not_found', `the stand-in does not know ${method} ${pathname}`);
};

const server = createServer((request, response) => {
  const say = (status, body) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  };
  answer(request).then(
    ([status, body]) => say(status, body),
    (error) => {
      if (!(error instanceof Refused)) console.error(error);
      const { status = 500, code = 'internal', message } = error;
      say(status, { message, code, type: status >= 500 ? 'internal' : 'invalid_request', link: '' });
    },
  );
});
server.listen(Number(values.port), '127.0.0.1', () => {
  console.log(`Meilisearch's stand-in: http://127.0.0.1:${server.address().port}`);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
