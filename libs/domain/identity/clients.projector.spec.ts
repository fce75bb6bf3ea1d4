import { projects, someone } from '@dosar/kernel/testing';
import type { Client } from '@dosar/contracts';
import { DriveEvents, type DriveEvent } from '../files/drive.events';
import { file } from '../testing/drive';
import {
  ana,
  brutaria,
  clientRegistered,
  contab,
  elena,
  firmRegistered,
  of,
  userRegistered,
} from '../testing/identity';
import { ClientEvents, type ClientEvent } from './client.events';
import { clients } from './clients.projector';
import { FirmEvents, type FirmEvent } from './firm.events';
import { UserEvents, type UserEvent } from './user.events';

type Any = UserEvent | ClientEvent | FirmEvent | DriveEvent;

const { now } = someone;
const later = '2026-02-01T08:00:00.000Z';
const given = projects<Any>(clients, FirmEvents, ClientEvents, UserEvents, DriveEvents);
const happened = (event: ClientEvent) => ({ ...event, ...of('client', 'c-1'), occurredAt: later });
const linked = (userId: string) => happened({ type: 'ClientUserLinked', data: { userId, userRevision: 0 } });
const assigned = happened({ type: 'AccountantAssigned', data: { accountantId: 'elena', userRevision: 0 } });

const past: Any[] = [
  { ...firmRegistered(), ...of('firm', 'f-1') },
  { ...userRegistered(), ...of('user', 'ana') },
  { ...userRegistered(elena), ...of('user', 'elena') },
  { ...clientRegistered(), ...of('client', 'c-1') },
];
const names = {
  'name:f-1': { nameOf: 'f-1', name: contab.name, email: null },
  'name:ana': { nameOf: 'ana', name: ana.name, email: ana.email },
  'name:elena': { nameOf: 'elena', name: elena.name, email: elena.email },
};
const row: Client = {
  id: 'c-1',
  societate: brutaria.societate,
  cui: brutaria.cui,
  registrulComertului: brutaria.registrulComertului,
  dataInregistrarii: brutaria.dataInregistrarii,
  impozit: 'micro',
  platitor_tva: true,
  reprezentant: null,
  phone: null,
  email: null,
  company_email: null,
  address: null,
  firm: { id: 'f-1', name: contab.name },
  user: null,
  users: [],
  accountants: [],
  storage: { used: 0, quota: brutaria.quota },
  createdAt: now,
  updatedAt: now,
};
const user = { id: 'ana', name: ana.name, email: ana.email };
const accountant = { id: 'elena', name: elena.name, email: elena.email, assigned_at: later };
const shows = (more: Partial<Client>, ...events: Any[]) =>
  given(...past, ...events).thenRows({ ...names, 'c-1': { ...row, ...more } });

