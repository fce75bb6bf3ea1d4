import { randomUUID } from 'node:crypto';
import type { AuditEvent, Notification } from '@dosar/contracts';
import { until } from '@dosar/kernel/testing/waiting';
import { ADMIN, aLetter, PASSWORD, tokenIn } from '../testing/gateway';
import type { Success } from './probes';
import { successesOfFiles } from './successes-of-files';
import { someone, successesOfPeople } from './successes-of-people';
import { aMessage, type World } from './world';

const mailed = () => `${randomUUID()}@firma.test`;
let made = 0;
const cui = () => String(7_000_000 + (made += 1));
const idIn = (answer: { readonly body: unknown }, name: string) =>
  (answer.body as Record<string, { readonly id: string }>)[name]!.id;

const newestIn = (answer: { readonly body: unknown }) => (answer.body as { events: AuditEvent[] }).events[0]!;

/** What nobody has looked for before: the same look within ten minutes is one event. */
const anew = () => `resource_id=${randomUUID()}`;
const phone = () => `0721${String(100_000 + (made += 1))}`;

const appointed = ({ companies }: World, admin: World['admin']) =>
  admin('post', '/mandates', {
    name: 'Vera',
    email: mailed(),
    scope: { client_ids: [companies.own.client.id] },
    period: { from: '2026-01-01', to: new Date().toISOString().slice(0, 10) },
    purpose: 'Verificare',
  });

