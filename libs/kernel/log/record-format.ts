import { CannotStart, Damaged, REMEDY } from '../model/damage';

/** The form of a record as a whole: `v` of each of them. What it does not say itself is in FORMAT.md. */
export const RECORD_FORMAT = 2;

const isNewer = (v: unknown) => typeof v === 'number' && v > RECORD_FORMAT;

/** A record in a form that this version does not know: it is not read as if it had one that is known. */
export class UnknownFormat extends Damaged {
  constructor(v: unknown) {
    const what = `its record format ${JSON.stringify(v) ?? '(none)'} cannot be read by this version`;
    super(isNewer(v) ? `${what}: ${REMEDY.newer}` : what);
  }
}

/** @throws UnknownFormat */
export const mustBeKnown = (record: unknown): void => {
  const { v } = (record ?? {}) as { readonly v?: unknown };
  if (v !== RECORD_FORMAT) throw new UnknownFormat(v);
};

/** Said of a log that nobody can read any more. */
export const FORMER_LOG = `this log was written before the record had its last form (${RECORD_FORMAT}), and cannot be read. Move it away and begin a new one`;

/** Said of one that a newer version has begun, or has written on. */
const NEWER_LOG = `this log has records of a newer form than this version can read (${RECORD_FORMAT}): ${REMEDY.newer}`;

const parsed = (text: string): { readonly v?: unknown } => {
  try {
    return (JSON.parse(text) ?? {}) as { readonly v?: unknown };
  } catch {
    return { v: RECORD_FORMAT }; // it is damaged, which is found out and named by whoever verifies it
  }
};

/** The log is one that this version reads, as far as these of its records say. @throws CannotStart in a sentence */
export const mustBeReadable = (texts: readonly string[]): void => {
  for (const { v } of texts.map(parsed)) {
    if (v === RECORD_FORMAT) continue;
    throw new CannotStart(isNewer(v) ? NEWER_LOG : FORMER_LOG);
  }
};
