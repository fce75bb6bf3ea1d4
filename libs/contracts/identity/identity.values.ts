import { z } from 'zod';
import { Day } from '../endpoint';
import { rule, notBlank } from '../rules';
import { bytesOf, isAllSeen } from '../text';

export const PEOPLE_LIMITS = {
  /** Of an account. */
  sessions: 50,
  passkeys: 20,
  pinned: 50,
  /** Of a client. */
  users: 100,
  accountants: 100,
  /** In one answer: people whom somebody may talk to, and accounts where no page is asked for. */
  known: 200,
  listed: 1_000,
} as const;

/** What an account is: administrator of the installation, accountant of a firm, user of a client, or auditor by a mandate. */
export const Role = z.enum(['admin', 'accountant', 'user', 'auditor']);
export type Role = z.infer<typeof Role>;

/** What an account is made as, and may become: an auditor is appointed by a mandate. */
export const MemberRole = Role.exclude(['auditor']);
export type MemberRole = z.infer<typeof MemberRole>;

/** An action that needs a rank is allowed to that rank and those above; an auditor has none. */
export const RANK: Readonly<Record<Role, number>> = { admin: 3, accountant: 2, user: 1, auditor: 0 };

/** Whether the account may sign in. */
export const UserStatus = z.enum(['active', 'inactive']);
export type UserStatus = z.infer<typeof UserStatus>;

/** Whether somebody is here now, as their devices say it. */
export const Presence = z.enum(['online', 'offline', 'away', 'busy']);
export type Presence = z.infer<typeof Presence>;

/** Romanian or English. */
export const Language = z.enum(['ro', 'en']);
export type Language = z.infer<typeof Language>;

/** Compared, and so kept, in lower case. */
export const Email = z
  .string()
  .trim()
  .min(1)
  .max(254)
  .toLowerCase()
  .pipe(z.email())
  .meta({ description: 'Compared in lower case.', examples: ['ana@brutaria.ro'] });

const PHONE = /^(0\d{9}|\+\d{8,15})$/;

/** `0` and nine digits, or `+` and 8 to 15 digits; what groups them is removed. */
export const Phone = z
  .string()
  .max(40)
  .transform((text) => text.trim().replace(/(?<=\d)[ .-]+(?=\d)/g, ''))
  .pipe(z.string().regex(PHONE, rule('phone')))
  .meta({ description: '0 and nine digits, or + and 8 to 15 digits.', examples: ['0721123456', '+40721123456'] });

/** Emptied to remove it. */
export const PhoneOrNone = z.union([z.literal('').transform(() => null), Phone]);

const CUI_KEY = [7, 5, 3, 2, 1, 7, 5, 3, 2];

/** Whether the last digit of a cui is the one that its others give. */
export const hasCuiCheckDigit = (cui: string): boolean => {
  if (!/^[1-9]\d{1,9}$/.test(cui)) return false;
  const body = cui.slice(0, -1).padStart(9, '0');
  const sum = CUI_KEY.reduce((total, weight, at) => total + weight * Number(body[at]), 0);
  return ((10 * sum) % 11) % 10 === Number(cui.at(-1));
};

/** How much the check digit of a cui counts: nothing, a warning under the field, or a refusal. */
export const CuiCheck = z.enum(['off', 'warn', 'enforce']);
export type CuiCheck = z.infer<typeof CuiCheck>;

const OLD_NUMBER = /^([JFC])(\d{1,2})\/(\d{1,5})\/(?:\d{1,2}\.\d{1,2}\.)?(\d{4})$/;
const NEW_NUMBER = /^[JFC]\d{13}$/;

/**
 * A number of the trade register in its one form: `J40/1234/2015` as it was until July 2024, or the fourteen characters
 * since. null for a text that is neither.
 */
export const tradeRegisterNumber = (text: string): string | null => {
  const number = text.toUpperCase().replace(/\s/g, '');
  const [, letter, county, serial, year] = OLD_NUMBER.exec(number) ?? [];
  if (letter) {
    const known = Number(county) >= 1 && (Number(county) <= 40 || county === '51' || county === '52');
    return known && Number(year) >= 1990 && Number(year) <= 2024
      ? `${letter}${Number(county)}/${Number(serial)}/${year}`
      : null;
  }
  if (!NEW_NUMBER.test(number)) return null;
  const digits = [number.charCodeAt(0) % 10, ...[...number.slice(1, 13)].map(Number)];
  return digits.reduce((sum, digit) => sum + digit, 0) % 10 === Number(number.at(-1)) ? number : null;
};

const CUI = /^\d{6,10}$/;

/** The tax id: an `RO` prefix and blanks are removed, then 6 to 10 digits. */
export const Cui = z
  .string()
  .max(40)
  .transform((text) => text.replace(/\s/g, '').replace(/^RO/i, ''))
  .pipe(z.string().regex(CUI, rule('cui')))
  .meta({ description: '6 to 10 digits; an RO prefix is removed.', examples: ['18547290', 'RO18547290'] });

