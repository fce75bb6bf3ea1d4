// An HTTP client that behaves like a person's browser.
import { randomUUID } from 'node:crypto';
import { ADMIN } from './server.mjs';

export const PASSWORD = 'Parola-Lunga-1';

/** The outcome is unknown: no answer came, or one that says so. */
export class Unknown extends Error {
  /** @param {Response} [answer] */
  constructor(message, answer) {
    super(message);
    this.status = answer?.status ?? null;
    this.retryAfter = Number(answer?.headers.get('retry-after') ?? 0);
  }
}

/** The log position in a consistency token. */
const placeOf = (token) => BigInt(Buffer.from(token, 'base64url').toString().slice(3));

/** @param {string | readonly string[]} urls of several gateways each call goes to the next */
export const client = (urls) => {
  const all = [urls].flat();
  let turn = 0;
  // carries the consistency token from one gateway to the next, as a browser does
  let newest = null;
  const send = async (token, method, path, { body, form, headers = {}, key } = {}) => {
    const url = all[(turn += 1) % all.length];
    let answer;
    let text;
    try {
      answer = await fetch(path.startsWith('/api') ? `${url}${path}` : `${url}/api${path}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(all.length > 1 && newest && { 'x-consistency-token': newest }),
          ...(body && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
          ...headers,
        },
        body: form ? form() : body && JSON.stringify(body),
        signal: AbortSignal.timeout(30_000),
      });
      text = await answer.text();
      const written = answer.headers.get('x-consistency-token');
      if (written && (!newest || placeOf(written) > placeOf(newest))) newest = written;
    } catch (error) {
      throw new Unknown(`${method} ${path}: ${error.cause?.code ?? error.message}`);
    }
    if (answer.status >= 500) throw new Unknown(`${method} ${path}: ${answer.status} ${text}`, answer);
    return {
      status: answer.status,
      headers: answer.headers,
      body: text && /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : text,
    };
  };

  const as = (token) => (method, path, options) => send(token, method, path, options);
  const signIn = async (email, password = PASSWORD) => {
    const { status, body } = await send(null, 'POST', '/auth/login', { body: { email, password } });
    if (status !== 200) throw new Error(`sign-in of ${email}: ${status} ${JSON.stringify(body)}`);
    return as(body.token);
  };
  return { as, signIn, admin: () => signIn(ADMIN.email, ADMIN.password), anonymous: as(null) };
};

/** The answer's thing of that name. Fails when the answer is not that status. */
export const must = ({ status, body }, expected, name) => {
  if (status !== expected) throw new Error(`${expected} was expected, ${status} came: ${JSON.stringify(body)}`);
  return name ? body[name] : body;
};

/** How long a newly started gateway, or one without its views, may take. */
const READY_MS = 120_000;

/** Waits until a gateway says that everything can be served. */
export const untilReady = async (ask, ms = READY_MS) => {
  const until = Date.now() + ms;
  for (let said; ; await new Promise((go) => setTimeout(go, 250))) {
    try {
      const { status, body } = await ask('GET', '/health/ready');
      if (status === 200) return;
      said = `${status} ${JSON.stringify(body)}`;
    } catch (error) {
      if (!(error instanceof Unknown)) throw error;
      said = error.message;
    }
    if (Date.now() > until) throw new Error(`not ready after ${ms} ms: ${said}`);
  }
};

export const aCui = () => String(10_000_000 + Math.floor(Math.random() * 89_999_999));

/** A firm with so many clients, each with a user who is signed in. */
export const aFirm = async (urls, clients) => {
  const { admin: signIn, signIn: as } = client(urls);
  const admin = await signIn();
  const firm = must(
    await admin('POST', '/firms', { body: { name: `Contab ${randomUUID()}`, cui: aCui() } }),
    201,
    'firm',
  );
  const accountantEmail = `elena.${randomUUID()}@firma.test`;
  await admin('POST', '/users', {
    body: {
      role: 'accountant',
      name: 'Elena Dumitrescu',
      email: accountantEmail,
      password: PASSWORD,
      firm_id: firm.id,
    },
  });
  const people = [];
  for (let at = 0; at < clients; at += 1) {
    const societate = `Brutăria ${at} SRL`;
    const made = must(
      await admin('POST', '/clients', { body: { societate, cui: aCui(), firm_id: firm.id } }),
      201,
      'client',
    );
    const email = `ana.${randomUUID()}@firma.test`;
    must(
      await admin('POST', '/users', {
        body: { role: 'user', name: `Ana ${at}`, email, password: PASSWORD, client_id: made.id },
      }),
      201,
    );
    people.push({ client: made, email, ask: await as(email) });
  }
  return { admin, firm, accountantEmail, people };
};

/** The limit of users of a client. */
const MOST_USERS = 60;

/** Accounts created one after the other; older ones are deleted, if they still exist. */
export const manyUsers = (admin) => {
  const made = [];
  return async (details) => {
    if (made.length >= MOST_USERS) await admin('DELETE', `/users/${made.shift()}`);
    const email = `om.${randomUUID()}@firma.test`;
    const body = { name: 'Om', email, password: PASSWORD, ...details };
    const user = must(await admin('POST', '/users', { body }), 201, 'user');
    made.push(user.id);
    return { email, ...user };
  };
};

export const upload =
  (bytes, name, fields = {}) =>
  () => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    form.set('file', new Blob([bytes]), name);
    return form;
  };
