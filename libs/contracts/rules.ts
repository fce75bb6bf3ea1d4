import type { z } from 'zod';

/** A rule that a value breaks: a key of `texts/*.ts` under `rules`, and what to put into its sentence. */
export type BrokenRule = { readonly rule: string; readonly values: Readonly<Record<string, string | number>> };

/** Rules of our own are named in the schema: `z.string().refine(isCui, rule('cui'))`. */
export const rule = (name: string) => ({ error: `rule:${name}` });

// zod leaves the input out of its issues, for good reasons, and says only in its message that there was none
const isMissing = (issue: z.core.$ZodIssue) => issue.message.endsWith('received undefined');

/** Says which rule an issue is about, in words that both the gateway and the console can translate. */
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

/** The broken rules of a parse, by the path of their field. An unknown field is named itself. */
export const brokenRules = (error: z.ZodError): ReadonlyMap<string, BrokenRule> => {
  const broken = new Map<string, BrokenRule>();
  for (const issue of error.issues) {
    const path = issue.path.map(String);
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path];
    for (const each of paths) if (!broken.has(each.join('.'))) broken.set(each.join('.'), ruleOf(issue));
  }
  return broken;
};
