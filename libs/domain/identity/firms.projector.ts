import { put, type Projector, type Rows } from '@dosar/kernel';
import { folded, sortKey, type Firm } from '@dosar/contracts';
import type { ClientEvent } from './client.events';
import type { FirmEvent } from './firm.events';
import type { UserEvent } from './user.events';

const counted = async (rows: Rows<Firm>, id: string, count: 'clients_count' | 'accountants_count') => {
  const row = await rows.get(id);
  return row ? put(id, { ...row, [count]: row[count] + 1 }) : [];
};

export const firms: Projector<FirmEvent | ClientEvent | UserEvent, Firm> = {
  view: 'firms',
  version: 1,
  columns: { sort_name: 'text', cui: 'text', created: 'text', updated: 'text', searched: 'text' },
  indexes: [['sort_name']],
  columnsOf: ({ name, cui, createdAt, updatedAt }) => ({
    sort_name: sortKey(name ?? ''),
    cui,
    created: createdAt,
    updated: updatedAt,
    searched: folded(`${name ?? ''} ${cui}`),
  }),
  subjectsOf: ({ id }) => [id],
  audienceOf: () => 'installation',

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
    ClientRegistered: ({ firmId }, _, rows) => counted(rows, firmId, 'clients_count'),
    UserRegistered: ({ role, firmId }, _, rows) =>
      role === 'accountant' && firmId !== null ? counted(rows, firmId, 'accountants_count') : [],
  },
};
