import { describe, expect, test } from 'vitest';
import { openOutputParser } from '../../parsers.ts';

const DASHES = '-'.repeat(70);

function parse(lines: readonly string[]) {
  const parser = openOutputParser({ kind: 'test', command: null });
  parser.push(Buffer.from(`${lines.join('\n')}\n`));
  return parser.end(null);
}

describe('runners with the output of unittest that cannot be run for a fixture', () => {
  test('reads functions and docstrings that nose prints as names', () => {
    const summary = parse([
      'ferry.tests.test_leaves ... ok',
      'The ferry comes back ... ok',
      'ferry.tests.test_times(6, 7) ... ok',
      'test_carries (ferry.tests.Deck) ... SKIP: no cars',
      'ferry.tests.test_fog ... KNOWNFAIL: it is lost in fog',
      '',
      DASHES,
      'Ran 5 tests in 0.010s',
      '',
      'OK (KNOWNFAIL=1, SKIP=1)',
    ]);
    expect(summary).toMatchObject({ parser: 'unittest', precision: 'exact', passed: 3, failed: 0, skipped: 2 });
    expect(summary.tests.map(({ id }) => id)).toEqual([
      'ferry.tests.test_leaves',
      'The ferry comes back',
      'ferry.tests.test_times(6, 7)',
      'test_carries (ferry.tests.Deck)',
      'ferry.tests.test_fog',
    ]);
  });

  test('reads the successes that trial states', () => {
    const summary = parse(['-'.repeat(79), 'Ran 9 tests in 0.010s', '', 'FAILED (skips=1, failures=2, successes=6)']);
    expect(summary).toMatchObject({ precision: 'totals', passed: 6, failed: 2, skipped: 1 });
  });

  test('counts an unexpected success before Python 3.4 as passed', () => {
    const summary = parse([DASHES, 'Ran 3 tests in 0.010s', '', 'OK (unexpected successes=1)']);
    expect(summary).toMatchObject({ passed: 3, failed: 0, skipped: 0 });
  });

  test('reports an unknown word in the verdict', () => {
    const summary = parse([DASHES, 'Ran 3 tests in 0.010s', '', 'OK (postponed=1)']);
    expect(summary).toMatchObject({
      precision: 'inconsistent',
      notes: ['unittest counts "postponed=1", whose meaning is not known'],
    });
  });
});

test('ignores the end of a run without the line of dashes', () => {
  expect(parse(['Ran 3 tests in 0.010s', '', 'OK'])).toMatchObject({ parser: 'none', precision: 'none' });
});

test('is inconsistent if a test prints the end of a run and the letters match neither', () => {
  const summary = parse(['.', DASHES, 'Ran 99 tests in 0.001s', '', 'OK', '.', '', DASHES, 'Ran 3 tests in 0.001s', '', 'OK']);
  expect(summary.precision).toBe('inconsistent');
});

test('confirms runs without names by letters that precede output', () => {
  const run = (letters: string, verdict: string) => [letters, DASHES, 'Ran 1 test in 0.000s', '', verdict];
  expect(parse([...run('sloading', 'OK (skipped=1)'), ...run('.loading', 'OK')])).toMatchObject({
    parser: 'unittest',
    precision: 'totals',
    passed: 1,
    failed: 0,
    skipped: 1,
  });
});
