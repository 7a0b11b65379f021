// Adds up the results of the checks and of vitest for the last line of `npm test`. A crash counts as a failure.

/** @typedef {{ passed: number, failed: number, skipped: number }} Totals */

/**
 * The parts of vitest's JSON report that are used here.
 * @typedef {{ status: string, assertionResults: { status: string }[] }} FileReport
 * @typedef {{ testResults: FileReport[] }} VitestReport
 */

/**
 * @param {VitestReport | null} report null when vitest wrote none
 * @param {boolean} exitedWell
 * @returns {Totals}
 */
export function countTests(report, exitedWell) {
  const files = (report?.testResults ?? []).map(countFile);
  const totals = files.reduce(add, { passed: 0, failed: 0, skipped: 0 });
  // A crash, an unhandled error, or no test found.
  const hiddenFailure = totals.failed === 0 && (report === null || !exitedWell);
  return hiddenFailure ? { ...totals, failed: 1 } : totals;
}

/** @returns {Totals} */
function countFile(/** @type {FileReport} */ { status, assertionResults }) {
  const count = (/** @type {string} */ wanted) => assertionResults.filter((result) => result.status === wanted).length;
  const [passed, failed] = [count('passed'), count('failed')];
  // A file that cannot be loaded, or whose hooks fail, lists no failed test.
  const brokenFile = status === 'failed' && failed === 0 ? 1 : 0;
  return { passed, failed: failed + brokenFile, skipped: assertionResults.length - passed - failed };
}

/**
 * @param {Totals} one
 * @param {Totals} other
 * @returns {Totals}
 */
function add(one, other) {
  return { passed: one.passed + other.passed, failed: one.failed + other.failed, skipped: one.skipped + other.skipped };
}

/**
 * @param {{ ok: boolean }[]} steps counted as one test each
 * @param {Totals} tests
 * @returns {Totals}
 */
export function addSteps(steps, tests) {
  const passed = steps.filter(({ ok }) => ok).length;
  return add({ passed, failed: steps.length - passed, skipped: 0 }, tests);
}

export function lastLine(/** @type {Totals} */ { passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}