const others: Readonly<Record<string, Success>> = {
  'POST /auth/login': ({ gateway }) => gateway.anonymous('post', '/auth/login', ADMIN),
  'POST /auth/change-password': async (world) => {
    const { ask } = await someone(world);
    return ask('post', '/auth/change-password', { current_password: PASSWORD, new_password: 'Parola-Nouă-7' });
  },
  'POST /auth/forgot-password': ({ gateway, companies }) =>
    gateway.anonymous('post', '/auth/forgot-password', { email: companies.own.user.email }),
  'POST /auth/reset-password': async (world) => {
    const { user } = await someone(world);
    await world.gateway.anonymous('post', '/auth/forgot-password', { email: user.email });
    const { link } = await aLetter(world.gateway, user.email!);
    const password = 'Parola-Nouă-8';
    const chosen = { token: tokenIn(link), password, password_confirmation: password };
    return world.gateway.anonymous('post', '/auth/reset-password', chosen);
  },
  'POST /users': ({ companies }, admin) => {
    const client_id = companies.own.client.id;
    return admin('post', '/users', { role: 'user', name: 'Ana', email: mailed(), password: PASSWORD, client_id });
  },
  'POST /firms': (_, admin) => admin('post', '/firms', { name: 'Nouă', cui: cui() }),
  'DELETE /firms/:id': async (_, admin) => {
    const firm = idIn(await admin('post', '/firms', { name: 'De șters', cui: cui() }), 'firm');
    return admin('delete', `/firms/${firm}`);
  },
  'POST /clients': ({ companies }, admin) =>
    admin('post', '/clients', { societate: 'Nouă', cui: cui(), firm_id: companies.own.client.firm.id }),
  'DELETE /clients/:id': async ({ companies }, admin) => {
    const body = { societate: 'De șters', cui: cui(), firm_id: companies.own.client.firm.id };
    return admin('delete', `/clients/${idIn(await admin('post', '/clients', body), 'client')}`);
  },
  'POST /mandates': (world, admin) => appointed(world, admin),
  'PATCH /mandates/:id': async (world, admin) => {
    const until = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString();
    return admin('patch', `/mandates/${idIn(await appointed(world, admin), 'mandate')}`, { until });
  },
  'DELETE /mandates/:id': async (world, admin) =>
    admin('delete', `/mandates/${idIn(await appointed(world, admin), 'mandate')}`),
  'PATCH /settings': async (_, admin) => {
    const answer = await admin('patch', '/settings', { cui_check: 'off' });
    return answer.status === 200 ? admin('patch', '/settings', { cui_check: 'warn' }) : answer;
  },
  'GET /files/content/:ticket': async ({ companies }) => {
    const { url } = (await companies.own.ask('get', `/files/${companies.own.file}/download`)).body as { url: string };
    return companies.own.ask('get', url);
  },
  'GET /bulk/content/:ticket': async ({ companies }) => {
    const { url } = (await companies.own.ask('post', '/bulk/files/download', { file_ids: [companies.own.file] }))
      .body as { url: string };
    return companies.own.ask('get', url);
  },
  'GET /search': ({ companies }) => companies.own.ask('get', `/search?q=factura ${(made += 1)}`),
  'GET /audit/deeds/:correlation_id/events': async ({ companies }, admin) => {
    const { headers } = await companies.own.ask('post', '/folders', { name: randomUUID() });
    return admin('get', `/audit/deeds/${headers['x-correlation-id']}/events`);
  },
  'GET /audit/files/:id/history': async (world, admin) =>
    admin('get', `/audit/files/${await world.aFile(world.companies.own.client.id)}/history`),
  'GET /audit/messages/:id/history': async ({ companies }, admin) =>
    admin('get', `/audit/messages/${await aMessage(companies.own.ask, companies.own.client.id)}/history`),
  'GET /audit/access': async (world, admin) =>
    admin('get', `/audit/access?resource_type=file&resource_id=${await world.aFile(world.companies.own.client.id)}`),
  'POST /audit/restore': async (world, admin) => {
    const client_id = world.companies.own.client.id;
    const file_ids = [await world.aFile(client_id)];
    const { position: at } = newestIn(await admin('get', '/audit/events?limit=1'));
    await admin('post', '/bulk/files/delete', { client_id, file_ids });
    return admin('post', '/audit/restore', { client_id, at, file_ids, folder_ids: [] });
  },
  'GET /audit/events': (_, admin) => admin('get', `/audit/events?${anew()}`),
  'GET /audit/deeds': (_, admin) => admin('get', `/audit/deeds?${anew()}`),
  'GET /audit/activity': (_, admin) => admin('get', `/audit/activity?${anew()}`),
  'GET /audit/proofs/inclusion': async (world, admin) => {
    await world.aFile(world.companies.own.client.id);
    const { event_id, position } = newestIn(await world.admin('get', '/audit/events?event_type=FileUploaded&limit=1'));
    await until(async () => {
      const latest = await world.admin('get', '/audit/checkpoints/latest');
      return (latest.body as { checkpoint: { tree_size: number } }).checkpoint.tree_size >= Number(position);
    });
    return admin('get', `/audit/proofs/inclusion?event_id=${event_id}`);
  },
  'GET /audit/events/:event_id': async (world, admin) => {
    await world.aFile(world.companies.own.client.id);
    const { event_id } = newestIn(await world.admin('get', '/audit/events?event_type=FileUploaded&limit=1'));
    return admin('get', `/audit/events/${event_id}`);
  },
  'PATCH /users/:id': ({ companies }, admin) => admin('patch', `/users/${companies.own.user.id}`, { phone: phone() }),
  'PATCH /firms/:id': ({ companies }, admin) =>
    admin('patch', `/firms/${companies.own.client.firm.id}`, { phone: phone() }),
  'PATCH /clients/:id': ({ companies }, admin) =>
    admin('patch', `/clients/${companies.own.client.id}`, { phone: phone() }),
  'PATCH /users/me': ({ companies }) => companies.own.ask('patch', '/users/me', { phone: phone() }),
  'POST /folders/bulk-create-accounting-structure': ({ companies }) => {
    const body = { client_id: companies.own.client.id, year: 2030 + (made += 1) };
    return companies.own.ask('post', '/folders/bulk-create-accounting-structure', body);
  },
  'POST /reads': async (world) => {
    const { own } = world.companies;
    const message_id = await aMessage(world.admin, own.client.id);
    return own.ask('post', '/reads', { conversation_id: own.client.id, message_id });
  },
  'PATCH /notifications/read-all': async (world) => {
    const { ask, client } = world.companies.own;
    await aMessage(world.admin, client.id);
    await until(async () => {
      const { notifications } = (await ask('get', '/notifications').expect(200)).body as {
        notifications: Notification[];
      };
      return notifications.some(({ read_at }) => read_at === null);
    });
    return ask('patch', '/notifications/read-all');
  },
  'PATCH /notifications/:id/read': async (world) =>
    world.companies.own.ask('patch', `/notifications/${await world.aNotification('own')}/read`),
  'PATCH /notifications/preferences': ({ companies }) => {
    const body = { quiet_hours: { from: '22:00', to: `07:${String((made += 1) % 60).padStart(2, '0')}` } };
    return companies.own.ask('patch', '/notifications/preferences', body);
  },
  'DELETE /search/history': async ({ companies }) => {
    await companies.own.ask('get', `/search?q=${randomUUID().slice(0, 8)}`);
    return companies.own.ask('delete', '/search/history');
  },
  'POST /search/saved': ({ companies }) =>
    companies.own.ask('post', '/search/saved', { name: `Bonuri ${(made += 1)}`, query: 'bon', filters: {} }),
  'POST /users/:id/accountants': (world, admin) => assigning(world, admin, 'users'),
  'POST /clients/:id/accountants': (world, admin) => assigning(world, admin, 'clients'),
  'POST /bulk/files/move': async (world, admin) => {
    const { client, folder: target_folder_id } = world.companies.own;
    const file_ids = [await world.aFile(client.id)];
    return admin('post', '/bulk/files/move', { client_id: client.id, file_ids, target_folder_id });
  },
  'POST /bulk/files/status': async (world, admin) => {
    const client_id = world.companies.own.client.id;
    const body = { client_id, file_ids: [await world.aFile(client_id)], process_state: 'processing' };
    return admin('post', '/bulk/files/status', body);
  },
  'PATCH /uploads/:id': async ({ companies }) => {
    const tus = { 'tus-resumable': '1.0.0' };
    const metadata = `filename ${Buffer.from('bon.txt').toString('base64')}`;
    const begun = { ...tus, 'upload-length': '1', 'upload-metadata': metadata };
    const { headers } = await companies.own.ask('post', '/uploads', undefined, begun);
    const more = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    return companies.own.ask('patch', headers['location']!, undefined, more).send('x' as unknown as object);
  },
};

/** An accountant of the firm, who is not assigned yet. */
const assigning = async (world: World, admin: World['admin'], of: 'users' | 'clients') => {
  const { client } = world.companies.own;
  const body = { role: 'accountant', name: 'Mihai', email: mailed(), password: PASSWORD, firm_id: client.firm.id };
  const id = of === 'clients' ? client.id : (await world.aUser(client.id)).id;
  const accountant_ids = [idIn(await admin('post', '/users', body), 'user')];
  return admin('post', `/${of}/${id}/accountants`, { accountant_ids });
};

/** Calls that succeed, of those of which the matrix has only one that does not. */
export const successes: ReadonlyMap<string, Success> = new Map(
  [others, successesOfPeople, successesOfFiles].flatMap((each) => Object.entries(each)),
);
