import { projects, someone } from '@dosar/kernel/testing';
import type { Firm } from '@dosar/contracts';
import { brutaria, clientRegistered, contab, elena, firmRegistered, of, userRegistered } from '../testing/identity';
import { ClientEvents, type ClientEvent } from './client.events';
import { FirmEvents, type FirmEvent } from './firm.events';
import { firms } from './firms.projector';
import { UserEvents, type UserEvent } from './user.events';

type Any = UserEvent | ClientEvent | FirmEvent;

const { now } = someone;
const later = '2026-02-01T08:00:00.000Z';
const given = projects<Any>(firms, FirmEvents, ClientEvents, UserEvents);
const firm = (id: string) => ({ ...firmRegistered(), ...of('firm', id) });
const row: Firm = {
  id: 'f-1',
  name: contab.name,
  cui: contab.cui,
  address: null,
  phone: null,
  email: null,
  accountant_scope: 'assigned',
  clients_count: 0,
  accountants_count: 0,
  createdAt: now,
  updatedAt: now,
};
/** The expected number of clients and accountants of each firm. */
const counts = (first: [number, number], second: [number, number], ...events: Any[]) => {
  const counted = (id: string, [clients_count, accountants_count]: [number, number]) => ({
    [id]: { ...row, id, clients_count, accountants_count },
  });
  return given(firm('f-1'), firm('f-2'), ...events).thenRows({ ...counted('f-1', first), ...counted('f-2', second) });
};

describe('the view of firms', () => {
  it('shows a firm, and each detail that changes', async () => {
    await given(firm('f-1')).thenRows({ 'f-1': row });
    await given(firm('f-1'), {
      type: 'FirmDetailsChanged',
      data: {
        name: { from: contab.name, to: 'Expert' },
        phone: { from: null, to: '0721123456' },
        accountantScope: { from: 'assigned', to: 'firm' },
      },
      ...of('firm', 'f-1'),
      occurredAt: later,
    }).thenRows({
      'f-1': { ...row, name: 'Expert', phone: '0721123456', accountant_scope: 'firm', updatedAt: later },
    });
  });
  it('shows none that was deleted', () =>
    given(firm('f-1'), {
      type: 'FirmDeleted',
      data: { name: contab.name, cui: contab.cui },
      ...of('firm', 'f-1'),
    }).thenRows({}));

  it('counts clients', async () => {
    const { firmId, cui, societate } = brutaria;
    await counts([1, 0], [0, 0], clientRegistered());
    await counts([0, 0], [0, 0], clientRegistered(), { type: 'ClientDeleted', data: { firmId, cui, societate } });
  });
  it('counts accountants, and nobody else', async () => {
    const deleted = (role: 'accountant' | 'user', firmId: string | null): UserEvent => ({
      type: 'UserDeleted',
      data: { role, firmId, clientIds: [], assignmentsEnded: [] },
    });
    await counts([0, 1], [0, 0], userRegistered(elena), userRegistered());
    await counts([0, 0], [0, 0], userRegistered(elena), deleted('accountant', 'f-1'));
    await counts([0, 1], [0, 0], userRegistered(elena), userRegistered(), deleted('user', null));
  });
  it('counts accountants where they are after a change', async () => {
    const moved = (
      [from, fromFirm]: ['accountant' | 'user', string | null],
      [to, toFirm]: ['accountant' | 'user', string | null],
    ): UserEvent => ({
      type: 'UserRoleChanged',
      data: { from, to, firmId: { from: fromFirm, to: toFirm }, assignmentsEnded: [] },
    });
    await counts([0, 0], [0, 1], userRegistered(elena), moved(['accountant', 'f-1'], ['accountant', 'f-2']));
    await counts([0, 0], [0, 0], userRegistered(elena), moved(['accountant', 'f-1'], ['user', null]));
    await counts([0, 0], [0, 1], userRegistered(), moved(['user', null], ['accountant', 'f-2']));
    await counts([0, 1], [0, 0], userRegistered(elena), moved(['accountant', 'f-1'], ['accountant', 'f-1']));
  });
});

describe('firms are found', () => {
  it('by words without case and diacritics', () =>
    expect(firms.columnsOf({ ...row, name: 'Contabilitate Țară' })).toMatchObject({
      sort_name: 'contabilitate tara',
      searched: `contabilitate tara ${contab.cui}`,
    }));
  it('not by the word for nothing when they were erased', () =>
    expect(firms.columnsOf({ ...row, name: null, cui: null })).toMatchObject({ sort_name: '', searched: ' ' }));
});