export const PASSWORD = { min: 8, max: 128 } as const;

/** The rules that need only the password; the commonest ones and the own e-mail are refused as well. */
export const Password = z
  .string()
  .min(PASSWORD.min)
  .max(PASSWORD.max)
  .refine((text) => /\p{Lu}/u.test(text), rule('password_upper'))
  .refine((text) => /\p{Ll}/u.test(text), rule('password_lower'))
  .refine((text) => /\d/.test(text), rule('password_digit'));

/** What is typed at sign-in: the rules of choosing one do not apply. */
export const TypedPassword = z.string().min(1).max(1024);

const MAX_TEXT = 500;
/** What people are told apart by: nothing in it may be there without being seen. */
export const aName = (most: number) =>
  notBlank(z.string().trim().min(1).max(most).refine(isAllSeen, rule('name_characters')));
/** The name of a person, at most 200 characters, all of them visible. */
export const PersonName = aName(200);
/** The name of a company, at most 200 characters, all of them visible. */
export const CompanyName = aName(200);

/** A line of text that may be emptied to remove it. */
export const OptionalText = z
  .string()
  .trim()
  .max(MAX_TEXT)
  .transform((text) => (text === '' ? null : text));

/** A name that may be emptied to remove it. */
export const OptionalName = OptionalText.refine((text) => text === null || isAllSeen(text), rule('name_characters'));

/** Kept in its one form where it has one; other texts stay as they are. */
export const TradeRegisterNumber = OptionalText.transform((text) =>
  text === null ? null : (tradeRegisterNumber(text) ?? text),
);

/** Emptied to remove it. */
export const DayOrNone = z.union([z.literal('').transform(() => null), Day]);

/** An e-mail address, or an empty text to remove it. */
export const OptionalEmail = z.union([z.literal('').transform(() => null), Email]);

/** Whether accountants see all clients of their firm, or only those that they are assigned to. */
export const AccountantScope = z.enum(['firm', 'assigned']);
export type AccountantScope = z.infer<typeof AccountantScope>;

/** How a company is taxed; `none`: it was not said. */
export const TaxType = z.enum([
  'micro',
  'profit',
  'pfa_real',
  'pfa_norma',
  'profesie_liberala',
  'ii',
  'if',
  'ong',
  'institutie_publica',
  'nerezident',
  'none',
]);
export type TaxType = z.infer<typeof TaxType>;

/** Bytes; 0 is unlimited. */
export const Quota = z.int().min(0);

/** Light, dark, or as the device has it. */
export const Theme = z.enum(['light', 'dark', 'system']);
/** How days are written. */
export const DateFormat = z.enum(['DD.MM.YYYY', 'YYYY-MM-DD', 'MM/DD/YYYY']);
/** How times of day are written. */
export const TimeFormat = z.enum(['HH:mm', 'hh:mm A']);

/** How somebody wishes to read the product. */
export const Preferences = z.strictObject({
  /** The language of screens, letters and errors. */
  language: Language,
  /** The colours of the screens. */
  theme: Theme,
  /** How days are written on the screens. */
  date_format: DateFormat,
  /** How times of day are written on the screens. */
  time_format: TimeFormat,
});
export type Preferences = z.infer<typeof Preferences>;
export const DEFAULT_PREFERENCES: Preferences = {
  language: 'ro',
  theme: 'system',
  date_format: 'DD.MM.YYYY',
  time_format: 'HH:mm',
};

/** A second proof of who signs in. */
export const FactorMethod = z.enum(['totp', 'passkey', 'recovery']);
export type FactorMethod = z.infer<typeof FactorMethod>;

/** Six digits of an authenticator; blanks between them do not matter. */
export const TotpCode = z
  .string()
  .max(20)
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, rule('totp_code')));

/** Letters and digits of a recovery code, however they are grouped. */
export const RecoveryCode = z
  .string()
  .max(40)
  .transform((text) => text.toLowerCase().replace(/[^0-9a-z]/g, ''))
  .pipe(z.string().regex(/^[0-9a-z]{10}$/, rule('recovery_code')));

/** Whether a password holds the part of an e-mail before the @. Parts of one or two letters are in too many words. */
export const holdsLocalPart = (password: string, email: string): boolean => {
  const local = email.slice(0, email.lastIndexOf('@')).toLowerCase();
  return bytesOf(local) > 2 && password.toLowerCase().includes(local);
};

/** By what lists are sorted. */
export const UserSort = z.enum(['name', 'email', 'role', 'status', 'createdAt', 'updatedAt']);
/** By what firms are sorted. */
export const FirmSort = z.enum(['name', 'cui', 'createdAt', 'updatedAt']);
/** By what clients are sorted. */
export const ClientSort = z.enum(['societate', 'cui', 'createdAt', 'updatedAt']);
