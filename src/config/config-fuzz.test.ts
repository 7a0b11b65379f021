import { describe, expect, test } from 'vitest';
import fc from '../../test/seeded-properties.ts';
import { ERROR_CATALOGUE, HydraError, policySchema } from '../contract/index.ts';
import { listPolicyValues } from './explain-policy.ts';
import { resolvePolicy } from './resolve-policy.ts';

const VALID = `# every kind of value
[scoring]
profile = "js-node"
timeout_per_check_seconds = 300
gates = { require_build_pass = true, max_test_regression_percent = 2.5 }
speed.count_failed = false

[scoring.weights]
build = 30
tests = 0x1e
lint = 1.5e1

[scoring.build]
mode = "gradient"
targets = { web = 'make web', "a.b" = "make \\u0061b" }

[scoring.tests]
fail_on_drop_percent = false
may_change = [
  "test/legacy/", # comment
  """docs/**""",
]

[scoring.integrity.allow]
tests_skipped = ["a/", "b/"]

[workspace]
setup = "npm ci"

[agents.my-agent]
command = ["run", "{task}"]
`;

const PLACEHOLDER = /\{(?:reason|key|expected|actual|suggestion|name|table|rule|profile|preset|problem|advice)\}/g;

/** Without characters that the error quotes from the user's own text. */
function unfilledPlaceholders(sentence: string, fileText: string): string[] {
  return [...sentence.matchAll(PLACEHOLDER)].map(([placeholder]) => placeholder).filter((one) => !fileText.includes(one));
}

/** The result for the text: a valid policy, or an error that a user can act on. Anything else is a bug. */
function outcomeOf(fileText: string): 'policy' | 'refused' {
  try {
    const resolved = resolvePolicy({ fileText, fileName: 'hydra.toml', overrides: {} });
    expect(policySchema.safeParse(resolved.policy).error).toBeUndefined();
    expect(listPolicyValues(resolved).length).toBeGreaterThan(30);
    return 'policy';
  } catch (error) {
    if (!(error instanceof HydraError)) throw error;
    expect(Object.keys(ERROR_CATALOGUE)).toContain(error.code);
    expect(unfilledPlaceholders(`${error.message}${error.next}`, fileText)).toEqual([]);
    expect(`${error.message}${error.next}`).not.toContain('\n');
    expect(error.message.length).toBeLessThan(600);
    expect(error.place?.file).toBe('hydra.toml');
    return 'refused';
  }
}

const untouched = [Object.prototype, Object, Array.prototype, Function.prototype].map((object) => Reflect.ownKeys(object).length);

function expectNoPollution(): void {
  const now = [Object.prototype, Object, Array.prototype, Function.prototype].map((object) => Reflect.ownKeys(object).length);
  expect(now).toEqual(untouched);
}

function holds(texts: fc.Arbitrary<string>, numRuns: number): void {
  fc.assert(
    fc.property(texts, (text) => {
      outcomeOf(text);
      expectNoPollution();
    }),
    { numRuns },
  );
}

const fragment = fc.constantFrom(
  ...[
    '[',
    ']',
    '[[',
    ']]',
    '{',
    '}',
    '=',
    '.',
    ',',
    '"',
    "'",
    '"""',
    "'''",
    '#',
    '\n',
    '\r\n',
    '\r',
    '\\',
    '\\u',
    '\u0000',
    '\ufeff',
  ],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'inf', 'nan', '-', '+', '_', '1e999', '-0.0'],
  ...['99999999999999999999', '0x', '2026-01-02', '03:04:05', 'true', 'false', '\ud800', '\u2028', '🐍', ' ', '\t'],
  ...[
    '[scoring.weights]\n',
    '[[agents]]\n',
    '__proto__.polluted = 1\n',
    '[agents.__proto__]\n',
    'scoring.profile = ',
    'scoring.preset = ',
    '{suggestion}',
  ],
);

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 0 }).map((json) => JSON.stringify(json)),
  fc.constantFrom(
    '"binary"',
    '"count"',
    '"go"',
    '["a/"]',
    '[]',
    '{}',
    '[["x"], {a = 1}]',
    '{ a = 1 }',
    '{ x = "y" }',
    '2026-01-02',
  ),
  fc.constantFrom('0', '1', '50', 'true', 'false', 'inf', '-nan', '1e999', '99999999999999999999', '-0.0'),
);

