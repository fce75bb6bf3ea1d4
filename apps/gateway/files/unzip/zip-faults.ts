/** Faults in an archive's directory. */
export const ZIP_FAULTS = [
  'ZIP_UNSAFE',
  'ZIP_TOO_MANY',
  'ZIP_TOO_LARGE',
  'ZIP_CORRUPT',
  'ZIP_ENCRYPTED',
  'NOT_A_ZIP',
  'TOO_DEEP',
] as const;
