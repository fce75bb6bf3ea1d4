let coarse: MediaQueryList | undefined;

/** Whether the screen is made for fingers. Every row asks. */
export const isForFingers = (): boolean => (coarse ??= matchMedia('(pointer: coarse)')).matches;
