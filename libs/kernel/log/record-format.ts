import { CannotStart, Damaged, REMEDY } from '../model/damage';

/** The version of the form of a record: its `v`. FORMAT.md describes it. */
export const RECORD_FORMAT = 2;

const isNewer = (v: unknown) => typeof v === 'number' && v > RECORD_FORMAT;

/** A record in an unknown form: it is not read as if it had a known one. */
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

/** For a log in a form that is not supported any more. */
export const FORMER_LOG = `this log was written before the record had its last form (${RECORD_FORMAT}), and cannot be read. Move it away and begin a new one`;

/** For a log with records of a newer version. */
const NEWER_LOG = `this log has records of a newer form than this version can read (${RECORD_FORMAT}): ${REMEDY.newer}`;

const parsed = (text: string): { readonly v?: unknown } => {
  try {
    return (JSON.parse(text) ?? {}) as { readonly v?: unknown };
  } catch {
    return { v: RECORD_FORMAT }; // damage is found and reported by verification
  }
};

/** Checks that these records, samples of a log, are of a form this version reads. @throws CannotStart in a sentence */
export const mustBeReadable = (texts: readonly string[]): void => {
  for (const { v } of texts.map(parsed)) {
    if (v === RECORD_FORMAT) continue;
    throw new CannotStart(isNewer(v) ? NEWER_LOG : FORMER_LOG);
  }
};
