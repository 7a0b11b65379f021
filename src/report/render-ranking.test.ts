import { describe, expect, test } from 'vitest';
import { failedGate, type SampleScores, sampleRanking, sampleScorecard, withMetric } from '../../test/sample-scorecard.ts';
import fc from '../../test/seeded-properties.ts';
import { DIMENSION_IDS, type IntegrityFinding, type Scorecard, type Verdict } from '../contract/index.ts';
import { renderRanking } from './render-ranking.ts';
import { renderReasons } from './render-reasons.ts';
import { displayWidth } from './terminal-text.ts';

const PLAIN = { colour: false };
const ALL_SEVEN: SampleScores = { build: 100, tests: 100, lint: 100, diff_scope: 100, speed: 100, cost: 100, security: 100 };

function finding(changes: Partial<IntegrityFinding>): IntegrityFinding {
  return { id: 'tests_deleted', severity: 'error', message: 'Two tests are gone.', place: null, how_to_allow: null, ...changes };
}

describe('renderRanking', () => {
  test('renders the table, the winner, unmeasured dimensions and findings', () => {
    const scorecard = sampleScorecard(
      [
        sampleRanking('codex', { build: 100, tests: 92, diff_scope: 90, speed: 84 }),
        sampleRanking('claude', { build: 100, tests: 91.2, diff_scope: 90, speed: 50 }),
        sampleRanking(
          'gemini',
          { build: 0, tests: { state: 'error', why: 'it timed out' }, diff_scope: 100, speed: 100 },
          {
            mergeable: false,
            gates: [failedGate('build_passes', 'the build fails'), failedGate('tests_measured', 'no result')],
            findings: [
              finding({ severity: 'info', message: 'Nothing to see.' }),
              finding({ place: { path: 'test/a.test.ts', start_line: 3, end_line: 9 }, how_to_allow: 'say so' }),
              finding({ id: 'config_changed', severity: 'warning', message: 'The runner changed.' }),
            ],
          },
        ),
      ],
      { degraded: [{ dimension: 'lint', why: 'the lint check could not be measured on the base: eslint is not installed' }] },
    );
    expect(renderRanking(scorecard, PLAIN)).toBe(`\
Winner: codex, decided by quality: better than claude.

#  candidate  total  build  tests  scope  speed  verdict
   weight %           35.3   35.3   17.6   11.8
1  codex       93.5  100.0   92.0   90.0   84.0  mergeable
2  claude      89.2  100.0   91.2   90.0   50.0  mergeable
-  gemini      29.4    0.0  error  100.0  100.0  build fails

codex is 4.3 points ahead of claude, the next mergeable candidate
  stays the winner in 231 of 243 weight settings (each weight moved by 20%)

Not measured: lint: the lint check could not be measured on the base: eslint is
  not installed; its weight goes to the others.

Findings
  error    gemini: tests_deleted at test/a.test.ts:3-9
           Two tests are gone.
           to allow it: say so
  warning  gemini: config_changed
           The runner changed.
`);
  });

  test('escapes a hostile name, gate and message', () => {
    const scorecard = sampleScorecard([
      sampleRanking(
        'a\u001b[2J\n1  me\u202e',
        { build: 100 },
        {
          mergeable: false,
          gates: [failedGate('\u001b[31m', 'x')],
          findings: [finding({ message: 'fine\u0007\r\nWinner: me', place: { path: 'a\nb', start_line: 1, end_line: 1 } })],
        },
      ),
    ]);
    expect(renderRanking(scorecard, PLAIN)).toBe(`\
No winner: nothing can be merged.

#  candidate                total  build  verdict
   weight %                        100.0
-  a\\u001b[2J\\n1  me\\u202e  100.0  100.0  \\u001b[31m

Findings
  error    a\\u001b[2J\\n1  me\\u202e: tests_deleted at a\\nb:1
           fine\\u0007\\r\\nWinner: me
`);
  });

  test('with all dimensions, one of them without a weight, shortens a long name', () => {
    const scorecard = sampleScorecard([
      sampleRanking('feature/attempt-of-claude', ALL_SEVEN),
      sampleRanking('feature/attempt-of-codex', ALL_SEVEN, { mergeable: false, gates: [failedGate('build_measured', 'x')] }),
    ]);
    expect(renderRanking(scorecard, PLAIN).split('\n').slice(3, 7)).toEqual([
      '#  candida…  total build tests  lint scope speed  cost security  verdict',
      '   weight %         27.3  27.3  13.6  13.6   9.1   0.0      9.1',
      '1  feat…ude  100.0 100.0 100.0 100.0 100.0 100.0 100.0    100.0  mergeable',
      '-  feat…dex  100.0 100.0 100.0 100.0 100.0 100.0 100.0    100.0  no build result',
    ]);
  });

  test('has a column for every dimension that applies to any candidate', () => {
    const scorecard = sampleScorecard([
      sampleRanking('author', { build: 100, tests: 100 }),
      sampleRanking('other', { build: 100, tests: 90, cross_tests: 50 }),
      sampleRanking('bare', { build: 100, tests: 80 }),
    ]);
    expect(renderRanking(scorecard, PLAIN).split('\n').slice(2, 9)).toEqual([
      '#  candidate  total  build  tests  cross  verdict',
      '1  author     100.0  100.0  100.0      -  mergeable',
      '   weight %           50.0   50.0      -',
      '2  other       83.8  100.0   90.0   50.0  mergeable',
      '   weight %           37.5   37.5   25.0',
      '3  bare        90.0  100.0   80.0      -  mergeable',
      '   weight %           50.0   50.0      -',
    ]);
  });

  test('shows the independent run of the leader', () => {
    const conditions = { is_reordered: true, dependencies: 'none' as const };
    const scorecard = sampleScorecard([
      { ...sampleRanking('a', { build: 100 }), independent: { state: 'confirmed', conditions } },
      sampleRanking('b', { build: 50 }),
    ]);
    expect(renderRanking(scorecard, PLAIN)).toContain(
      'Independent run\n  a: confirmed by an independent run: another folder, other file times, another\n    user, another order\n',
    );
  });

  test('shows the weights of each candidate if other dimensions apply to them', () => {
    const scorecard = sampleScorecard([
      sampleRanking('a', { build: 100, tests: 100, cross_tests: 100 }),
      sampleRanking('b', { build: 100, tests: 100, coverage: 80 }),
    ]);
    expect(renderRanking(scorecard, PLAIN).split('\n').slice(2, 7)).toEqual([
      '#  candidate  total  build  tests  cross  coverage  verdict',
      '1  a          100.0  100.0  100.0  100.0         -  mergeable',
      '   weight %           37.5   37.5   25.0         -',
      '2  b          100.0  100.0  100.0      -      80.0  mergeable',
      '   weight %           50.0   50.0      -       0.0',
    ]);
  });

  test('omits the columns with the least weight if ten do not fit', () => {
    const all = Object.fromEntries(DIMENSION_IDS.map((id) => [id, 100]));
    const refused = { mergeable: false, gates: [failedGate('build_measured', 'x')] };
    const scorecard = sampleScorecard([sampleRanking('feature/one', all), sampleRanking('feature/two', all, refused)]);
    expect(renderRanking(scorecard, PLAIN).split('\n').slice(2, 8)).toEqual([
      '#  candidate   total build tests accept cross  lint scope speed  verdict',
      '   weight %           20.0  20.0   13.3  13.3  10.0  10.0   6.7',
      '1  featu…/one  100.0 100.0 100.0  100.0 100.0 100.0 100.0 100.0  mergeable',
      '-  featu…/two  100.0 100.0 100.0  100.0 100.0 100.0 100.0 100.0  no build result',
      'Not shown for lack of room: cost, security and coverage. `hydra explain` shows',
      '  every score.',
    ]);
  });

  test.each<[string, Scorecard, string[]]>([
    ['no candidate', sampleScorecard([]), ['No winner: the run has no candidates.']],
    [
      'no candidate is mergeable',
      sampleScorecard([
        sampleRanking('a', { build: 0 }, { mergeable: false }),
        sampleRanking('b', { build: 0 }, { mergeable: false }),
      ]),
      ['No winner: nothing can be merged.'],
    ],
    [
      'one alone',
      sampleScorecard([sampleRanking('a', { build: 100 })]),
      ['Winner: a, decided by quality: the only candidate that can be merged.'],
    ],
    [
      'a tie',
      sampleScorecard([sampleRanking('a', { build: 100 }), sampleRanking('b', { build: 100 })], { sensitivity: null }),
      ['a is level with b, and first by the order for ties'],
    ],
    [
      'a hair',
      sampleScorecard([sampleRanking('a', { build: 100 }), sampleRanking('b', { build: 99.99 })], { sensitivity: null }),
      ['a is less than 0.1 points ahead of b, the next mergeable candidate'],
    ],
    [
      'nothing to measure',
      sampleScorecard([sampleRanking('a', {}), sampleRanking('b', {})], { sensitivity: null, margin: null }),
      ['a is ahead of b by the order for ties: no dimension with a weight applies'],
    ],
  ])('%s', (_what, scorecard, expected) => {
    expect(renderRanking(scorecard, PLAIN).split('\n')).toEqual(expect.arrayContaining(expected));
  });

  test.each<[Verdict, string[], string[]]>([
    [
      { class: 'decided_by_tests', leaders: ['a'], reason: 'passes 2 tests that b fails', next: null },
      ['Winner: a, decided by tests: passes 2 tests that b fails.'],
      ['1', '2', '-'],
    ],
    [
      { class: 'level', leaders: ['a', 'b'], reason: 'equal on everything that was measured; listed by name', next: 'x' },
      ['Level: a and b (equal on everything that was measured; listed by name).'],
      ['=1', '=1', '-'],
    ],
    [
      { class: 'unproven', leaders: [], reason: 'the test command ran no tests on the base', next: 'Add tests.' },
      ['Unproven: no winner. The test command ran no tests on the base. Next: Add tests.'],
      ['-', '-', '-'],
    ],
    [
      { class: 'contested', leaders: [], reason: 'c changes what 1 existing test expects (x)', next: '`hydra accept r c`.' },
      ['Decision needed: c changes what 1 existing test expects (x). `hydra accept r c`.'],
      ['1', '2', '-'],
    ],
  ])('$class: prints the sentence first, with matching ranks', (verdict, sentence, places) => {
    const rankings = [
      sampleRanking('a', { build: 100 }),
      sampleRanking('b', { build: 100 }),
      sampleRanking('c', { build: 100 }, { mergeable: false, needs_review: true, gates: [failedGate('contested_tests', 'x')] }),
    ];
    const winner = verdict.class === 'decided_by_tests' ? 'a' : null;
    const lines = renderRanking(sampleScorecard(rankings, { winner, verdict }), PLAIN).split('\n');
    expect(lines.slice(0, sentence.length)).toEqual(sentence);
    const rows = lines.slice(sentence.length + 3, sentence.length + 6);
    expect(rows.map((row) => row.trim().split(/ +/)[0])).toEqual(places);
    expect(rows.at(-1)).toContain('needs review');
    expect(lines.some((line) => line.includes('stays the winner'))).toBe(winner !== null);
  });

  test('counts findings that do not fit on the screen', () => {
    const findings = Array.from({ length: 7 }, () => finding({}));
    const lines = renderRanking(sampleScorecard([sampleRanking('a', { build: 100 }, { findings })]), PLAIN).split('\n');
    expect(lines.filter((line) => line.includes('tests_deleted'))).toHaveLength(5);
    expect(lines.at(-2)).toBe('  and 2 more of a: `hydra explain` shows them all');
  });

  test('colors change only the colors', () => {
    const scorecard = sampleScorecard([sampleRanking('a', { build: 100 }, { findings: [finding({})] }), sampleRanking('b', {})]);
    const coloured = renderRanking(scorecard, { colour: true });
    expect(coloured).toContain('\u001b[32mmergeable\u001b[0m');
    expect(coloured.replace(/\p{Cc}\[\d+m/gu, '')).toBe(renderRanking(scorecard, PLAIN));
  });
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ unit: 'grapheme', minLength: 60, maxLength: 120 }),
);
const anyFinding = fc.record<IntegrityFinding>({
  id: fc.constant('x'),
  severity: fc.constantFrom('info', 'warning', 'error'),
  message: anyText,
  place: fc.option(fc.record({ path: anyText, start_line: fc.constant(1), end_line: fc.constant(2) })),
  how_to_allow: fc.option(anyText),
});
const anyScorecard = fc
  .record({
    measured: fc.subarray([...DIMENSION_IDS], { minLength: 4 }),
    names: fc.uniqueArray(anyText, { maxLength: 12 }),
    why: anyText,
  })
  .chain(({ measured, names, why }) =>
    fc
      .tuple(
        ...names.map((name) =>
          fc
            .record({
              mergeable: fc.boolean(),
              findings: fc.array(anyFinding, { maxLength: 7 }),
              gateId: anyText,
              reason: anyText,
              own: fc.constantFrom('cross_tests', 'coverage', null),
            })
            .map(({ mergeable, findings, gateId, reason, own }) => {
              const scores = Object.fromEntries(measured.filter((id) => id !== own).map((id, index) => [id, index * 11.1]));
              const gates = mergeable ? [] : [failedGate(gateId, reason)];
              return sampleRanking(name, scores, { mergeable, findings, gates });
            }),
        ),
      )
      .map((rankings) => sampleScorecard(rankings, { degraded: [{ dimension: 'lint', why }] })),
  );

