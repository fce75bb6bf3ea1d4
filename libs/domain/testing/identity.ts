import type { DataOf, Message } from '@dosar/kernel';
import type { ClientEvent } from '../identity/client.events';
import type { FirmEvent } from '../identity/firm.events';
import type { UserEvent } from '../identity/user.events';

/** An event with default data, except for what is given. */
const event =
  <E extends Message>() =>
  <T extends E['type']>(type: T, data: DataOf<E, T>) =>
  (more: Partial<DataOf<E, T>> = {}) =>
    ({ type, data: { ...(data as object), ...(more as object) } }) as Extract<E, { type: T }>;

export const ana = {
  role: 'user',
  firmId: null,
  clientIds: ['c-1'],
  name: 'Ana Țăranu',
  email: 'ana@brutaria.ro',
  phone: null,
} satisfies DataOf<UserEvent, 'UserRegistered'>;
export const elena = {
  role: 'accountant',
  firmId: 'f-1',
  clientIds: [],
  name: 'Elena Popa',
  email: 'elena@contab.ro',
  phone: null,
} satisfies DataOf<UserEvent, 'UserRegistered'>;

export const contab = {
  cui: '16234580',
  name: 'Contab',
  address: null,
  phone: null,
  email: null,
  accountantScope: 'assigned',
} satisfies DataOf<FirmEvent, 'FirmRegistered'>;

export const brutaria = {
  firmId: 'f-1',
  cui: '617173556',
  registrulComertului: 'J40/1234/2015',
  dataInregistrarii: '2015-03-01',
  impozit: 'micro',
  platitorTva: true,
  quota: 50,
  societate: 'Brutăria',
  reprezentant: null,
  phone: null,
  email: null,
  companyEmail: null,
  address: null,
} satisfies DataOf<ClientEvent, 'ClientRegistered'>;

export const userRegistered = event<UserEvent>()('UserRegistered', ana);
export const firmRegistered = event<FirmEvent>()('FirmRegistered', contab);
export const clientRegistered = event<ClientEvent>()('ClientRegistered', brutaria);

/** Stream and resource of an event, as in the log. */
export const of = <T extends string>(type: T, id: string) => ({ resource: { type, id }, stream: `${type}-${id}` });
