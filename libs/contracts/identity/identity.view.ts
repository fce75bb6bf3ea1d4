import { z } from 'zod';
import { Day, Instant } from '../endpoint';
import { ClientId, FirmId, Id, UserId } from '../ids';
import { AccountantScope, CuiCheck, Preferences, Presence, Quota, Role, TaxType, UserStatus } from './identity.values';

/** A name is null once its person, firm or client was erased. */
export const Named = z.object({ id: Id, name: z.string().nullable() });
export type Named = z.infer<typeof Named>;

export const User = z.object({
  id: UserId,
  role: Role,
  firm_id: FirmId.nullable(),
  /** An accountant's. */
  firm: Named.nullable(),
  client: Named.nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  status: UserStatus,
  must_change_password: z.boolean(),
  /** An invitation that was not followed yet. */
  invited_at: Instant.nullable(),
  two_step: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  lastSeen: Instant.nullable(),
  preferences: Preferences,
});
export type User = z.infer<typeof User>;

/** Somebody whom the caller may assign or talk to. */
export const Person = z.object({
  id: Id,
  name: z.string().nullable(),
  role: Role,
  presence: Presence,
});
export type Person = z.infer<typeof Person>;

/** One device that is signed in. */
export const Session = z.object({
  id: Id,
  current: z.boolean(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: Instant,
  last_seen: Instant,
});
export type Session = z.infer<typeof Session>;

/** What an account has beside its password. */
export const TwoStep = z.object({
  totp: z.boolean(),
  passkeys: z.array(z.object({ id: Id, name: z.string().nullable(), created_at: Instant })),
  recovery_codes_left: z.int(),
  /** The administrator asks everybody of this role for it. */
  required: z.boolean(),
});
export type TwoStep = z.infer<typeof TwoStep>;

/** What the administrator has set for the whole installation. */
export const Settings = z.object({ two_step_required: z.array(Role).max(Role.options.length), cui_check: CuiCheck });
export type Settings = z.infer<typeof Settings>;
export const DEFAULT_SETTINGS: Settings = { two_step_required: [], cui_check: 'warn' };

/** A company as a public register knows it. */
export const RegisteredCompany = z.object({
  societate: z.string(),
  cui: z.string(),
  registrulComertului: z.string().nullable(),
  dataInregistrarii: Day.nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  platitor_tva: z.boolean(),
  inactive: z.boolean(),
});
export type RegisteredCompany = z.infer<typeof RegisteredCompany>;

export const Firm = z.object({
  id: FirmId,
  name: z.string().nullable(),
  cui: z.string().nullable(),
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
  id: ClientId,
  societate: z.string().nullable(),
  cui: z.string().nullable(),
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

/** Nothing can be written to the log: an administrator sees by this session what is wrong, and nothing else. */
export const OnlyHealth = z.literal('health').optional();

/** What an access token says. The role is for show: what counts is what the user is now. */
export const TokenPayload = z.object({
  user_id: z.string(),
  role: z.string(),
  /** When it was issued, in seconds, by the server's clock; not in tokens of elsewhere. */
  iat: z.int().optional(),
  exp: z.int(),
  sid: z.string(),
  only: OnlyHealth,
});
