import { z } from 'zod';
import { isBlank } from './text';

/** A rule that a value breaks: a key of `texts/*.ts` under `rules`, and what to put into its sentence. */
export type BrokenRule = {
  readonly rule: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** The path in the archive of what breaks it. */
  readonly inArchive?: string;
};
export type BrokenRules = ReadonlyMap<string, BrokenRule>;

/** A refusal names so many faults: what is refused may be large, and the work for it may not. */
export const MOST_FAULTS = 10;

/** Rules of our own are named in the schema: `z.string().refine(isCui, rule('cui'))`. */
export const rule = (name: string) => ({ error: `rule:${name}` });

/** A text that must not be empty: something of it is to be seen. */
export const notBlank = <S extends z.ZodType<string>>(text: S): S =>
  text.refine((each) => !isBlank(each), rule('required'));

// zod leaves the input out of its issues, for good reasons, and says only in its message that there was none
const isMissing = (issue: z.core.$ZodIssue) => issue.message.endsWith('received undefined');

/** Which rule an issue is about, in words that both the gateway and the console can translate. */
export const ruleOf = (issue: z.core.$ZodIssue): BrokenRule => {
  if (issue.message.startsWith('rule:')) return { rule: issue.message.slice('rule:'.length), values: {} };
  switch (issue.code) {
    case 'invalid_type':
      return { rule: isMissing(issue) ? 'required' : 'type', values: {} };
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return { rule: 'required', values: {} };
      return { rule: issue.origin === 'string' ? 'min_length' : 'min', values: { min: Number(issue.minimum) } };
    case 'too_big':
      return { rule: issue.origin === 'string' ? 'max_length' : 'max', values: { max: Number(issue.maximum) } };
    case 'unrecognized_keys':
      return { rule: 'unknown', values: {} };
    case 'invalid_format':
      return { rule: issue.format === 'email' ? 'email' : issue.format === 'date' ? 'date' : 'pattern', values: {} };
    default:
      return { rule: 'value', values: {} };
  }
};

/** The broken rules of these issues, by the path of their field. An unknown field is named itself. */
const brokenRules = (issues: Iterable<z.core.$ZodIssue>): BrokenRules => {
  const broken = new Map<string, BrokenRule>();
  for (const issue of issues) {
    const path = issue.path.map(String);
    const keys = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, MOST_FAULTS) : null;
    for (const each of keys?.map((key) => [...path, key]) ?? [path]) {
      const name = each.join('.');
      if (!broken.has(name)) broken.set(name, ruleOf(issue));
      if (broken.size === MOST_FAULTS) return broken;
    }
  }
  return broken;
};

/**
 * Half of a letter that UTF-16 writes in two halves, which no program that reads UTF-8 can read; and U+0000, at which some end.
 */
const UNREADABLE = /[\p{Surrogate}\0]/u;
const ALL_UNREADABLE = new RegExp(UNREADABLE, 'gu');
/** What stands for bytes that are no UTF-8 until it is refused by the rule. */
export const NOT_UNICODE = '\ud800';

/**
 * What in a value is not Unicode, by its path: texts, and names of members. The one rule under every schema, since whatever
 * is not refused here may come into the record, which others have to be able to read.
 */
const notUnicode = (value: unknown): BrokenRules => {
  const broken = new Map<string, BrokenRule>();
  const left: (readonly [path: string, value: unknown])[] = [['', value]];
  const look = (path: string, text: string) => {
    if (UNREADABLE.test(text)) broken.set(path.replace(ALL_UNREADABLE, '\ufffd'), { rule: 'unicode', values: {} });
  };
  for (let next = left.pop(); next && broken.size < MOST_FAULTS; next = left.pop()) {
    const [path, each] = next;
    if (typeof each === 'string') look(path, each);
    if (typeof each !== 'object' || each === null) continue;
    for (const [name, inner] of Object.entries(each)) {
      const at = path === '' ? name : `${path}.${name}`;
      look(at, name);
      left.push([at, inner]);
    }
  }
  return broken;
};

export type Checked<S extends z.ZodType> =
  { readonly data: z.output<S>; readonly broken: null } | { readonly data: null; readonly broken: BrokenRules };

/** As `safeParse`, but text that is not Unicode is refused under every schema, and only so many issues are worded as are named: `safeParse` words them all, with each unknown key. */
export const checked = <S extends z.ZodType>(schema: S, value: unknown): Checked<S> => {
  const unreadable = notUnicode(value);
  if (unreadable.size > 0) return { data: null, broken: unreadable };
  const context = { async: false } as const;
  const result = schema._zod.run({ value, issues: [] }, context);
  if (result instanceof Promise) throw new z.core.$ZodAsyncError();
  if (result.issues.length === 0) return { data: result.value as z.output<S>, broken: null };
  const worded = function* () {
    for (const issue of result.issues) {
      const few = issue.code === 'unrecognized_keys' ? { ...issue, keys: issue.keys.slice(0, MOST_FAULTS) } : issue;
      yield z.core.util.finalizeIssue(few, context, z.core.config());
    }
  };
  return { data: null, broken: brokenRules(worded()) };
};