function linesOf(path: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const lines = fc.array(fc.tuple(path, value), { maxLength: 4 });
  return lines.map((pairs) => pairs.map(([left, right]) => `${left} = ${right}`).join('\n'));
}

/** Replaces a part of the text. */
const edit = fc.record({
  at: fc.nat(VALID.length),
  remove: fc.nat(40),
  insert: fc.oneof(fragment, fc.string({ maxLength: 10 })),
});

describe('any hydra.toml gives a policy or a user error', () => {
  test('the original text is valid', () => {
    expect(outcomeOf(VALID)).toBe('policy');
  });

  test('edited', () => {
    const edited = fc
      .array(edit, { minLength: 1, maxLength: 6 })
      .map((edits) =>
        edits.reduce((text, { at, remove, insert }) => text.slice(0, at) + insert + text.slice(at + remove), VALID),
      );
    holds(edited, 2000);
  });

  test('truncated', () => {
    for (let length = 0; length <= VALID.length; length += 1) outcomeOf(VALID.slice(0, length));
  });

  test('reordered lines', () => {
    const lines = VALID.split('\n');
    holds(
      fc.shuffledSubarray(lines).map((shuffled) => shuffled.join('\n')),
      500,
    );
  });

  test('made of fragments', () => {
    holds(
      fc.array(fragment, { maxLength: 30 }).map((parts) => parts.join('')),
      2000,
    );
  });

  test('arbitrary text', () => {
    holds(fc.string({ unit: 'binary', maxLength: 200 }), 1000);
  });

  test('well-formed TOML with hostile keys', () => {
    const key = fc.oneof(
      fc.constantFrom('scoring', 'weights', 'agents', '__proto__', 'constructor', 'tests', 'command'),
      fc.string(),
    );
    const path = fc.array(key, { minLength: 1, maxLength: 5 }).map((keys) => keys.map((part) => JSON.stringify(part)).join('.'));
    holds(linesOf(path), 1000);
  });

  test('known keys with any value', () => {
    const rows = listPolicyValues(resolvePolicy({ fileText: null, fileName: 'hydra.toml', overrides: {} }));
    const names = [
      'scoring.build.targets.x',
      'scoring.integrity.allow.tests_skipped',
      'agents.constructor.command',
      'scoring.timeout_per_check_seconds',
    ];
    holds(linesOf(fc.constantFrom(...rows.map((row) => row.key), ...names)), 2000);
  });

  test.each<[string, string]>([
    ['brackets', `a = ${'['.repeat(10_000)}`],
    ['closed brackets', `a = ${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['braces', `a = ${'{a='.repeat(10_000)}`],
    ['closed braces', `a = ${'{a='.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['bracketed headers', '['.repeat(10_000)],
    ['a dotted key', `${'a.'.repeat(10_000)}a = 1`],
    ['a dotted header', `[${'a.'.repeat(10_000)}a]`],
    ['a dotted header of prototypes', `[${'__proto__.'.repeat(20)}a]`],
    ['a long key', `${'k'.repeat(1_000_000)} = 1`],
    ['a long agent name', `[agents.${'k'.repeat(100_000)}_]`],
    ['a long string', `scoring.profile = "${'x'.repeat(1_000_000)}"`],
    ['a long profile name', `scoring.profile = "${'x'.repeat(50_000)}"`],
    ['a long number', `scoring.weights.tests = ${'9'.repeat(100_000)}`],
    ['a placeholder of an error', 'scoring.profile = "{suggestion}js-node"'],
    ['a long list', `scoring.diff_scope.protected_paths = [${'1,'.repeat(50_000)}]`],
    ['many prototypes', Array.from({ length: 5_000 }, (_, index) => `agents.a${index}.__proto__ = 1`).join('\n')],
    ['many unknown keys', Array.from({ length: 5_000 }, (_, index) => `key${index} = 1`).join('\n')],
    ['many blank lines', '\n'.repeat(100_000)],
    ['a long comment', `#${' '.repeat(1_000_000)}`],
    ['many spaces before a mistake', `a =${' '.repeat(100_000)}\n${' '.repeat(100_000)}x`],
  ])('%s', (name, text) => {
    expect(outcomeOf(text)).toBe(name === 'many blank lines' || name === 'a long comment' ? 'policy' : 'refused');
    expectNoPollution();
  });
});
