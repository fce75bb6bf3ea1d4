import type { Role, User, UserStatus } from '@dosar/contracts';

/** What a form of an account holds. */
export type UserValues = {
  role: Role;
  name: string;
  email: string;
  phone: string;
  firm_id: string;
  client_id: string;
  password: string;
  /** How somebody new gets in. */
  access: 'invitation' | 'password';
  language: 'ro' | 'en';
  status: UserStatus;
};

export const newUser = (role: Role, firm_id = '', client_id = ''): UserValues => ({
  role,
  name: '',
  email: '',
  phone: '',
  firm_id,
  client_id,
  password: '',
  access: 'invitation',
  language: 'ro',
  status: 'active',
});

export const valuesOf = ({ role, name, email, phone, firm_id, client, preferences, status }: User): UserValues => ({
  ...newUser(role, firm_id ?? '', client?.id ?? ''),
  name: name ?? '',
  email: email ?? '',
  phone: phone ?? '',
  language: preferences.language,
  status,
});

/** Where somebody of that role belongs. What belongs to other roles stays in the form, but is not sent. */
const placeOf = ({ role, firm_id, client_id }: UserValues) => ({
  ...(role === 'accountant' && firm_id !== '' && { firm_id }),
  ...(role === 'user' && client_id !== '' && { client_id }),
});

export const bodyOfNew = (values: UserValues) => {
  const { role, name, email, phone, access, password, language } = values;
  const way = access === 'password' ? { password } : { language };
  return { role, name, email, phone, ...placeOf(values), ...way };
};

/** A blank password keeps the current one. */
export const bodyOfKnown = (values: UserValues) => {
  const { role, name, email, phone, password, status } = values;
  return { role, name, email, phone, status, ...(password !== '' && { password }), ...placeOf(values) };
};

/** What the schema leaves to the server: a role needs its place, and a password that is to be chosen is. */
export const missingOf = (values: UserValues, isNew: boolean): (keyof UserValues)[] => {
  const { role, firm_id, client_id, access, password } = values;
  return [
    ...(role === 'accountant' && firm_id === '' ? ['firm_id' as const] : []),
    ...(role === 'user' && client_id === '' ? ['client_id' as const] : []),
    ...(isNew && access === 'password' && password === '' ? ['password' as const] : []),
  ];
};
