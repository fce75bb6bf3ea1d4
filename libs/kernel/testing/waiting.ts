/** Taken before a spec replaces the clock by its own. */
const later = setTimeout;
const pause = (ms: number): Promise<void> => new Promise((resolve) => void later(resolve, ms));

const LOOK_MS = 5;
/** Some 30 s: a condition that is false for longer is a defect, not a slow machine. */
const LOOKS = 6_000;

/** Waits until the condition holds. */
export const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  for (let looked = 0; !(await isSo()); looked += 1) {
    if (looked === LOOKS) throw new Error('it did not come to pass');
    await pause(LOOK_MS);
  }
};

/** Checks for a while that the condition keeps holding: a slow machine checks less often, but never fails for that. */
export const staysSo = async (isSo: () => boolean | Promise<boolean>, ms = 50): Promise<void> => {
  for (const looked = { ms: 0 }; looked.ms < ms; looked.ms += LOOK_MS) {
    if (!(await isSo())) throw new Error('it did not stay so');
    await pause(LOOK_MS);
  }
};

/** Waits until work under way in this process that needs no I/O had its turns. */
export const turnsTaken = async (turns = 20): Promise<void> => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
