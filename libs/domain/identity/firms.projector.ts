import { put, remove, view, type Rows, type Write } from '@dosar/kernel';
import { searchKey, sortKey, type Firm } from '@dosar/contracts';
import type { ClientEvent } from './client.events';
import type { FirmEvent } from './firm.events';
import type { UserEvent } from './user.events';

const changed = async (rows: Rows<Firm>, id: string | null, change: (firm: Firm) => Firm): Promise<Write<Firm>[]> => {
  const row = id === null ? null : await rows.get(id);
  return row ? [put(row.id, change(row))] : [];
};

const count = (which: 'clients_count' | 'accountants_count', by: 1 | -1) => (firm: Firm) => ({
  ...firm,
  [which]: firm[which] + by,
});

export const firms = view<FirmEvent | ClientEvent | UserEvent, Firm>()({
  view: 'firms',
  version: 5,
  keepsFormer: true,
  columns: { sort_name: 'text', cui: 'text', created: 'text', updated: 'text', searched: 'text' },
  indexes: [['sort_name']],
  columnsOf: ({ name, cui, createdAt, updatedAt }) => ({
    sort_name: sortKey(name ?? ''),
    cui,
    created: createdAt,
    updated: updatedAt,
    searched: searchKey(`${name ?? ''} ${cui ?? ''}`),
  }),
  subjectsOf: ({ id }) => [id],
  audienceOf: () => 'installation',
  resource: { type: 'firm', nameOf: ({ name }) => name },

  forgets: {
    firm: ({ id }, rows) =>
      changed(rows, id, (row) => ({ ...row, name: null, cui: null, address: null, phone: null, email: null })),
  },

  on: {
    FirmRegistered: ({ accountantScope, ...details }, { resource, occurredAt }) =>
      put(resource.id, {
        id: resource.id,
        name: details.name,
        cui: details.cui,
        address: details.address,
        phone: details.phone,
        email: details.email,
        accountant_scope: accountantScope,
        clients_count: 0,
        accountants_count: 0,
        createdAt: occurredAt,
        updatedAt: occurredAt,
      }),
    FirmDetailsChanged: ({ accountantScope, ...changes }, { resource, occurredAt }, rows) =>
      changed(rows, resource.id, (row) => ({
        ...row,
        ...Object.fromEntries(Object.entries(changes).map(([name, each]) => [name, each.to])),
        ...(accountantScope && { accountant_scope: accountantScope.to }),
        updatedAt: occurredAt,
      })),
    FirmDeleted: (_, { resource }) => remove(resource.id),
    ClientRegistered: ({ firmId }, _, rows) => changed(rows, firmId, count('clients_count', 1)),
    ClientDeleted: ({ firmId }, _, rows) => changed(rows, firmId, count('clients_count', -1)),
    UserRegistered: ({ role, firmId }, _, rows) =>
      role === 'accountant' ? changed(rows, firmId, count('accountants_count', 1)) : [],
    UserRoleChanged: async ({ from, to, firmId }, _, rows) => {
      const before = from === 'accountant' ? firmId.from : null;
      const after = to === 'accountant' ? firmId.to : null;
      if (before === after) return [];
      return [
        ...(await changed(rows, before, count('accountants_count', -1))),
        ...(await changed(rows, after, count('accountants_count', 1))),
      ];
    },
    UserDeleted: ({ role, firmId }, _, rows) =>
      role === 'accountant' ? changed(rows, firmId, count('accountants_count', -1)) : [],
  },
});
