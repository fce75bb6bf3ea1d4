import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Client, Firm, Notification, Role, User } from '@dosar/contracts';
import {
  ADMIN,
  aFile,
  aFolder,
  aGateway,
  anUpload,
  memoryPorts,
  operationOf,
  PASSWORD,
  type Ask,
  type Gateway,
} from '../testing/gateway';
import { anAuditor } from '../testing/auditors';

/** The place of a resource, relative to the caller's client. */
export const VARIANTS = ['own', 'sibling', 'foreign', 'deleted', 'unknown'] as const;
export type Variant = (typeof VARIANTS)[number];

export type Resource =
  | 'client'
  | 'folder'
  | 'file'
  | 'conversation'
  | 'message'
  | 'user'
  | 'accountant'
  | 'firm'
  | 'session'
  | 'operation'
  | 'event'
  | 'notification'
  | 'passkey';

/** A caller: their token, and what they may see. */
export type Caller = {
  readonly name: string;
  /** null: nobody, or a deleted user. */
  readonly role: Role | null;
  readonly ask: Ask;
  readonly token: string | undefined;
  readonly password: string;
  readonly email: string | null;
  readonly sees: (resource: Resource, variant: Variant) => boolean;
};

/** A client with everything of it. */
type Company = {
  client: Client;
  user: User;
  ask: Ask;
  folder: string;
  /** Its correlation id. */
  deed: string;
  file: string;
  operation: string;
  conversation: string;
  message: string;
  notification: string;
};

/** Kinds visible to whoever may see the client. */
const OF_CLIENT: readonly Resource[] = ['client', 'folder', 'file', 'conversation', 'message', 'user'];

/** Those of them whose past is open to auditors. */
const AUDITED: readonly Resource[] = ['client', 'folder', 'file', 'conversation', 'message'];

/** Sends a message. */
export const aMessage = async (ask: Ask, conversationId: string): Promise<string> =>
  (
    (await ask('post', `/conversations/${conversationId}/messages`, { text: 'Bună ziua' }).expect(201)).body as {
      data: { id: string };
    }
  ).data.id;

export type World = Awaited<ReturnType<typeof aWorld>>;

const sessionOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string }).sid;

