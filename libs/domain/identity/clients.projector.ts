import { put, remove, view } from '@dosar/kernel';
import { searchKey, sortKey, type Client } from '@dosar/contracts';
import { clientOf, type DriveEvent } from '../files/drive.events';
import {
  updateShown,
  remember,
  renameReference,
  forgetReference,
  lookUp,
  referenceTo,
  names,
  type Names,
  type ReferenceName,
} from '../reference-names';
import type { ClientEvent } from './client.events';
import type { FirmEvent } from './firm.events';
import type { UserEvent } from './user.events';

const withUsers = (client: Client, users: Client['users']): Client => ({ ...client, users, user: users[0] ?? null });

const showFirm = (row: Client, { nameOf, name }: ReferenceName): Client =>
  row.firm.id === nameOf ? { ...row, firm: { id: nameOf, name } } : row;

const showPerson = (row: Client, { nameOf, name, email }: ReferenceName): Client => {
  const renamed = <P extends { readonly id: string }>(person: P): P =>
    person.id === nameOf ? { ...person, name, email } : person;
  return withUsers({ ...row, accountants: row.accountants.map(renamed) }, row.users.map(renamed));
};

/** The members of an erased client. */
const NOTHING_SAID = {
  societate: null,
  cui: null,
  registrulComertului: null,
  dataInregistrarii: null,
  reprezentant: null,
  phone: null,
  email: null,
  company_email: null,
  address: null,
} as const satisfies Partial<Client>;

export const clients = view<FirmEvent | ClientEvent | UserEvent | DriveEvent, Client, Names>()({
  view: 'clients',
  version: 5,
  keepsFormer: true,
  columns: { firm_id: 'text', sort_name: 'text', cui: 'text', created: 'text', updated: 'text', searched: 'text' },
  indexes: [['sort_name'], ['firm_id', 'sort_name']],
  beside: names,
  columnsOf: ({ firm, societate, cui, createdAt, updatedAt }: Client) => ({
    firm_id: firm.id,
    sort_name: sortKey(societate ?? ''),
    cui,
    created: createdAt,
    updated: updatedAt,
    searched: searchKey(`${societate ?? ''} ${cui ?? ''}`),
  }),
  subjectsOf: ({ id, firm, users, accountants }) => [
    id,
    firm.id,
    ...[...users, ...accountants].map((person) => person.id),
  ],
  audienceOf: () => 'installation',
  resource: { type: 'client', nameOf: ({ societate }) => societate },

  forgets: {
    client: ({ id }, rows) => updateShown(rows, id, (row) => ({ ...row, ...NOTHING_SAID })),
    firm: ({ id }, rows) => forgetReference(rows, id, showFirm),
    user: ({ id }, rows) => forgetReference(rows, id, showPerson),
  },

  on: {
    FirmRegistered: ({ name }, { resource }) => remember(resource.id, name),
    FirmDetailsChanged: ({ name }, { resource }, rows) =>
      name ? renameReference(rows, resource.id, { name: name.to }, showFirm) : [],
    UserRegistered: ({ name, email }, { resource }) => remember(resource.id, name, email),
    UserProfileChanged: ({ name }, { resource }, rows) =>
      name ? renameReference(rows, resource.id, { name: name.to }, showPerson) : [],
    UserEmailChanged: ({ to }, { resource }, rows) => renameReference(rows, resource.id, { email: to }, showPerson),

    ClientRegistered: async (details, { resource, occurredAt }, rows) =>
      put<Client>(resource.id, {
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
        firm: await referenceTo(rows, details.firmId),
        user: null,
        users: [],
        accountants: [],
        storage: { used: 0, quota: details.quota },
        createdAt: occurredAt,
        updatedAt: occurredAt,
      }),
    ClientDetailsChanged: ({ platitorTva, companyEmail, quota, ...same }, { resource, occurredAt }, rows) =>
      updateShown(rows, resource.id, (row) => ({
        ...row,
        ...Object.fromEntries(Object.entries(same).map(([name, each]) => [name, each.to])),
        ...(platitorTva && { platitor_tva: platitorTva.to }),
        ...(companyEmail && { company_email: companyEmail.to }),
        ...(quota && { storage: { ...row.storage, quota: quota.to } }),
        updatedAt: occurredAt,
      })),
    ClientDeleted: (_, { resource }) => remove(resource.id),
    ClientUserLinked: ({ userId }, { resource }, rows) =>
      updateShown(rows, resource.id, async (row) => withUsers(row, [...row.users, await lookUp(rows, userId)])),
    ClientUserUnlinked: ({ userId }, { resource }, rows) =>
      updateShown(rows, resource.id, (row) =>
        withUsers(
          row,
          row.users.filter(({ id }) => id !== userId),
        ),
      ),
    AccountantAssigned: ({ accountantId }, { resource, occurredAt }, rows) =>
      updateShown(rows, resource.id, async (row) => ({
        ...row,
        accountants: [
          ...row.accountants.filter(({ id }) => id !== accountantId),
          { ...(await lookUp(rows, accountantId)), assigned_at: occurredAt },
        ],
      })),
    AccountantUnassigned: ({ accountantId }, { resource }, rows) =>
      updateShown(rows, resource.id, (row) => ({
        ...row,
        accountants: row.accountants.filter(({ id }) => id !== accountantId),
      })),
    FileUploaded: ({ size }, { stream }, rows) =>
      updateShown(rows, clientOf(stream), (row) => ({
        ...row,
        storage: { ...row.storage, used: row.storage.used + size },
      })),
  },
});
