import type { MemberRole, Role, User, UserStatus } from '@dosar/contracts';

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

export const newUser = (role: MemberRole, firm_id = '', client_id = ''): UserValues => ({
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
  ...newUser('user', firm_id ?? '', client?.id ?? ''),
  role,
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
  // an auditor is appointed, and not made here
  const member = role === 'auditor' ? 'user' : role;
  return { role: member, name, email, phone, ...placeOf(values), ...way };
};

/** A blank password keeps the current one. */
export const bodyOfKnown = (values: UserValues) => {
  const { role, name, email, phone, password, status } = values;
  return {
    ...(role !== 'auditor' && { role, status }),
    name,
    email,
    phone,
    ...(password !== '' && { password }),
    ...placeOf(values),
  };
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
