/** How long a process may take to end once all of its tests have run. */
const ENDS_WITHIN_MS = 20_000;

/** The line that scripts/test.mjs repeats, since it hides what a passing run prints. */
export const LEFT_OPEN = 'LEFT OPEN';

/**
 * A test that fails before it closes its server leaves it open, and jest would then wait for ever: the run ends all the same,
 * and names what was open. The exit code stays the one that jest has set.
 */
export default async function teardown() {
  setTimeout(() => {
    console.error(`${LEFT_OPEN} after all tests: ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit();
  }, ENDS_WITHIN_MS).unref();
}
