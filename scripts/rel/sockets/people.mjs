// A firm with two clients: whoever takes part in their conversations, and whoever does not.
import { randomUUID } from 'node:crypto';
import { aCui, client, must, PASSWORD } from '../client.mjs';

/** Somebody who is signed in. */
export const enter = async (url, email, password = PASSWORD) => {
  const { anonymous, as } = client(url);
  const { token, user } = must(await anonymous('POST', '/auth/login', { body: { email, password } }), 200);
  return { ...user, token, ask: as(token) };
};

/**
 * One tenant: an accountant of both clients, one who is assigned to none of them, and the clients' users.
 * @param {(method: string, path: string, options?: object) => Promise<object>} admin
 */
export const aTenant = async (url, admin, users = [2, 1]) => {
  const made = async (path, body, name) => must(await admin('POST', path, { body }), 201, name);
  const firm = await made(
    '/firms',
    { name: `Conta ${randomUUID()}`, cui: aCui(), accountant_scope: 'assigned' },
    'firm',
  );
  const person = async (role, name, more) => {
    const email = `${randomUUID()}@firma.test`;
    await made('/users', { role, name, email, password: PASSWORD, ...more }, 'user');
    return enter(url, email);
  };
  const accountant = await person('accountant', 'Elena Dumitrescu', { firm_id: firm.id });
  const idle = await person('accountant', 'Dan Ionescu', { firm_id: firm.id });
  const clients = [];
  for (const [at, many] of users.entries()) {
    const one = await made('/clients', { societate: `Firma ${at}`, cui: aCui(), firm_id: firm.id }, 'client');
    must(await admin('POST', `/clients/${one.id}/accountants`, { body: { accountant_ids: [accountant.id] } }), 200);
    const theirs = [];
    for (let each = 0; each < many; each += 1)
      theirs.push(await person('user', `Om ${at}${each}`, { client_id: one.id }));
    clients.push({ id: one.id, users: theirs });
  }
  return { firm, accountant, idle, clients };
};
