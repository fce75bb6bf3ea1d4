import { UNSEEN, type BrokenRule, type FileRule, type ProblemCode } from '@dosar/contracts';
import { Problem } from '../../platform/http/problem';
import { brokenRuleOf } from './left-out';

const UNSEEN_ALL = new RegExp(`[${UNSEEN}]`, 'gu');
const SHOWN = 250;

/** A path of an archive without invisible characters, so that it can be shown. */
export const safePath = (path: string): string => path.replace(UNSEEN_ALL, '_').slice(0, SHOWN);

/** The offending entry, and its fault where the code alone does not say it. */
const whyOf = (path: string, rule: FileRule | null): BrokenRule =>
  rule === null ? { rule: 'in_archive', values: { path } } : { ...brokenRuleOf(rule, path), inArchive: path };

/** An archive that is not unpacked; `entry` is the offending entry. */
export class ArchiveRefused extends Problem {
  readonly entry: string | null;

  constructor(
    code: ProblemCode,
    path: string | null,
    readonly rule: FileRule | null = null,
  ) {
    const entry = path === null ? null : safePath(path);
    super(code, entry === null ? null : new Map([['entry', whyOf(entry, rule)]]));
    this.entry = entry;
  }
}
