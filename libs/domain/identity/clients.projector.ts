import { put, type Projector, type Rows, type Write } from '@dosar/kernel';
import { folded, sortKey, type Client } from '@dosar/contracts';
import type { DriveEvent } from '../files/drive.events';
import { isKnown, know, named, namedWithEmail, ofShown, type Known } from '../known';
import type { ClientEvent } from './client.events';
import type { FirmEvent } from './firm.events';
import type { UserEvent } from './user.events';

type ClientRows = Rows<Client | Known>;

const changed = async (
  rows: ClientRows,
  id: string,
  change: (client: Client) => Client | Promise<Client>,
): Promise<Write<Client | Known>[]> => {
  const row = await rows.get(id);
  return row && !isKnown(row) ? [put(id, await change(row))] : [];
};

const withUsers = (client: Client, users: Client['users']): Client => ({ ...client, users, user: users[0] ?? null });

export const clients: Projector<FirmEvent | ClientEvent | UserEvent | DriveEvent, Client | Known> = {
  view: 'clients',
  version: 1,
  columns: { firm_id: 'text', sort_name: 'text', cui: 'text', created: 'text', updated: 'text', searched: 'text' },
  indexes: [['sort_name'], ['firm_id', 'sort_name']],
  columnsOf: ofShown(
    ({ firm, societate, cui, createdAt, updatedAt }: Client) => ({
      firm_id: firm.id,
      sort_name: sortKey(societate ?? ''),
      cui,
      created: createdAt,
      updated: updatedAt,
      searched: folded(`${societate ?? ''} ${cui}`),
    }),
    {},
  ),
  subjectsOf: ofShown(
    ({ id, firm, users, accountants }: Client) => [
      id,
      firm.id,
      ...[...users, ...accountants].map((person) => person.id),
    ],
    [],
  ),
  audienceOf: ofShown(() => 'installation', null),

  on: {
    FirmRegistered: ({ name }, { resource }) => know(resource.id, name),
    UserRegistered: ({ name, email }, { resource }) => know(resource.id, name, email),
    ClientRegistered: async (details, { resource, occurredAt }, rows) =>
      put(resource.id, {
        id: resource.id,
        societate: details.societate,
        cui: details.cui,
        registrulComertului: details.registrulComertului,
        dataInregistrarii: details.dataInregistrarii,
        impozit: details.impozit,
        platitor_tva: details.platitorTva,
        reprezentant: details.reprezentant,
        phone: details.phone,
        email: details.email,
        company_email: details.companyEmail,
        address: details.address,
        firm: await named(rows, details.firmId),
        user: null,
        users: [],
        accountants: [],
        storage: { used: 0, quota: details.quota },
        createdAt: occurredAt,
        updatedAt: occurredAt,
      }),
    ClientUserLinked: ({ userId }, { resource }, rows) =>
      changed(rows, resource.id, async (row) => withUsers(row, [...row.users, await namedWithEmail(rows, userId)])),
    ClientUserUnlinked: ({ userId }, { resource }, rows) =>
      changed(rows, resource.id, (row) =>
        withUsers(
          row,
          row.users.filter(({ id }) => id !== userId),
        ),
      ),
    AccountantAssigned: ({ accountantId }, { resource, occurredAt }, rows) =>
      changed(rows, resource.id, async (row) => ({
        ...row,
        accountants: [...row.accountants, { ...(await namedWithEmail(rows, accountantId)), assigned_at: occurredAt }],
      })),
    AccountantUnassigned: ({ accountantId }, { resource }, rows) =>
      changed(rows, resource.id, (row) => ({
        ...row,
        accountants: row.accountants.filter(({ id }) => id !== accountantId),
      })),
    FileUploaded: ({ size }, { tenant }, rows) =>
      changed(rows, tenant.clientId!, (row) => ({
        ...row,
        storage: { ...row.storage, used: row.storage.used + size },
      })),
  },
};
