import { z } from 'zod';
import { rule } from '../rules';
import { bytesOf } from '../text';

export const Role = z.enum(['admin', 'accountant', 'user']);
export type Role = z.infer<typeof Role>;

/** An action that needs a rank is allowed to that rank and those above. */
export const RANK: Readonly<Record<Role, number>> = { admin: 3, accountant: 2, user: 1 };

export const UserStatus = z.enum(['active', 'inactive']);
export type UserStatus = z.infer<typeof UserStatus>;

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
export const PersonName = z.string().trim().min(1).max(200);
export const CompanyName = z.string().trim().min(1).max(200);

/** A line of text that may be emptied to remove it. */
export const OptionalText = z
  .string()
  .trim()
  .max(MAX_TEXT)
  .transform((text) => (text === '' ? null : text));

export const OptionalEmail = z.union([z.literal('').transform(() => null), Email]);

export const AccountantScope = z.enum(['firm', 'assigned']);
export type AccountantScope = z.infer<typeof AccountantScope>;

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

export const Theme = z.enum(['light', 'dark', 'system']);
export const DateFormat = z.enum(['DD.MM.YYYY', 'YYYY-MM-DD', 'MM/DD/YYYY']);
export const TimeFormat = z.enum(['HH:mm', 'hh:mm A']);

export const Preferences = z.strictObject({
  language: Language,
  theme: Theme,
  date_format: DateFormat,
  time_format: TimeFormat,
});
export type Preferences = z.infer<typeof Preferences>;
export const DEFAULT_PREFERENCES: Preferences = {
  language: 'ro',
  theme: 'system',
  date_format: 'DD.MM.YYYY',
  time_format: 'HH:mm',
};

/** Whether a password holds the part of an e-mail before the @. Parts of one or two letters are in too many words. */
export const holdsLocalPart = (password: string, email: string): boolean => {
  const local = email.slice(0, email.lastIndexOf('@')).toLowerCase();
  return bytesOf(local) > 2 && password.toLowerCase().includes(local);
};
