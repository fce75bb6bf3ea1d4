import { projects, someone } from '@dosar/kernel/testing';
import { DEFAULT_PREFERENCES, type Client, type Firm } from '@dosar/contracts';
import { DriveEvents } from '../files/drive.events';
import { access } from './access.projector';
import { ClientEvents } from './client.events';
import { clients } from './clients.projector';
import { FirmEvents } from './firm.events';
import { firms } from './firms.projector';
import { membership } from './membership.reactor';
import { recorded } from '@dosar/kernel/testing';
import { SessionEvents } from './session.events';
import { UserEvents } from './user.events';
import { users, type UserRow } from './users.projector';

const { now } = someone;
const of = (type: string, id: string) => ({ resource: { type, id } });
const firmRegistered = {
  type: 'FirmRegistered',
  data: { cui: '16234580', name: 'Contab', address: null, phone: null, email: null, accountantScope: 'assigned' },
  ...of('firm', 'f-1'),
} as const;
const details = {
  firmId: 'f-1',
  cui: '617173556',
  registrulComertului: null,
  dataInregistrarii: null,
  impozit: 'micro',
  platitorTva: true,
  quota: 50,
  societate: 'Brutăria',
  reprezentant: null,
  phone: null,
  email: null,
  companyEmail: null,
  address: null,
} as const;
const clientRegistered = { type: 'ClientRegistered', data: details, ...of('client', 'c-1') } as const;
const registered = (id: string, role: 'user' | 'accountant', name: string) =>
  ({
    type: 'UserRegistered',
    data: { role, firmId: role === 'accountant' ? 'f-1' : null, name, email: `${id}@x.ro`, phone: null },
    ...of('user', id),
  }) as const;
const linked = { type: 'ClientUserLinked', data: { userId: 'ana' }, ...of('client', 'c-1') } as const;
const unlinked = { type: 'ClientUserUnlinked', data: { userId: 'ana' }, ...of('client', 'c-1') } as const;
const assigned = { type: 'AccountantAssigned', data: { accountantId: 'elena' }, ...of('client', 'c-1') } as const;
const unassigned = { type: 'AccountantUnassigned', data: { accountantId: 'elena' }, ...of('client', 'c-1') } as const;

const ana: UserRow = {
  totp: false,
  passkeys: 0,
  pinned_clients: [],
  invited_at: null,
  two_step: false,
  id: 'ana',
  role: 'user',
  firm_id: null,
  firm: null,
  client: null,
  name: 'Ana',
  email: 'ana@x.ro',
  phone: null,
  status: 'active',
  must_change_password: false,
  createdAt: now,
  updatedAt: now,
  lastSeen: null,
  preferences: DEFAULT_PREFERENCES,
};
const brutaria: Client = {
  id: 'c-1',
  societate: 'Brutăria',
  cui: '617173556',
  registrulComertului: null,
  dataInregistrarii: null,
  impozit: 'micro',
  platitor_tva: true,
  reprezentant: null,
  phone: null,
  email: null,
  company_email: null,
  address: null,
  firm: { id: 'f-1', name: 'Contab' },
  user: null,
  users: [],
  accountants: [],
  storage: { used: 0, quota: 50 },
  createdAt: now,
  updatedAt: now,
};
const knownClient = { 'known:c-1': { known: 'c-1', name: 'Brutăria', email: null } };

describe('the view of users', () => {
  const given = projects(users, UserEvents, ClientEvents, FirmEvents);
  it('shows whose user somebody is', () =>
    given(clientRegistered, registered('ana', 'user', 'Ana'), linked).thenRows({
      ...knownClient,
      ana: { ...ana, client: { id: 'c-1', name: 'Brutăria' } },
    }));
  it('shows when they are nobody’s any more', () =>
    given(clientRegistered, registered('ana', 'user', 'Ana'), linked, unlinked).thenRows({ ...knownClient, ana }));
  it('shows of which firm an accountant is, as it is called now', async () => {
    const elena: UserRow = { ...ana, id: 'elena', role: 'accountant', name: 'Elena', email: 'elena@x.ro' };
    const renamed = {
      type: 'FirmDetailsChanged',
      data: { name: { from: 'Contab', to: 'Contab Expert' } },
      ...of('firm', 'f-1'),
    } as const;
    const moved = {
      type: 'UserRoleChanged',
      data: { from: 'accountant', to: 'admin', firmId: { from: 'f-1', to: null }, clientIds: [] },
      ...of('user', 'elena'),
    } as const;
    const known = { 'known:f-1': { known: 'f-1', name: 'Contab Expert', email: null } };
    const firm = { id: 'f-1', name: 'Contab Expert' };
    await given(firmRegistered, registered('elena', 'accountant', 'Elena'), renamed).thenRows({
      ...known,
      elena: { ...elena, firm_id: 'f-1', firm },
    });
    await given(firmRegistered, registered('elena', 'accountant', 'Elena'), renamed, moved).thenRows({
      ...known,
      elena: { ...elena, role: 'admin' },
    });
  });
  it('hints at a password that an administrator has set', () =>
    given(registered('ana', 'user', 'Ana'), {
      type: 'PasswordChanged',
      data: { credentialId: 'x', by: 'administrator' },
      ...of('user', 'ana'),
    }).thenRows({
      ana: { ...ana, must_change_password: true },
    }));
});

