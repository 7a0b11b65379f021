// From the results of the checks and of vitest to the last line of `npm test`.
// Pure: it never counts a crash as nothing.

/** @typedef {{ passed: number, failed: number, skipped: number }} Totals */

/**
 * The part of vitest's JSON report that is read here.
 * @typedef {{ status: string, assertionResults: { status: string }[] }} FileReport
 * @typedef {{ testResults: FileReport[] }} VitestReport
 */

/**
 * @param {VitestReport | null} report null when vitest left none that can be read
 * @param {boolean} exitedWell
 * @returns {Totals}
 */
export function countTests(report, exitedWell) {
  const files = (report?.testResults ?? []).map(countFile);
  const totals = files.reduce(add, { passed: 0, failed: 0, skipped: 0 });
  // Something else went wrong: a crash, an unhandled error, no test found.
  const hiddenFailure = totals.failed === 0 && (report === null || !exitedWell);
  return hiddenFailure ? { ...totals, failed: 1 } : totals;
}

/** @returns {Totals} */
function countFile(/** @type {FileReport} */ { status, assertionResults }) {
  const count = (/** @type {string} */ wanted) => assertionResults.filter((result) => result.status === wanted).length;
  const [passed, failed] = [count('passed'), count('failed')];
  // A file that cannot be loaded, or whose hooks fail, has no failed test of its own.
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
 * @param {{ ok: boolean }[]} steps each counts as one test
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
