import { extensionOf, nameFault, UNSEEN, type BrokenRule, type ProblemCode } from '@dosar/contracts';
import { Problem } from '../../platform/http/problem';

const UNSEEN_ALL = new RegExp(`[${UNSEEN}]`, 'gu');
const SHOWN = 250;

/** A path of an archive without invisible characters, so that it can be shown. */
export const safePath = (path: string): string => path.replace(UNSEEN_ALL, '_').slice(0, SHOWN);

/** The offending entry, and its fault where the code alone does not say it. */
const whyOf = (code: ProblemCode, path: string): BrokenRule => {
  if (code !== 'INVALID_FILE_TYPE') return { rule: 'in_archive', values: { path } };
  const name = path.slice(path.lastIndexOf('/') + 1);
  const fault = nameFault(name) ?? { rule: 'content_differs', values: { extension: extensionOf(name) } };
  return { rule: fault.rule, values: fault.values, inArchive: path };
};

/** An archive that is not unpacked; `entry` is the offending entry. */
export class ArchiveRefused extends Problem {
  readonly entry: string | null;

  constructor(code: ProblemCode, path: string | null) {
    const entry = path === null ? null : safePath(path);
    super(code, entry === null ? null : new Map([['entry', whyOf(code, entry)]]));
    this.entry = entry;
  }
}
