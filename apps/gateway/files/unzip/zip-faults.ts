/** Faults in an archive's directory. */
export const ZIP_FAULTS = [
  'ZIP_UNSAFE',
  'ZIP_TOO_MANY',
  'ZIP_TOO_LARGE',
  'ZIP_CORRUPT',
  'ZIP_ENCRYPTED',
  'NOT_A_ZIP',
] as const;

/** Faults of one entry, without which the others are still what they say. */
export const ENTRY_FAULTS = ['TOO_DEEP', 'ZIP_CORRUPT'] as const;
