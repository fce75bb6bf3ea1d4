/** As it is before a spec puts a clock of its own in its place. */
const later = setTimeout;
const pause = (ms: number): Promise<void> => new Promise((resolve) => void later(resolve, ms));

const LOOK_MS = 5;
/** Some 30 s of looking: who waits so long in vain has a defect, and no slow machine. */
const LOOKS = 6_000;

/** Waits until it is so: on a slow machine longer, on a fast one no longer than it takes. */
export const until = async (isSo: () => boolean): Promise<void> => {
  for (let looked = 0; !isSo(); looked += 1) {
    if (looked === LOOKS) throw new Error('it did not come to pass');
    await pause(LOOK_MS);
  }
};

/** Watches for a while that it stays so: a slow machine sees less of that, and never fails for it. */
export const staysSo = async (isSo: () => boolean, ms = 50): Promise<void> => {
  for (let looked = 0; looked < ms; looked += LOOK_MS) {
    if (!isSo()) throw new Error('it did not stay so');
    await pause(LOOK_MS);
  }
};
