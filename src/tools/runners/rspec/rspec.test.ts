import { expect, test } from 'vitest';
import { openOutputParser } from '../../parsers.ts';

function summaryOf(lines: readonly string[]) {
  const parser = openOutputParser({ kind: 'test', command: null });
  parser.push(new TextEncoder().encode(`${lines.join('\n')}\n`));
  return parser.end(0);
}

const DOCUMENTED = [
  '',
  'Harbour',
  '  berths a ship',
  '  #fee',
  '    is paid',
  'Loading the tide tables.',
  '    is waived for rowing boats',
  '',
  'Finished in 0.01 seconds (files took 0.1 seconds to load)',
  '3 examples, 0 failures',
  '',
];
const NAMES = ['Harbour berths a ship', 'Harbour#fee is paid', 'Harbour#fee is waived for rowing boats'];
/** More lines than the parser examines closely. */
const UNRELATED = Array.from({ length: 6000 }, (_, index) => (index % 7 === 0 ? `  at line ${index}` : `worker ${index}: done.`));

test.each([
  ['alone', []],
  ['after a long log', UNRELATED],
])('reads the documentation format %s', (_, before) => {
  const { precision, passed, tests } = summaryOf([...before, ...DOCUMENTED]);
  expect({ precision, passed, ids: tests.map(({ id }) => id) }).toEqual({ precision: 'exact', passed: 3, ids: NAMES });
});

test.each([
  ['alone', []],
  ['after a long log', UNRELATED],
])('finds the marks of the progress format %s', (_, before) => {
  const totals = ['', 'Finished in 0.01 seconds', '5 examples, 0 failures', ''];
  expect(summaryOf([...before, '.....', ...totals])).toMatchObject({ precision: 'totals', passed: 5, failed: 0 });
});

test('flags totals that count more results than precede them', () => {
  const lines = ['..', '', 'Finished in 0.01 seconds', '50 examples, 0 failures', ''];
  expect(summaryOf(lines).precision).toBe('inconsistent');
});