describe('the view of firms', () => {
  it('counts clients and accountants', () => {
    const contab: Firm = {
      id: 'f-1',
      name: 'Contab',
      cui: '16234580',
      address: null,
      phone: null,
      email: null,
      accountant_scope: 'assigned',
      clients_count: 1,
      accountants_count: 1,
      createdAt: now,
      updatedAt: now,
    };
    return projects(firms, FirmEvents, ClientEvents, UserEvents)(
      firmRegistered,
      clientRegistered,
      registered('elena', 'accountant', 'Elena'),
      registered('ana', 'user', 'Ana'),
    ).thenRows({ 'f-1': contab });
  });
});

describe('the view of clients', () => {
  const given = projects(clients, FirmEvents, ClientEvents, UserEvents, DriveEvents);
  const known = {
    'known:f-1': { known: 'f-1', name: 'Contab', email: null },
    'known:ana': { known: 'ana', name: 'Ana', email: 'ana@x.ro' },
    'known:elena': { known: 'elena', name: 'Elena', email: 'elena@x.ro' },
  };
  const people = [
    firmRegistered,
    registered('ana', 'user', 'Ana'),
    registered('elena', 'accountant', 'Elena'),
    clientRegistered,
  ] as const;
  const [user, accountant] = [
    { id: 'ana', name: 'Ana', email: 'ana@x.ro' },
    { id: 'elena', name: 'Elena', email: 'elena@x.ro', assigned_at: now },
  ];
  it('shows its people', () =>
    given(...people, linked, assigned).thenRows({
      ...known,
      'c-1': { ...brutaria, user, users: [user], accountants: [accountant] },
    }));
  it('shows who has left', () =>
    given(...people, linked, assigned, unassigned, unlinked).thenRows({ ...known, 'c-1': brutaria }));
  it('shows how much is kept', () =>
    given(...people, {
      type: 'FileUploaded',
      data: {
        fileId: 'f',
        folderId: null,
        path: '/',
        name: 'x',
        blobId: 'b',
        version: 1,
        size: 12,
        mimeType: 'text/plain',
        sha256: 'x',
        fromChat: false,
      },
    }).thenRows({ ...known, 'c-1': { ...brutaria, storage: { used: 12, quota: 50 } } }));
});

describe('the view of access', () => {
  const given = projects(access, UserEvents, SessionEvents, FirmEvents, ClientEvents);
  const user = {
    kind: 'user',
    id: 'ana',
    role: 'user',
    status: 'active',
    firmId: null,
    clientId: null,
    sessions: [] as string[],
  };
  const signedIn = (id: string, occurredAt = now) =>
    ({
      type: 'SignedIn',
      data: { userId: 'ana', method: 'password', secondFactor: null },
      occurredAt,
      ...of('session', id),
    }) as const;
  const session = (id: string, at = now) => ({ kind: 'session', id, userId: 'ana', startedAt: at, seenAt: at });

  it('knows roles, scopes, memberships and assignments', () =>
    given(firmRegistered, clientRegistered, registered('ana', 'user', 'Ana'), linked, assigned).thenRows({
      'f-1': { kind: 'firm', id: 'f-1', accountantScope: 'assigned' },
      'c-1': { kind: 'client', id: 'c-1', firmId: 'f-1', quota: 50, accountants: ['elena'] },
      ana: { ...user, clientId: 'c-1' },
    }));
  it('knows the open sessions, and only those', async () => {
    const person = registered('ana', 'user', 'Ana');
    await given(person, signedIn('s-1'), signedIn('s-2')).thenRows({
      ana: { ...user, sessions: ['s-1', 's-2'] },
      's-1': session('s-1'),
      's-2': session('s-2'),
    });
    const out = { type: 'SignedOut', data: { userId: 'ana' }, ...of('session', 's-1') } as const;
    const revoked = {
      type: 'SessionRevoked',
      data: { userId: 'ana', reason: 'revoked' },
      ...of('session', 's-2'),
    } as const;
    await given(person, signedIn('s-1'), signedIn('s-2'), out, revoked).thenRows({ ana: user });
  });
});

describe('membership', () => {
  const facts = { linkTo: () => '', now: () => new Date() };
  const react = (event: ReturnType<typeof registered>, clientId: string | null) =>
    membership.on.UserRegistered!(event.data, recorded(event, 0, { tenant: { firmId: 'f-1', clientId } }), facts);
  it('makes a user who was registered for a client one of its users', () =>
    expect(react(registered('ana', 'user', 'Ana'), 'c-1')).toMatchObject([
      { to: 'c-1', command: { type: 'LinkUser', data: { userId: 'ana' } } },
    ]));
  it('asks for nothing for an accountant, or for nobody’s user', () => {
    expect(react(registered('elena', 'accountant', 'Elena'), null)).toEqual([]);
    expect(react(registered('ana', 'user', 'Ana'), null)).toEqual([]);
  });
});
