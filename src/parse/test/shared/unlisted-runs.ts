// For runners that list their tests before the totals. Where one run in an output does, another one of the
// same runner that has totals and no tests may be a line that a test printed, or one that was read for a second time.
import type { TestSection } from '../../section.ts';

export function doubtUnlistedRuns(sections: readonly TestSection[]): void {
  if (!sections.some(({ tests }) => countPassed(tests) > 0)) return;
  for (const section of sections) {
    const stated = section.totals?.passed ?? 0;
    if (stated > 0 && countPassed(section.tests) === 0) {
      section.problems.push(`${section.parser} lists the tests of other runs, but none of the ${stated} that passed here`);
    }
  }
}

function countPassed(tests: TestSection['tests']): number {
  return tests.filter(({ status }) => status === 'passed').length;
}
