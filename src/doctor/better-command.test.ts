import { expect, test } from 'vitest';
import { isBetter, type KeptCommand, mayBeImproved } from './better-command.ts';

const [EXACT, TOTALS, EXIT_CODE] = [3, 2, 1];

function command(name: string, grade: number, passed: number, failed: number, more: Partial<KeptCommand> = {}): KeptCommand {
  const verdict = { works: true as const, grade, passed, failed, figures: '', precision: null, durationMs: 1 };
  return { command: name, because: '', verdict, ...more };
}

const own = { isOwn: true };
const whole = command('npm test', EXIT_CODE, 0, 0, own);

test.each<[string, KeptCommand, KeptCommand, boolean]>([
  ['names instead of totals', command('b', EXACT, 9, 0), command('a', TOTALS, 9, 0, own), true],
  ['names, but fewer tests than the totals', command('b', EXACT, 4, 0), command('a', TOTALS, 9, 0, own), false],
  ['names of tests that fail, where the project passes', command('b', EXACT, 18, 5), command('a', EXIT_CODE, 0, 0, own), false],
  ['names of tests that fail in the same number', command('b', EXACT, 7, 2), command('a', TOTALS, 7, 2, own), true],
  ['the passing script behind a runner whose tests fail', whole, command('a', EXACT, 18, 5, { whole }), true],
  ["the project's passing step of CI", command('b', TOTALS, 20, 0, own), command('a', EXACT, 18, 5), true],
  ['another guess that passes less', command('b', TOTALS, 2, 0), command('a', EXACT, 18, 5), false],
])('prefers %s: %#', (_title, found, kept, expected) => {
  expect(isBetter(found, kept)).toBe(expected);
});

test('goes on after failing tests only while a command of the project is left', () => {
  const guess = command('python3 -m pytest', EXACT, 9, 1);
  expect(mayBeImproved(guess, [{ command: 'make test', because: '', isOwn: true }])).toBe(true);
  expect(mayBeImproved(guess, [{ command: 'python3 -m unittest', because: '' }])).toBe(false);
  expect(mayBeImproved({ ...guess, ...own }, [{ command: 'make test', because: '', isOwn: true }])).toBe(false);
});