/** Two firms; in the first one accountants see only assigned clients. */
export const aWorld = async (ports = memoryPorts()) => {
  const gateway = await aGateway({}, ports);
  const admin = await gateway.admin();
  let made = 0;
  const mail = (who: string) => `${who}.${(made += 1)}@firma.test`;
  const cui = () => String(2_000_000 + (made += 1));
  const make = async <T>(path: string, body: object, field: string) =>
    ((await admin('post', path, body).expect(201)).body as Record<string, T>)[field]!;

  const aFirmOf = (name: string, accountant_scope: string) =>
    make<Firm>('/firms', { name, cui: cui(), accountant_scope }, 'firm');
  const anAccountant = (firm_id: string) =>
    make<User>(
      '/users',
      { role: 'accountant', name: 'Elena', email: mail('elena'), password: PASSWORD, firm_id },
      'user',
    );
  const aUser = (client_id: string) =>
    make<User>('/users', { role: 'user', name: 'Ana', email: mail('ana'), password: PASSWORD, client_id }, 'user');
  const tokenOf = async ({ email }: { readonly email: string | null }, password: string = PASSWORD) =>
    ((await gateway.anonymous('post', '/auth/login', { email, password }).expect(200)).body as { token: string }).token;
  const assign = (clientId: string, accountantId: string) =>
    admin('post', `/clients/${clientId}/accountants`, { accountant_ids: [accountantId] }).expect(200);

  /** An unread notification of the client's user. */
  const aNotification = async ({ ask, client }: Pick<Company, 'ask' | 'client'>): Promise<string> => {
    await ask('patch', '/notifications/read-all').expect(200);
    await aMessage(admin, client.id);
    const newest = async () =>
      ((await ask('get', '/notifications').expect(200)).body as { notifications: Notification[] }).notifications.find(
        ({ read_at }) => read_at === null,
      );
    for (let told = await newest(); ; told = await newest()) if (told) return told.id;
  };

  const aCompany = async (firm: Firm, name: string): Promise<Company> => {
    const client = await make<Client>('/clients', { societate: name, cui: cui(), firm_id: firm.id }, 'client');
    const user = await aUser(client.id);
    const ask = gateway.as(await tokenOf(user));
    const { id: folder } = await aFolder(ask, 'Facturi');
    const { id: file } = await aFile(ask, 'factura.txt');
    const moved = await ask('post', '/bulk/files/move', { file_ids: [file], target_folder_id: folder }).expect(200);
    const message = await aMessage(ask, client.id);
    const { id: operation } = operationOf(moved);
    const notification = await aNotification({ ask, client });
    const deed = String(moved.headers['x-correlation-id']);
    return { client, user, ask, folder, file, operation, deed, conversation: client.id, message, notification };
  };

  const near = await aFirmOf('Aproape', 'assigned');
  const far = await aFirmOf('Departe', 'firm');
  const companies = {
    own: await aCompany(near, 'Brutăria'),
    sibling: await aCompany(near, 'Moara'),
    foreign: await aCompany(far, 'Străina'),
  };
  const accountants = {
    own: await anAccountant(near.id),
    sibling: await anAccountant(near.id),
    foreign: await anAccountant(far.id),
  };
  /** One assigned to each client, so that assigning them again changes nothing. */
  const assigned = { own: accountants.own, sibling: await anAccountant(near.id), foreign: accountants.foreign };
  /** One of each firm who is assigned and unassigned. */
  const visiting = {
    own: await anAccountant(near.id),
    sibling: await anAccountant(near.id),
    foreign: await anAccountant(far.id),
  };
  for (const each of ['own', 'sibling', 'foreign'] as const) await assign(companies[each].client.id, assigned[each].id);

  const { own } = companies;
  const aDeleted = async (kind: 'file' | 'folder') => {
    const { id } =
      kind === 'file'
        ? await aFile(own.ask, `șters ${randomUUID()}.txt`)
        : await aFolder(own.ask, `Șters ${randomUUID()}`);
    await own.ask('post', '/bulk/files/delete', { [`${kind}_ids`]: [id] }).expect(200);
    return id;
  };
  const withdrawn = await aMessage(own.ask, own.client.id);
  await own.ask('delete', `/messages/${withdrawn}`).expect(204);
  const gone = {
    firm: (await aFirmOf('Plecată', 'firm')).id,
    client: (await make<Client>('/clients', { societate: 'Plecata', cui: cui(), firm_id: near.id }, 'client')).id,
    user: (await aUser(own.client.id)).id,
    accountant: (await anAccountant(near.id)).id,
    session: sessionOf(await tokenOf(own.user)),
    file: await aDeleted('file'),
    folder: await aDeleted('folder'),
    message: withdrawn,
    notification: own.notification,
  };
  await own.ask('delete', `/notifications/${gone.notification}`).expect(204);
  own.notification = await aNotification(own);
  await admin('delete', `/firms/${gone.firm}`).expect(204);
  await admin('delete', `/clients/${gone.client}`).expect(204);
  await admin('delete', `/users/${gone.user}`).expect(204);
  await admin('delete', `/users/${gone.accountant}`).expect(204);
  await own.ask('delete', `/auth/sessions/${gone.session}`).expect(204);
  const { events } = (await admin('get', '/audit/events?limit=1')).body as { events: { event_id: string }[] };

  const ids = async (resource: Resource, variant: Variant): Promise<string> => {
    if (variant === 'unknown') return randomUUID();
    if (resource === 'event') return variant === 'own' ? events[0]!.event_id : randomUUID();
    if (resource === 'passkey') return randomUUID();
    if (variant === 'deleted') {
      if (resource === 'operation') return randomUUID();
      return gone[resource === 'conversation' ? 'client' : resource];
    }
    const company = companies[variant];
    if (resource === 'client' || resource === 'user') return company[resource].id;
    if (resource === 'accountant') return accountants[variant].id;
    if (resource === 'firm') return variant === 'foreign' ? far.id : near.id;
    // newly opened by its user, so that it may be ended
    if (resource === 'session') return sessionOf(await tokenOf(company.user));
    return company[resource];
  };

  const nobody = async (name: string, token: string | undefined): Promise<Caller> => ({
    name,
    role: null,
    ask: gateway.as(token),
    token,
    password: PASSWORD,
    email: null,
    sees: () => false,
  });
  const somebody = async (
    name: string,
    who: { readonly email: string | null; readonly role: Role },
    sees: Caller['sees'],
    password: string = PASSWORD,
  ): Promise<Caller> => {
    const token = await tokenOf(who, password);
    return { name, role: who.role, ask: gateway.as(token), token, password, email: who.email, sees };
  };
  const member = (variant: Variant) => (resource: Resource, of: Variant) =>
    of === variant && [...OF_CLIENT, 'session', 'operation', 'notification'].includes(resource);
  const firmOf = (variant: Variant) =>
    variant === 'own' || variant === 'sibling' ? near.id : variant === 'foreign' ? far.id : null;
  const accountant = (variant: Variant, isAssigned: boolean) => (resource: Resource, of: Variant) =>
    resource === 'firm'
      ? firmOf(of) === firmOf(variant)
      : of === variant && (resource === 'accountant' || (isAssigned && OF_CLIENT.includes(resource)));
  const auditor = (resource: Resource, of: Variant) =>
    (of === 'own' && AUDITED.includes(resource)) ||
    // what was deleted in the period was there in it
    (of === 'deleted' && (resource === 'file' || resource === 'folder'));
  const auditorOf = async (clientId: string) => {
    const { ask, token, mandate } = await anAuditor(gateway, { client_ids: [clientId] });
    return { role: 'auditor' as const, ask, token, password: PASSWORD as string, email: mandate.auditor.email };
  };
  const administrator = (resource: Resource, of: Variant) =>
    resource === 'event'
      ? of === 'own'
      : ['own', 'sibling', 'foreign'].includes(of) &&
        !['session', 'operation', 'passkey', 'notification'].includes(resource);

  const { keys } = gateway.installation;
  const sign = (key: typeof keys.tokens.privateKey, sid: string, until: string) =>
    new SignJWT({ user_id: own.user.id, role: 'admin', sid })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt' })
      .setIssuer('dosar')
      .setAudience('dosar')
      .setExpirationTime(until)
      .sign(key);
  const revoked = await tokenOf(own.user);
  await gateway.as(revoked)('post', '/auth/logout').expect(204);
  const leaver = await aUser(own.client.id);
  const inactive = await tokenOf(leaver);
  await admin('patch', `/users/${leaver.id}`, { status: 'inactive' }).expect(200);
  const other = await aGateway();
  const elsewhere = ((await other.anonymous('post', '/auth/login', ADMIN)).body as { token: string }).token;
  await other.close();

  const callers: Caller[] = [
    await nobody('nobody', undefined),
    await nobody('an expired token', await sign(keys.tokens.privateKey, sessionOf(await tokenOf(own.user)), '-1m')),
    await nobody('a session that was ended', revoked),
    await nobody('an inactive user', inactive),
    await nobody('an administrator of another installation', elsewhere),
    await somebody('the user of the client', own.user, member('own')),
    await somebody('the user of another client of the firm', companies.sibling.user, member('sibling')),
    await somebody('the user of a client of another firm', companies.foreign.user, member('foreign')),
    await somebody('the accountant who is assigned', accountants.own, accountant('own', true)),
    await somebody('an accountant of the firm who is not', accountants.sibling, accountant('sibling', false)),
    await somebody('an accountant of another firm', accountants.foreign, accountant('foreign', true)),
    { ...(await auditorOf(own.client.id)), name: 'an auditor of the client', sees: auditor },
    await somebody('the administrator', { email: ADMIN.email, role: 'admin' }, administrator, ADMIN.password),
  ];
  return {
    gateway,
    auditorOf,
    admin,
    callers,
    companies,
    assigned,
    visiting,
    ids,
    aNotification: (of: 'own' | 'sibling' | 'foreign') => aNotification(companies[of]),
    aUser,
    assign,
    aFile: uploader(admin),
    tokenOf,
  };
};

/** Uploads a small file for a client, as the administrator, for calls that change or delete it. */
const uploader = (admin: Ask) => async (clientId: string) =>
  (
    (await anUpload(admin, `${randomUUID()}.txt`, 'conținut', { client_id: clientId }).expect(201)).body as {
      file: { id: string };
    }
  ).file.id;

export type { Gateway };
