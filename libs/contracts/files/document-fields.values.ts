import { z } from 'zod';
import { Day } from '../endpoint';
import { notBlank, rule } from '../rules';
import { folded, isAllSeen } from '../text';

export const FIELD_LIMITS = {
  number: 100,
  issuer: 200,
  /** Below this in either direction, so that a sum in hundredths stays exact. */
  sum: 1_000_000_000_000,
  /** Letters of a tag, tags of a file, and tags that a client's list has. */
  tag: 50,
  tags: 20,
  listed: 200,
  /** Others that are named of a document that is there more than once. */
  others: 5,
} as const;

/** What a document says of itself: by its e-Factura, or by the accountant who read it. */
export const DocumentFields = z.object({
  /** The number of the document, with its series. */
  number: z.string().nullable(),
  /** The name of whoever made it out. */
  issuer: z.string().nullable(),
  /** The tax id of whoever made it out: without the prefix RO, others as they are. */
  issuer_cui: z.string().nullable(),
  /** The tax id of whom it was made out to. */
  buyer_cui: z.string().nullable(),
  /** The day of the document. */
  date: Day.nullable(),
  /** With VAT. At most two decimals; below zero where it takes off, as a credit note does. */
  sum: z.number().nullable(),
  /** The sum without VAT. */
  net: z.number().nullable(),
  /** The VAT in the sum. */
  vat: z.number().nullable(),
  /** The currency of the sum, as ISO 4217 has it. */
  currency: z.string().nullable(),
  /** The day until which it is to be paid. */
  due: Day.nullable(),
});
export type DocumentFields = z.infer<typeof DocumentFields>;

export const NO_FIELDS: DocumentFields = {
  number: null,
  issuer: null,
  issuer_cui: null,
  buyer_cui: null,
  date: null,
  sum: null,
  net: null,
  vat: null,
  currency: null,
  due: null,
};

const seen = (most: number) => notBlank(z.string().trim().min(1)).max(most).refine(isAllSeen, rule('name_characters'));
/** Emptied to remove it. */
const orNone = <S extends z.ZodType>(schema: S) => z.union([z.literal('').transform(() => null), schema]).optional();

const TaxId = z
  .string()
  .max(40)
  .transform((text) =>
    text
      .replace(/[\s.-]/g, '')
      .toUpperCase()
      .replace(/^RO(?=\d)/, ''),
  )
  .pipe(z.string().regex(/^[A-Z0-9]{2,20}$/, rule('pattern')))
  .meta({ description: 'A tax id: 2 to 20 letters and digits; an RO prefix is removed.', examples: ['18547290'] });

const Sum = z
  .number()
  .gt(-FIELD_LIMITS.sum)
  .lt(FIELD_LIMITS.sum)
  .refine((sum) => Math.abs(sum * 100 - Math.round(sum * 100)) < 1e-3, rule('value'))
  .transform((sum) => Math.round(sum * 100) / 100 || 0)
  .meta({ description: 'At most two decimals.', examples: [1190.5] });

const Currency = z
  .string()
  .max(40)
  .trim()
  .toUpperCase()
  .pipe(z.string().regex(/^[A-Z]{3}$/, rule('pattern')))
  .transform((code) => (code === 'LEI' ? 'RON' : code))
  .meta({ description: 'Three letters; lei are RON.', examples: ['RON', 'EUR'] });

/** What is not named stays; what is emptied goes. Sums without a currency are in lei. */
export const FieldsChange = z.strictObject({
  /** The number of the document, with its series; an empty text removes it. */
  number: orNone(seen(FIELD_LIMITS.number)),
  /** The name of whoever made it out; an empty text removes it. */
  issuer: orNone(seen(FIELD_LIMITS.issuer)),
  /** The tax id of whoever made it out; an empty text removes it. */
  issuer_cui: orNone(TaxId),
  /** The tax id of whom it was made out to; an empty text removes it. */
  buyer_cui: orNone(TaxId),
  /** The day of the document, YYYY-MM-DD; an empty text removes it. */
  date: orNone(Day),
  /** The sum of the document, with two decimals at most; an empty text removes it. */
  sum: orNone(Sum),
  /** The sum without VAT; an empty text removes it. */
  net: orNone(Sum),
  /** The VAT in the sum; an empty text removes it. */
  vat: orNone(Sum),
  /** The currency of the sum, as ISO 4217 has it; an empty text removes it. */
  currency: orNone(Currency),
  /** The day until which it is to be paid, YYYY-MM-DD; an empty text removes it. */
  due: orNone(Day),
});
export type FieldsChange = z.infer<typeof FieldsChange>;

/** A word of the firm's own beside a document. */
export const Tag = z
  .string()
  .max(4 * FIELD_LIMITS.tag)
  .transform((tag) => tag.normalize('NFC').replace(/\s+/g, ' ').trim())
  .pipe(notBlank(z.string().min(1)).max(FIELD_LIMITS.tag).refine(isAllSeen, rule('name_characters')))
  .meta({ description: '1 to 50 characters.', examples: ['de plătit'] });

/** Each once, however it is written: the first spelling counts. */
export const Tags = z
  .array(Tag)
  .max(FIELD_LIMITS.tags)
  .transform((tags) => tags.filter((tag, at) => tags.findIndex((each) => folded(each) === folded(tag)) === at));

/** A tag of the firm, and how often it is used. */
export const TagCount = z.object({
  /** The tag, as it was written first. */
  tag: z.string(),
  /** How many of the client's files have it. */
  count: z.int(),
});
export type TagCount = z.infer<typeof TagCount>;
