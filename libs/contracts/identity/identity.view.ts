import { z } from 'zod';
import { Day, Instant } from '../endpoint';
import { ClientId, FirmId, Id, UserId } from '../ids';
import {
  AccountantScope,
  CuiCheck,
  MemberRole,
  Preferences,
  Presence,
  Quota,
  Role,
  TaxType,
  UserStatus,
} from './identity.values';

/** A name is null once its person, firm or client was erased. */
export const Named = z.object({
  /** What it is known by. */
  id: Id,
  /** What it is called; null once its name was erased. */
  name: z.string().nullable(),
});
export type Named = z.infer<typeof Named>;

/** An account. */
export const User = z.object({
  id: UserId,
  /** What the account is: it decides what it may do and see. */
  role: Role,
  /** The firm of an accountant, else null. */
  firm_id: FirmId.nullable(),
  /** The accounting firm: an accountant's own, or that of a user's client; null for administrators. */
  firm: Named.nullable(),
  /** The client company of a user, else null. */
  client: Named.nullable(),
  /** The name of the person; null once it was erased. */
  name: z.string().nullable(),
  /** The address that the person signs in with; null once it was erased. */
  email: z.string().nullable(),
  /** The telephone number of the person, if it is known. */
  phone: z.string().nullable(),
  /** Whether the account may sign in. */
  status: UserStatus,
  /** Whether the console suggests another password; no call is refused for it. */
  must_change_password: z.boolean(),
  /** When the invitation was sent that was not followed yet; null when there is none. */
  invited_at: Instant.nullable(),
  /** Whether signing in asks for a second proof. */
  two_step: z.boolean(),
  /** When the account was made. */
  createdAt: Instant,
  /** When the account was changed last. */
  updatedAt: Instant,
  /** When the person was here last; null: never. */
  lastSeen: Instant.nullable(),
  /** How the person wishes to read the product. */
  preferences: Preferences,
});
export type User = z.infer<typeof User>;

/** Somebody whom the caller may assign or talk to. */
export const Person = z.object({
  id: Id,
  /** The name of the person; null once it was erased. */
  name: z.string().nullable(),
  /** What their account is. */
  role: Role,
  /** Whether they are here now. */
  presence: Presence,
});
export type Person = z.infer<typeof Person>;

/** One device that is signed in. */
export const Session = z.object({
  id: Id,
  /** Whether it is the device that asks. */
  current: z.boolean(),
  /** The address from which it was last used. */
  ip: z.string().nullable(),
  /** What the browser calls itself. */
  user_agent: z.string().nullable(),
  /** When it signed in. */
  created_at: Instant,
  /** When it was last used. */
  last_seen: Instant,
});
export type Session = z.infer<typeof Session>;

/** What an account has beside its password. */
export const TwoStep = z.object({
  /** Whether an authenticator is set up. */
  totp: z.boolean(),
  /** The passkeys of the account. */
  passkeys: z.array(
    z.object({
      id: Id,
      /** What the person calls it. */
      name: z.string().nullable(),
      /** When it was made. */
      created_at: Instant,
    }),
  ),
  /** How many recovery codes have not been used. */
  recovery_codes_left: z.int(),
  /** The administrator asks everybody of this role for it. */
  required: z.boolean(),
});
export type TwoStep = z.infer<typeof TwoStep>;

/** What the administrator has set for the whole installation. */
export const Settings = z.object({
  /** The roles that must sign in with a second proof. */
  two_step_required: z.array(MemberRole).max(MemberRole.options.length),
  /** How much the check digit of a cui counts. */
  cui_check: CuiCheck,
});
export type Settings = z.infer<typeof Settings>;
export const DEFAULT_SETTINGS: Settings = { two_step_required: [], cui_check: 'warn' };

/** A company as a public register knows it. */
export const RegisteredCompany = z.object({
  /** The name of the company. */
  societate: z.string(),
  /** The tax id of the company, without the prefix RO. */
  cui: z.string(),
  /** Its number in the trade register, if it is known. */
  registrulComertului: z.string().nullable(),
  /** The day of its registration, if it is known. */
  dataInregistrarii: Day.nullable(),
  /** Its registered address, if it is known. */
  address: z.string().nullable(),
  /** Its telephone number, if it is known. */
  phone: z.string().nullable(),
  /** Whether it is registered for VAT. */
  platitor_tva: z.boolean(),
  /** Whether the register calls it inactive. */
  inactive: z.boolean(),
});
export type RegisteredCompany = z.infer<typeof RegisteredCompany>;

/** An accounting firm. */
export const Firm = z.object({
  id: FirmId,
  /** The name of the firm; null once it was erased. */
  name: z.string().nullable(),
  /** The tax id of the firm; null once it was erased. */
  cui: z.string().nullable(),
  /** The address of the firm, if it is known. */
  address: z.string().nullable(),
  /** The telephone number of the firm, if it is known. */
  phone: z.string().nullable(),
  /** The e-mail address of the firm, if it is known. */
  email: z.string().nullable(),
  /** Which clients the accountants of the firm see. */
  accountant_scope: AccountantScope,
  /** How many clients the firm has. */
  clients_count: z.int(),
  /** How many accountants the firm has. */
  accountants_count: z.int(),
  /** When the firm was registered. */
  createdAt: Instant,
  /** When the firm was changed last. */
  updatedAt: Instant,
});
export type Firm = z.infer<typeof Firm>;

/** An account that a client has to do with. */
const LinkedUser = Named.extend({
  /** The e-mail address of the account; null once it was erased. */
  email: z.string().nullable(),
});

/** A client company of a firm. */
export const Client = z.object({
  id: ClientId,
  /** The name of the company; null once it was erased. */
  societate: z.string().nullable(),
  /** The tax id of the company, without the prefix RO; null once it was erased. */
  cui: z.string().nullable(),
  /** Its number in the trade register, if it is known. */
  registrulComertului: z.string().nullable(),
  /** The day of its registration, if it is known. */
  dataInregistrarii: Day.nullable(),
  /** How the company is taxed. */
  impozit: TaxType,
  /** Whether the company is registered for VAT. */
  platitor_tva: z.boolean(),
  /** The name of whoever represents the company, if it is known. */
  reprezentant: z.string().nullable(),
  /** The telephone number of the company, if it is known. */
  phone: z.string().nullable(),
  /** The e-mail address of the representative, if it is known. */
  email: z.string().nullable(),
  /** The e-mail address of the company, if it is known. */
  company_email: z.string().nullable(),
  /** The address of the company, if it is known. */
  address: z.string().nullable(),
  /** The accounting firm of the client. */
  firm: Named,
  /** The first of `users`, or null. */
  user: LinkedUser.nullable(),
  /** The accounts of the client's people. */
  users: z.array(LinkedUser),
  /** The accountants who are assigned to the client. */
  accountants: z.array(LinkedUser.extend({ /** When the accountant was assigned. */ assigned_at: Instant })),
  /** How much the client's files take, and how much they may. */
  storage: z.object({
    /** Bytes of the client's files, deleted ones and copies among them. */
    used: z.int(),
    /** Bytes that they may take; 0: as many as they like. */
    quota: Quota,
  }),
  /** When the client was registered. */
  createdAt: Instant,
  /** When the client was changed last. */
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
