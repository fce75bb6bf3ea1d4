import './rolldown-runtime-BowF1xt-.js';
import { t as rule } from './rules-DQCKD-P6.js';
import { z } from 'zod';
// libs/contracts/identity/identity.values.ts
const Role = z.enum(['admin', 'accountant', 'user']);
const UserStatus = z.enum(['active', 'inactive']);
const Language = z.enum(['ro', 'en']);
/** Compared, and so kept, in lower case. */
const Email = z
  .string()
  .trim()
  .min(1)
  .max(254)
  .toLowerCase()
  .pipe(z.email())
  .meta({
    description: 'Compared in lower case.',
    examples: ['ana@brutaria.ro'],
  });
/** `0` and nine digits, or `+` and 8 to 15 digits; what groups them is removed. */
const Phone = z
  .string()
  .max(40)
  .transform((text) => text.trim().replace(/(?<=\d)[ .-]+(?=\d)/g, ''))
  .pipe(z.string().regex(/^(0\d{9}|\+\d{8,15})$/, rule('phone')))
  .meta({
    description: '0 and nine digits, or + and 8 to 15 digits.',
    examples: ['0721123456', '+40721123456'],
  });
z.union([z.literal('').transform(() => null), Phone]);
/** How much the check digit of a cui counts: nothing, a warning under the field, or a refusal. */
const CuiCheck = z.enum(['off', 'warn', 'enforce']);
const OLD_NUMBER = /^([JFC])(\d{1,2})\/(\d{1,5})\/(?:\d{1,2}\.\d{1,2}\.)?(\d{4})$/;
const NEW_NUMBER = /^[JFC]\d{13}$/;
/**
 * A number of the trade register in its one form: `J40/1234/2015` as it was until July 2024, or the fourteen characters
 * since. null for a text that is neither.
 */
const tradeRegisterNumber = (text) => {
  const number = text.toUpperCase().replace(/\s/g, '');
  const [, letter, county, serial, year] = OLD_NUMBER.exec(number) ?? [];
  if (letter)
    return Number(county) >= 1 &&
      (Number(county) <= 40 || county === '51' || county === '52') &&
      Number(year) >= 1990 &&
      Number(year) <= 2024
      ? `${letter}${Number(county)}/${Number(serial)}/${year}`
      : null;
  if (!NEW_NUMBER.test(number)) return null;
  return [number.charCodeAt(0) % 10, ...[...number.slice(1, 13)].map(Number)].reduce((sum, digit) => sum + digit, 0) %
    10 ===
    Number(number.at(-1))
    ? number
    : null;
};
z.string()
  .max(40)
  .transform((text) => text.replace(/\s/g, '').replace(/^RO/i, ''))
  .pipe(z.string().regex(/^\d{6,10}$/, rule('cui')))
  .meta({
    description: '6 to 10 digits; an RO prefix is removed.',
    examples: ['18547290', 'RO18547290'],
  });
const PASSWORD = {
  min: 8,
  max: 128,
};
z.string()
  .min(PASSWORD.min)
  .max(PASSWORD.max)
  .refine((text) => /\p{Lu}/u.test(text), rule('password_upper'))
  .refine((text) => /\p{Ll}/u.test(text), rule('password_lower'))
  .refine((text) => /\d/.test(text), rule('password_digit'));
z.string().min(1).max(1024);
const MAX_TEXT = 500;
z.string().trim().min(1).max(200);
z.string().trim().min(1).max(200);
z.string()
  .trim()
  .max(MAX_TEXT)
  .transform((text) => (text === '' ? null : text))
  .transform((text) => (text === null ? null : (tradeRegisterNumber(text) ?? text)));
z.union([z.literal('').transform(() => null), Email]);
const AccountantScope = z.enum(['firm', 'assigned']);
const TaxType = z.enum([
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
/** Bytes; 0 is unlimited. */
const Quota = z.int().min(0);
const Theme = z.enum(['light', 'dark', 'system']);
const DateFormat = z.enum(['DD.MM.YYYY', 'YYYY-MM-DD', 'MM/DD/YYYY']);
const TimeFormat = z.enum(['HH:mm', 'hh:mm A']);
const Preferences = z.strictObject({
  language: Language,
  theme: Theme,
  date_format: DateFormat,
  time_format: TimeFormat,
});
const DEFAULT_PREFERENCES = {
  language: 'ro',
  theme: 'system',
  date_format: 'DD.MM.YYYY',
  time_format: 'HH:mm',
};
/** A second proof of who signs in. */
const FactorMethod = z.enum(['totp', 'passkey', 'recovery']);
z.string()
  .max(20)
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, rule('totp_code')));
z.string()
  .max(40)
  .transform((text) => text.toLowerCase().replace(/[^0-9a-z]/g, ''))
  .pipe(z.string().regex(/^[0-9a-z]{10}$/, rule('recovery_code')));
// libs/domain/change.ts
/** Both ends of a change, as events keep them. */
const change = (schema) =>
  z.object({
    from: schema,
    to: schema,
  });
/** What differs between a state and what is wanted of it; undefined is not wanted. */
const changesOf = (from, wanted) => {
  const changes = {};
  for (const key of Object.keys(wanted)) {
    const to = wanted[key];
    if (to !== void 0 && JSON.stringify(to) !== JSON.stringify(from[key]))
      changes[key] = {
        from: from[key],
        to,
      };
  }
  return changes;
};
/** The state after changes. */
const changed = (from, changes) =>
  Object.entries(changes).reduce(
    (so, [key, each]) =>
      each
        ? {
            ...so,
            [key]: each.to,
          }
        : so,
    from,
  );
const isEmpty = (changes) => Object.keys(changes).length === 0;
export {
  AccountantScope as a,
  FactorMethod as c,
  Quota as d,
  Role as f,
  isEmpty as i,
  Language as l,
  UserStatus as m,
  changed as n,
  CuiCheck as o,
  TaxType as p,
  changesOf as r,
  DEFAULT_PREFERENCES as s,
  change as t,
  Preferences as u,
};

//# sourceMappingURL=change-B11VLSXf.js.map
