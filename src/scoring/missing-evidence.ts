// Whether the base was measured well enough to tell candidates apart. Otherwise a ranking proves nothing.
import type { Facts, Verdict } from '../contract/index.ts';

/** Null when there is evidence: the tests if they are configured, otherwise the build. */
export function missingEvidence({ tests, build }: Facts['baseline']): Pick<Verdict, 'reason' | 'next'> | null {
  const withTests = (reason: string, how: string) => ({ reason, next: `${how}, then run \`hydra doctor\`.` });
  const setCommand = 'set `test` under [scoring.commands]';
  if (tests.state === 'unavailable')
    return withTests(
      `the test command could not be measured on the base: ${tests.why}`,
      `Install what the test command needs, or ${setCommand}`,
    );
  if (tests.state === 'broken')
    return withTests(
      `the test command gave no usable result on the base: ${tests.why}`,
      `Make the tests run on the base, or ${setCommand}`,
    );
  if (tests.state === 'measured') {
    if (tests.precision === 'exit-code')
      return tests.failed === 0
        ? null
        : withTests(
            'the test command fails on the base, and only its exit code can be read',
            `Make the tests pass on the base, or ${setCommand} to a command whose results Hydra can read`,
          );
    if (tests.passed + tests.failed > 0) return null;
    return withTests('the test command ran no tests on the base', `Add tests, or ${setCommand} to a command that runs them`);
  }
  if (build.state === 'measured') return null;
  const reason =
    build.state === 'not_configured'
      ? 'no test or build command is configured'
      : `no test command is configured, and the build could not be measured on the base: ${build.why}`;
  return withTests(reason, 'Set `test` under [scoring.commands]');
}
