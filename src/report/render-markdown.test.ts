import { describe, expect, test } from 'vitest';
import { failedGate, sampleRanking, sampleScorecard, withMetric } from '../../test/sample-scorecard.ts';
import type { IntegrityFinding } from '../contract/index.ts';
import { renderMarkdown } from './render-markdown.ts';

const finding = (message: string, changes: Partial<IntegrityFinding> = {}): IntegrityFinding => ({
  id: 'tests_deleted',
  severity: 'error',
  message,
  place: null,
  how_to_allow: null,
  ...changes,
});

test('renders a winner, a loser and unmeasured dimensions', () => {
  const place = { path: 'test/a.test.ts', start_line: 1, end_line: 2 };
  const card = sampleScorecard(
    [
      sampleRanking('careful', { build: 100, tests: 95.5, diff_scope: 80 }),
      sampleRanking('plain', { build: 100, tests: 90, diff_scope: 80 }),
      sampleRanking(
        'hasty',
        { build: 0, tests: { state: 'error', why: 'x' }, diff_scope: 100 },
        {
          mergeable: false,
          gates: [failedGate('build', 'the build fails')],
          findings: [finding('One test is gone.', { place })],
        },
      ),
    ],
    {
      degraded: [{ dimension: 'lint', why: 'ruff: not found' }],
      policy_hash: 'abcdef0123456789',
      run_id: '20260101-000000-abcdef',
    },
  );
  expect(renderMarkdown(card)).toBe(`### Hydra: merge \`careful\`

**Winner**: careful, decided by quality&#58; better than plain.

| # | candidate | total | build | tests | diff scope | verdict |
|---:|---|---:|---:|---:|---:|---|
| 1 | \`careful\` | 94.2 | 100.0 | 95.5 | 80.0 | mergeable |
| 2 | \`plain\` | 92.0 | 100.0 | 90.0 | 80.0 | mergeable |
| - | \`hasty\` | 20.0 | 0.0 | error | 100.0 | not mergeable: the build fails |

\`careful\` is 2.2 points ahead and stays first in 231 of 243 weight settings.
- not measured: lint: ruff&#58; not found

- error: \`hasty\`: One test is gone. (\`test/a.test.ts\`)

<sub>run 20260101-000000-abcdef, scoring 1, policy abcdef012345</sub>
`);
});

test('shows every dimension that applies to any candidate, and a dash if it does not apply', () => {
  const card = sampleScorecard([
    sampleRanking('author', { build: 100 }),
    sampleRanking('other', { build: 100, cross_tests: 50, coverage: 80 }),
  ]);
  expect(
    renderMarkdown(card)
      .split('\n')
      .filter((line) => line.startsWith('|')),
  ).toEqual([
    '| # | candidate | total | build | cross tests | coverage | verdict |',
    '|---:|---|---:|---:|---:|---:|---|',
    '| 1 | `author` | 100.0 | 100.0 | - | - | mergeable |',
    '| 2 | `other` | 80.0 | 100.0 | 50.0 | 80.0 | mergeable |',
  ]);
});

test('shows the independent run', () => {
  const [first, second] = [sampleRanking('a', { build: 100 }), sampleRanking('b', { build: 50 })];
  const card = sampleScorecard([{ ...first, independent: { state: 'impossible', why: 'no network' } }, second]);
  expect(renderMarkdown(card)).toContain('- `a`: not confirmed by an independent run&#58; no network\n');
});

test('names the files that make the fixed tests pass, as text', () => {
  const attribution = { groups: [{ tests: ['a'], files: ['src/<b>.js'] }] };
  const card = sampleScorecard([{ ...sampleRanking('one', { build: 100 }), attribution }]);
  expect(renderMarkdown(card)).toContain('- `one`: &#96;a&#96; passes because of the changes in src/&#60;b&#62;.js');
});

test('renders a run without a mergeable candidate', () => {
  const card = sampleScorecard([
    sampleRanking('a', { build: 0 }, { mergeable: false, gates: [failedGate('build', 'it fails')] }),
  ]);
  const lines = renderMarkdown(card).split('\n');
  expect([lines[0], lines[2]]).toEqual(['### Hydra: nothing to merge', '**No winner**: nothing can be merged.']);
});

test('renders a single mergeable candidate', () => {
  expect(renderMarkdown(sampleScorecard([sampleRanking('a', { build: 100 })]))).toContain(
    '`a` is the only mergeable one and stays first in',
  );
});

