import {
  extensionOf,
  FileRule,
  MAY_BE_EMPTY,
  nameFault,
  sizeLimitOf,
  type BrokenRule,
  type Language,
  type ProblemCode,
} from '@dosar/contracts';
import type { Problem } from '../../platform/http/problem';
import { ruleText, sentenceOf } from '../../platform/http/texts';
import type { ZipEntry } from './directory';

/** Why something in an archive is not taken. `rule`: what of its name or content it is. */
export type Reason = { readonly code: ProblemCode; readonly rule: FileRule | null };

/** What is not taken of an archive. */
export type LeftOut = Reason & {
  /** Its index among everything in the archive that counts: the same each time it is planned. */
  readonly number: number;
  readonly type: 'file' | 'folder';
  readonly path: string;
};

/** The reason that its entry in the directory is; null: there is none. */
export const faultReason = ({ fault }: ZipEntry): Reason | null =>
  fault && { code: fault, rule: fault === 'ZIP_CORRUPT' ? 'content_damaged' : null };

/** Why a file of this name and size is not taken, as an upload is not; null: nothing speaks against it so far. */
export const nameReason = (name: string, size: number): Reason | null => {
  const broken = nameFault(name);
  if (broken) return { code: 'INVALID_FILE_TYPE', rule: FileRule.parse(broken.rule) };
  if (size === 0 && !MAY_BE_EMPTY.has(extensionOf(name))) return { code: 'INVALID_FILE_TYPE', rule: 'content_empty' };
  return size > sizeLimitOf(name) ? { code: 'FILE_TOO_LARGE', rule: null } : null;
};

/** Why its content is not taken; null: the error is not about this content. */
export const contentReason = ({ code, fields }: Problem): Reason | null => {
  if (code === 'ZIP_CORRUPT') return { code, rule: 'content_damaged' };
  if (code !== 'INVALID_FILE_TYPE' && code !== 'FILE_TOO_LARGE') return null;
  const [broken] = fields?.values() ?? [];
  const { data = null } = FileRule.safeParse(broken?.rule);
  return { code, rule: data ?? (code === 'INVALID_FILE_TYPE' ? 'content_differs' : null) };
};

/** The rule, with what of the name belongs in its sentence. */
export const brokenRuleOf = (rule: FileRule, path: string): BrokenRule => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const broken = nameFault(name);
  return { rule, values: broken?.rule === rule ? broken.values : { extension: extensionOf(name) } };
};

/** Why it is not taken, for a person. The path is null once it was erased. */
export const reasonText = (language: Language, { code, rule }: Reason, path: string | null): string =>
  rule === null || path === null ? sentenceOf(language, code) : ruleText(language, brokenRuleOf(rule, path));
