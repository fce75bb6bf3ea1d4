import { z } from 'zod';
import { Day, Id, Instant } from '../endpoint';
import { AccountantScope, Preferences, Quota, Role, TaxType, UserStatus } from './identity.values';

/** A name is null once its person, firm or client was erased. */
export const Named = z.object({ id: Id, name: z.string().nullable() });
export type Named = z.infer<typeof Named>;

export const User = z.object({
  id: Id,
  role: Role,
  firm_id: Id.nullable(),
  client: Named.nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  status: UserStatus,
  must_change_password: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  lastSeen: Instant.nullable(),
  preferences: Preferences,
});
export type User = z.infer<typeof User>;

export const Firm = z.object({
  id: Id,
  name: z.string().nullable(),
  cui: z.string(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  accountant_scope: AccountantScope,
  clients_count: z.int(),
  accountants_count: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Firm = z.infer<typeof Firm>;

const LinkedUser = Named.extend({ email: z.string().nullable() });

export const Client = z.object({
  id: Id,
  societate: z.string().nullable(),
  cui: z.string(),
  registrulComertului: z.string().nullable(),
  dataInregistrarii: Day.nullable(),
  impozit: TaxType,
  platitor_tva: z.boolean(),
  reprezentant: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  company_email: z.string().nullable(),
  address: z.string().nullable(),
  firm: Named,
  /** The first of `users`. */
  user: LinkedUser.nullable(),
  users: z.array(LinkedUser),
  accountants: z.array(LinkedUser.extend({ assigned_at: Instant })),
  /** Bytes; a quota of 0 is unlimited. */
  storage: z.object({ used: z.int(), quota: Quota }),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Client = z.infer<typeof Client>;