describe('escapes hostile text', () => {
  const written = (message: string) => {
    const card = sampleScorecard([sampleRanking('a', { build: 100 }, { findings: [finding(message)] })]);
    const line = renderMarkdown(card)
      .split('\n')
      .find((text) => text.startsWith('- error: '));
    return line?.slice('- error: `a`: '.length);
  };

  test.each([
    ['HTML', '<img src=x onerror=alert(1)>', '&#60;img src=x onerror=alert&#40;1&#41;&#62;'],
    ['an entity', '&lt;b&gt;', '&#38;lt;b&#38;gt;'],
    ['a link', '[here](https://evil.example)', '&#91;here&#93;&#40;https&#58;&#8203;//evil.example&#41;'],
    ['a bare link', 'see www.evil.example', 'see www&#8203;.evil.example'],
    ['an address', 'a@evil.example', 'a&#64;&#8203;evil.example'],
    ['a mention', 'thanks @admin', 'thanks &#64;&#8203;admin'],
    ['a team', '@org/team', '&#64;&#8203;org/team'],
    ['an issue', 'fixes #1 and GH-2', 'fixes &#35;&#8203;1 and GH&#8203;-2'],
    ['a merge request', 'see !7, ~bug, %1 and $3', 'see &#33;&#8203;7, &#126;&#8203;bug, %&#8203;1 and $&#8203;3'],
    ['an image', '![x](y)', '&#33;&#91;x&#93;&#40;y&#41;'],
    [
      'emphasis and code',
      '**a** _b_ `c` ~~d~~',
      '&#42;&#42;a&#42;&#42; &#95;b&#95; &#96;c&#96; &#126;&#126;&#8203;d&#126;&#126;',
    ],
    ['a table', 'a | b', 'a &#124; b'],
    ['an escape', 'a \\| b', 'a &#92;&#124; b'],
    ['a new line', 'a\n# b', 'a&#92;n&#35; b'],
    ['a terminal', '\u001b[31mred', '&#92;u001b&#91;31mred'],
    ['reordered text', '\u202egnp.exe', '&#92;u202egnp.exe'],
    ['an emoji of a name', 'a :tada: b', 'a &#58;tada&#58; b'],
  ])('%s', (_what, message, expected) => {
    expect(written(message)).toBe(expected);
  });

  test('names and paths cannot break out of their code spans or cells', () => {
    const place = { path: 'a`b|c\\|d\n<b>', start_line: null, end_line: null };
    const card = sampleScorecard([sampleRanking('x`|\\|y', { build: 100 }, { findings: [finding('m', { place })] })]);
    const lines = renderMarkdown(card).split('\n');
    expect(lines[0]).toBe("### Hydra: merge `x'¦\\¦y`");
    expect(lines[6]).toBe("| 1 | `x'¦\\¦y` | 100.0 | 100.0 | mergeable |");
    expect(lines.find((line) => line.startsWith('- error'))).toBe("- error: `x'¦\\¦y`: m (`a'b¦c\\¦d\\n<b>`)");
  });

  test('renders reasons of gates and of unmeasured dimensions', () => {
    const card = sampleScorecard(
      [sampleRanking('a', { build: 0 }, { mergeable: false, gates: [failedGate('build', '<b> | @x')] })],
      { degraded: [{ dimension: 'lint', why: '# <h1>' }] },
    );
    const text = renderMarkdown(card);
    expect(text).toContain('not mergeable: &#60;b&#62; &#124; &#64;&#8203;x |');
    expect(text).toContain('- not measured: lint: &#35; &#60;h1&#62;');
  });
});

test('cuts many findings and says so', () => {
  const findings = [
    finding('quiet', { severity: 'info' }),
    ...Array.from({ length: 23 }, (_unused, index) => finding(`number ${index}`, { severity: 'warning' })),
  ];
  const lines = renderMarkdown(sampleScorecard([sampleRanking('a', { build: 100 }, { findings })])).split('\n');
  const shown = lines.filter((line) => line.startsWith('- '));
  expect([shown.length, shown[0], shown[19], shown[20]]).toEqual([
    21,
    '- warning: `a`: number 0',
    '- warning: `a`: number 19',
    '- and 3 more',
  ]);
});

test('lists metrics with their values', () => {
  const error = { state: 'error' as const, why: 'its output has no number' };
  const card = sampleScorecard([
    withMetric(sampleRanking('small', { build: 100 }), 'bundle_size', 100, [200, 180]),
    withMetric(sampleRanking('odd', { build: 100 }), 'bundle_size', error),
  ]);
  const text = renderMarkdown(card);
  expect(text).toContain('| # | candidate | total | build | bundle size | verdict |');
  expect(text).toContain('| 2 | `odd` | 100.0 | 100.0 | error | mergeable |');
  expect(text).toContain(`
- \`small\`: bundle&#95;size&#58; 180 kB, base 200 kB &#40;-10%&#41;
- \`odd\`: bundle&#95;size&#58; its output has no number
`);
});