describe('for any names and messages', () => {
  test('every line fits in 80 columns and shows only visible characters', () => {
    fc.assert(
      fc.property(anyScorecard, (scorecard) => {
        const text = renderRanking(scorecard, PLAIN) + renderReasons(scorecard, PLAIN);
        const faulty = text
          .split('\n')
          .filter((line) => displayWidth(line) > 80 || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(line));
        expect(faulty).toEqual([]);
      }),
    );
  });
});

describe('renderReasons', () => {
  test('prints a line for each loser: the points lost, or the failed gates', () => {
    const scorecard = sampleScorecard([
      sampleRanking('good', { build: 100, tests: 100, lint: 100, diff_scope: 100, speed: 50 }),
      sampleRanking('level', { build: 100, tests: 100, lint: 100, diff_scope: 100, speed: 50 }),
      sampleRanking('wide', { build: 100, tests: 100, lint: 98, diff_scope: 40, speed: 100 }),
      sampleRanking(
        'broken',
        { build: 0, tests: 0, lint: 0, diff_scope: 0, speed: 0 },
        { mergeable: false, gates: [failedGate('build_passes', 'the build fails'), failedGate('integrity', 'it cheats')] },
      ),
    ]);
    expect(renderReasons(scorecard, PLAIN)).toBe(`\
Why not the others
  level   same total, behind by the order for ties
  wide    4.3 points behind: diff_scope -9.0, lint -0.3
  broken  the build fails; it cheats
`);
  });

  test('compares lost points if a dimension applies to one of two', () => {
    const leader = { build: 100, tests: 100, lint: 90 };
    const scorecard = sampleScorecard([
      sampleRanking('author', leader),
      sampleRanking('other', { ...leader, cross_tests: 50 }),
      sampleRanking('unmeasured', { ...leader, tests: { state: 'error', why: 'it timed out' } }),
    ]);
    // Build has a share of 40% for author and of 31.6% for other: with equal scores neither loses points.
    expect(renderReasons(scorecard, PLAIN)).toBe(`\
Why not the others
  other       10.1 points behind: cross_tests -10.5
  unmeasured  40.0 points behind: tests -40.0
`);
  });

  test('without a winner, every candidate has a reason', () => {
    const gates = [failedGate('diff_not_empty', 'the diff is empty')];
    const scorecard = sampleScorecard([sampleRanking('idle', { build: 100 }, { mergeable: false, gates })]);
    expect(renderReasons(scorecard, PLAIN)).toBe('Why not mergeable\n  idle  the diff is empty\n');
  });

  test('is empty if no candidate lost', () => {
    expect(renderReasons(sampleScorecard([sampleRanking('a', { build: 100 })]), PLAIN)).toBe('');
  });
});

test('shows metrics as columns, and their values or the reason for a missing one below', () => {
  const error = { state: 'error' as const, why: 'it could not be measured on this candidate: \u001b[2Jits output has no number' };
  const card = sampleScorecard([
    withMetric(sampleRanking('small', { build: 100 }), 'bundle_size', 100, [200, 180]),
    withMetric(sampleRanking('odd', { build: 100 }), 'bundle_size', error),
  ]);
  const text = renderRanking(card, { colour: false });
  expect(text).toContain('total  build  bundle_size  verdict');
  expect(text).toMatch(/small {6}100\.0 {2}100\.0 {8}100\.0 {2}mergeable/);
  expect(text).toMatch(/odd {8}100\.0 {2}100\.0 {8}error {2}mergeable/);
  expect(text).toContain(`\
Metrics
  small: bundle_size: 180 kB, base 200 kB (-10%)
  odd: bundle_size: it could not be measured on this candidate: \\u001b[2Jits
    output has no number
`);
});