describe('the view of clients', () => {
  it('shows a client with its firm', () => shows({}));
  it('shows one whose names were erased', () =>
    given({
      ...clientRegistered({ societate: null, cui: null, registrulComertului: null, dataInregistrarii: null }),
      ...of('client', 'c-1'),
    }).thenRows({
      'c-1': {
        ...row,
        societate: null,
        cui: null,
        registrulComertului: null,
        dataInregistrarii: null,
        firm: { id: 'f-1', name: null },
      },
    }));
  it('shows each detail that changes', () =>
    shows(
      {
        societate: 'Brutăria Nouă',
        platitor_tva: false,
        company_email: 'x@brutaria.ro',
        storage: { used: 0, quota: 99 },
        updatedAt: later,
      },
      happened({
        type: 'ClientDetailsChanged',
        data: {
          societate: { from: brutaria.societate, to: 'Brutăria Nouă' },
          platitorTva: { from: true, to: false },
          companyEmail: { from: null, to: 'x@brutaria.ro' },
          quota: { from: 50, to: 99 },
        },
      }),
    ));
  it('shows its people, the first user by itself', async () => {
    const dan = { id: 'dan', name: null, email: null };
    await shows({ user, users: [user, dan], accountants: [accountant] }, linked('ana'), linked('dan'), assigned);
  });
  it('shows who has left', async () => {
    const out = happened({ type: 'ClientUserUnlinked', data: { userId: 'ana', userRevision: 1 } });
    const unassigned = happened({ type: 'AccountantUnassigned', data: { accountantId: 'elena' } });
    await shows({}, linked('ana'), assigned, unassigned, out);
    await shows({ user: null, users: [] }, linked('ana'), out);
  });
  it('shows somebody who was assigned again', () =>
    shows(
      { accountants: [accountant] },
      assigned,
      happened({ type: 'AccountantUnassigned', data: { accountantId: 'elena' } }),
      assigned,
    ));
  it('shows somebody once who was assigned anew without a break', () =>
    shows({ accountants: [accountant] }, assigned, {
      ...assigned,
      data: { accountantId: 'elena', userRevision: 4 },
    } as Any));
  it('shows people and the firm under the names they have now', () =>
    given(
      ...past,
      linked('ana'),
      assigned,
      { type: 'UserProfileChanged', data: { name: { from: ana.name, to: 'Ana Pop' } }, ...of('user', 'ana') },
      { type: 'UserEmailChanged', data: { from: ana.email, to: 'a@x.ro' }, ...of('user', 'ana') },
      { type: 'UserProfileChanged', data: { name: { from: elena.name, to: 'Elena' } }, ...of('user', 'elena') },
      { type: 'FirmDetailsChanged', data: { name: { from: contab.name, to: 'Expert' } }, ...of('firm', 'f-1') },
    ).thenRows({
      'name:f-1': { nameOf: 'f-1', name: 'Expert', email: null },
      'name:ana': { nameOf: 'ana', name: 'Ana Pop', email: 'a@x.ro' },
      'name:elena': { nameOf: 'elena', name: 'Elena', email: elena.email },
      'c-1': {
        ...row,
        firm: { id: 'f-1', name: 'Expert' },
        user: { id: 'ana', name: 'Ana Pop', email: 'a@x.ro' },
        users: [{ id: 'ana', name: 'Ana Pop', email: 'a@x.ro' }],
        accountants: [{ ...accountant, name: 'Elena' }],
      },
    }));
  it('keeps names when something else of a person or a firm changes', () =>
    shows(
      { user, users: [user] },
      linked('ana'),
      { type: 'UserProfileChanged', data: { phone: { from: null, to: '0721123456' } }, ...of('user', 'ana') },
      { type: 'FirmDetailsChanged', data: { phone: { from: null, to: '0721123456' } }, ...of('firm', 'f-1') },
    ));
  it('adds up how much is kept', () => {
    const stream = { stream: 'drive-c-1' };
    return shows(
      { storage: { used: 20, quota: brutaria.quota } },
      { ...file('f', 'x.pdf'), ...stream },
      { ...file('g', 'y.pdf'), ...stream },
      { ...file('h', 'z.pdf'), stream: 'drive-c-2' } as Any,
    );
  });
  it('shows none that was deleted', () => {
    const { firmId, cui, societate } = brutaria;
    return given(...past, happened({ type: 'ClientDeleted', data: { firmId, cui, societate } })).thenRows(names);
  });
});

describe('clients are found', () => {
  it('by words without case and diacritics, and by firm', () =>
    expect(clients.columnsOf(row)).toMatchObject({
      firm_id: 'f-1',
      sort_name: 'brutaria',
      cui: brutaria.cui,
      searched: `brutaria ${brutaria.cui}`,
    }));
  it('also when they were erased', () =>
    expect(clients.columnsOf({ ...row, societate: null, cui: null })).toMatchObject({ sort_name: '', searched: ' ' }));
  it('by those whose names they show', () =>
    expect(clients.subjectsOf!({ ...row, users: [user], accountants: [accountant] })).toEqual([
      'c-1',
      'f-1',
      'ana',
      'elena',
    ]));
});
