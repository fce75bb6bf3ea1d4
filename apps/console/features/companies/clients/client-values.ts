import { now } from '../../../platform/clock';
import type { Client, RegisteredCompany, TaxType } from '@dosar/contracts';

export const GB = 1024 ** 3;

/** For whom an account is made with a client. */
export type Invited = 'nobody' | 'representative' | 'other';

/** What a form of a client holds: texts as they are typed, the quota in GB. */
export type ClientValues = {
  societate: string;
  cui: string;
  registrulComertului: string;
  dataInregistrarii: string;
  impozit: TaxType;
  platitor_tva: boolean;
  reprezentant: string;
  phone: string;
  email: string;
  company_email: string;
  address: string;
  /** 0 is unlimited; a text while it is typed. */
  quota: number | string;
  firm_id: string;
  /** What a new one begins with: who gets an account, who works for it, whether it has the folders of the year. */
  invited: Invited;
  user_name: string;
  user_email: string;
  accountant_id: string;
  has_structure: boolean;
};

export const NEW_CLIENT: ClientValues = {
  societate: '',
  cui: '',
  registrulComertului: '',
  dataInregistrarii: '',
  impozit: 'none',
  platitor_tva: false,
  reprezentant: '',
  phone: '',
  email: '',
  company_email: '',
  address: '',
  quota: 0,
  firm_id: '',
  invited: 'nobody',
  user_name: '',
  user_email: '',
  accountant_id: '',
  has_structure: true,
};

export const valuesOf = (client: Client): ClientValues => ({
  ...NEW_CLIENT,
  societate: client.societate ?? '',
  cui: client.cui ?? '',
  registrulComertului: client.registrulComertului ?? '',
  dataInregistrarii: client.dataInregistrarii ?? '',
  impozit: client.impozit,
  platitor_tva: client.platitor_tva,
  reprezentant: client.reprezentant ?? '',
  phone: client.phone ?? '',
  email: client.email ?? '',
  company_email: client.company_email ?? '',
  address: client.address ?? '',
  quota: Math.round((client.storage.quota / GB) * 100) / 100,
  firm_id: client.firm.id,
});

/** The body that is sent for it; an empty quota is none. */
export const bodyOf = (values: ClientValues) => {
  const {
    quota,
    firm_id,
    invited: _1,
    user_name: _2,
    user_email: _3,
    accountant_id: _4,
    has_structure: _5,
    ...texts
  } = values;
  return {
    ...texts,
    firm_id: firm_id === '' ? undefined : firm_id,
    quota: Math.round(Number(quota) * GB),
  };
};

/** Where the form has what the user of a new client is sent as. */
const USER_FIELDS = {
  representative: { name: 'reprezentant', email: 'email' },
  other: { name: 'user_name', email: 'user_email' },
} as const;

/** Whose folders a new one begins with. */
export const thisYear = (): number => now().getFullYear();

/** The body of a new one, with what it begins with. */
export const bodyOfNewClient = (values: ClientValues, year = thisYear()) => {
  const { invited, accountant_id, has_structure } = values;
  const fields = invited === 'nobody' ? null : USER_FIELDS[invited];
  return {
    ...bodyOf(values),
    ...(fields && { user: { name: values[fields.name], email: values[fields.email] } }),
    ...(accountant_id !== '' && { accountant_ids: [accountant_id] }),
    ...(has_structure && { structure_year: year }),
  };
};

/** The field of the form that a field of that body was typed in. */
export const typedAs = (field: string, { invited }: Pick<ClientValues, 'invited'>): string => {
  if (field.startsWith('accountant_ids')) return 'accountant_id';
  const fields = invited === 'nobody' ? null : USER_FIELDS[invited];
  if (fields && field === 'user.name') return fields.name;
  if (fields && field === 'user.email') return fields.email;
  return field;
};

/** What the public register also knows. */
export const REGISTERED = [
  'societate',
  'registrulComertului',
  'dataInregistrarii',
  'address',
  'phone',
  'platitor_tva',
] as const satisfies readonly (keyof ClientValues & keyof RegisteredCompany)[];
export type RegisteredField = (typeof REGISTERED)[number];

export type Difference = {
  readonly field: RegisteredField;
  readonly now: string | boolean;
  readonly registered: string | boolean;
  /** Nothing would be lost by taking it over. */
  readonly isEmpty: boolean;
};

/** Where the register says something else than the form. What it does not know takes nothing away. */
export const differences = (values: ClientValues, company: RegisteredCompany): Difference[] =>
  REGISTERED.flatMap((field) => {
    const now = values[field];
    const registered = company[field];
    if (registered === null || registered === '' || registered === now) return [];
    return [{ field, now, registered, isEmpty: now === '' }];
  });
