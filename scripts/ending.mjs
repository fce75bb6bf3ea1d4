// What a script has started ends with it, however it ends.
const works = new Set();
let ending = null;

/** To be done when the script ends, the last first. @returns how to take it back, when it is done */
export const atEnd = (work) => {
  works.add(work);
  return () => void works.delete(work);
};

/** Ends all that was started and is not over yet. */
export const endAll = () => {
  ending ??= (async () => {
    for (const work of [...works].reverse())
      try {
        await work();
      } catch (error) {
        console.error(`at the end: ${error.message}`);
      }
    works.clear();
  })();
  return ending;
};

/** Ends all that was started, then the script. */
export const exit = async (code) => {
  await endAll();
  process.exit(code);
};

const fail = (error) => {
  console.error(error);
  void exit(1);
};
process.once('uncaughtException', fail).once('unhandledRejection', fail);
for (const [signal, number] of [
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGTERM', 15],
])
  process.once(signal, () => void exit(128 + number));
// nothing waits for anything any more, and it is not over
process.on('beforeExit', () => {
  if (works.size > 0) fail(new Error('the script came to rest before it was over'));
});
