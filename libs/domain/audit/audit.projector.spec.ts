import { writesOf, type AnyRows, type Write } from '@dosar/kernel';
import { projects, recorded, someone } from '@dosar/kernel/testing';
import { DriveEvents, type DriveEvent } from '../files/drive.events';
import { UserEvents, type UserEvent } from '../identity/user.events';
import { folder } from '../testing/drive';
import { ana, of, userRegistered } from '../testing/identity';
import { audit, auditTerm, auditWords } from './audit.projector';

const { now, actor } = someone;
const registered = { ...userRegistered(), ...of('user', actor.id) };
const created = { ...folder('a', 'Plăți'), resource: { type: 'folder', id: 'a' } };
const system = { kind: 'system', id: 'membership', role: null, sessionId: null } as const;
const key = (position: number) => String(position).padStart(19, '0');
const deed = '00000000-0000-4000-8000-000000000001';
const rowOf = (user_name: string | null) => ({ user_name, deed });
const name = { [`name:${actor.id}`]: { nameOf: actor.id, name: ana.name, email: null } };

describe('the audit', () => {
  const given = projects<UserEvent | DriveEvent>(audit, UserEvents, DriveEvents);

  it('has a row for every event, with the name that its actor had then', async () => {
    const renamed: UserEvent = { type: 'UserProfileChanged', data: { name: { from: ana.name, to: 'Ana Pop' } } };
    await given(registered, created).thenRows({
      ...name,
      [key(1)]: rowOf(null),
      [key(2)]: rowOf(ana.name),
    });
    await given(registered, created, { ...renamed, ...of('user', actor.id) }, created).thenRows({
      [`name:${actor.id}`]: { nameOf: actor.id, name: 'Ana Pop', email: null },
      [key(1)]: rowOf(null),
      [key(2)]: rowOf(ana.name),
      [key(3)]: rowOf(ana.name),
      [key(4)]: rowOf('Ana Pop'),
    });
  });
  it('names nobody for what the installation does', () =>
    given(registered, { ...created, actor: system }).thenRows({
      ...name,
      [key(1)]: rowOf(null),
      [key(2)]: rowOf(null),
    }));
  it('names nobody anew when something else of them changes', () => {
    const phone = {
      type: 'UserProfileChanged',
      data: { phone: { from: null, to: '1' } },
      ...of('user', actor.id),
    } as const;
    return given(registered, phone, created).thenRows({
      ...name,
      [key(1)]: rowOf(null),
      [key(2)]: rowOf(ana.name),
      [key(3)]: rowOf(ana.name),
    });
  });
});

describe('an event is found', () => {
  const nothing = { get: async () => null, find: async () => [], bySubject: async () => [] };
  const rows: AnyRows = { ...nothing, beside: () => nothing };
  const uuid = '0198d05a-0000-7000-8000-00000000000A';
  const written = async (more: object = {}) => {
    const [write] = await writesOf(audit, recorded({ ...created, ...more }, 41), rows);
    return write as Write<unknown>;
  };

  it('where it is, by its id and by when it happened', async () => {
    const { id, columns } = await written();
    expect(id).toBe(key(42));
    const { id: event_id } = recorded(created, 41);
    expect(columns).toEqual({ position: 42n, event_id, occurred_at: Date.parse(now) });
  });
  it('by every filter', async () => {
    const { terms } = await written({ resource: { type: 'folder', id: uuid } });
    const exact = terms!.filter((term) => term.includes('_'));
    expect(exact).toEqual([
      auditTerm('event_type', 'FolderCreated'),
      auditTerm('user_id', actor.id),
      auditTerm('resource_type', 'folder'),
      auditTerm('resource_id', uuid),
      auditTerm('client_id', 'c-1'),
      auditTerm('correlation_id', '00000000-0000-4000-8000-000000000001'),
      auditTerm('ip_address', '127.0.0.1'),
      'kind_files',
      'said_',
    ]);
  });
  it('by no filter that it says nothing of', async () => {
    const { terms } = await written({ actor: system, tenant: { firmId: null, clientId: null }, ip: null });
    const exact = terms!.filter((term) => term.includes('_')).map((term) => term.slice(0, term.lastIndexOf('_')));
    expect(exact).toEqual(['event_type', 'resource_type', 'resource_id', 'correlation_id', 'kind', 'said']);
  });
  it('by the words of its texts, not by the ids in it', async () => {
    const { terms } = await written({ data: { ...created.data, folderId: uuid, name: 'Plăți către ANAF' } });
    expect(terms!.filter((term) => !term.includes('_'))).toEqual([
      'foldercreated',
      '127',
      '0',
      '1',
      'plati',
      'catre',
      'anaf',
    ]);
  });
  it('without the words that can no longer be read', async () => {
    const { terms } = await written({ data: { ...created.data, name: null, path: null }, ip: null });
    expect(terms!.filter((term) => !term.includes('_'))).toEqual(['foldercreated', 'a']);
  });

  it('by terms of letters, digits and _ alone', () => {
    expect(auditTerm('resource_id', uuid)).toBe('resource_id_0198d05a00007000800000000000000a');
    expect(auditTerm('ip_address', '::1')).toBe('ip_address_3a3a31');
    expect(auditTerm('event_type', 'Țară')).toMatch(/^event_type_[0-9a-f]+$/);
  });
  it('by words once each, without case and diacritics, of the first 500 letters', () => {
    expect(auditWords('Plăți, PLATI și x@y.ro')).toEqual(['plati', 'si', 'x', 'y', 'ro']);
    expect(auditWords(`${'x'.repeat(99)} ${'y '.repeat(199)}z`)).toEqual(['x'.repeat(40), 'y', 'z']);
    expect(auditWords(`${'y '.repeat(250)}z`)).toEqual(['y']);
  });
});
