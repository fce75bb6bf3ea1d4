/** How many parts are on their way that nobody has asked for yet. */
let loading = 0;

/** Loads a part of the console before somebody needs it. Where it cannot be had nobody notices: it is loaded when it is needed. */
export const loadAhead = async (load: () => Promise<unknown>): Promise<void> => {
  loading += 1;
  try {
    await load();
  } catch {
    // whoever needs it hears of it then
  } finally {
    loading -= 1;
  }
};

/** Does something about a part that was needed and is not there any more. */
export const whenMissing = (act: () => void): void =>
  addEventListener('vite:preloadError', () => {
    if (loading === 0) act();
  });
