import type { Client, RegisteredCompany, TaxType } from '@dosar/contracts';

export const GB = 1024 ** 3;

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
};

export const valuesOf = (client: Client): ClientValues => ({
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
export const bodyOf = ({ quota, firm_id, ...texts }: ClientValues) => ({
  ...texts,
  firm_id: firm_id === '' ? undefined : firm_id,
  quota: Math.round(Number(quota) * GB),
});

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
