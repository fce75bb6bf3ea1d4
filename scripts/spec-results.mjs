// What jest says of the specs that it has run (`--json --outputFile`).
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Which tests failed, and why; a suite that does not even begin says so itself. */
const failuresOf = ({ testResults }) =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [`${name}\n${message}`];
      // a difference of two trees would leave no room for the names of the other failures
      const whyOf = ({ failureMessages }) => failureMessages.map((each) => each.slice(0, 2_000)).join('\n');
      return failed.map((each) => `${name}\n${each.fullName}\n${whyOf(each)}`);
    });

/** What lacks a program or a service here says so in its name. */
const skippedOf = ({ testResults }) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'pending')
      .map(({ fullName }) => `${relative(process.cwd(), name)}: ${fullName}`),
  );

/** Without a file nothing was run, which is a failure. */
export const specResults = (file) => {
  if (!existsSync(file)) return { passed: 0, failed: 1, failures: [], failedFiles: [], skipped: [] };
  const results = JSON.parse(readFileSync(file, 'utf8'));
  return {
    passed: results.numPassedTests,
    // a suite that does not even begin has no tests to count
    failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
    failures: failuresOf(results),
    failedFiles: results.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name),
    skipped: skippedOf(results),
  };
};
