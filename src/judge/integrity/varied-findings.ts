// Findings about copied tests: certain if another tree answers the same copies as expected.
import type { VariedDifference } from './evidence.ts';
import { type RunFinding, runFinding } from './rule.ts';
import { listed } from './wording.ts';

/** One finding for all tests, without those that no other tree confirms if one does. */
export function variedFinding(
  differences: readonly VariedDifference[],
  describe: (shown: string, isOne: boolean) => string,
  show: (difference: VariedDifference) => string,
): RunFinding[] {
  const confirmed = differences.filter(({ control }) => control !== null);
  const shown = confirmed.length > 0 ? confirmed : differences;
  if (shown.length === 0) return [];
  const controls = [...new Set(shown.flatMap(({ control }) => control ?? []))];
  const compared =
    confirmed.length > 0
      ? `the same copies behave as expected on ${listed(controls)}`
      : 'no other tree passes the original to compare with';
  const names = [...new Set(shown.map(show))];
  return [runFinding(confirmed.length > 0 ? 'error' : 'info', `${describe(listed(names), names.length === 1)}; ${compared}`)];
}
