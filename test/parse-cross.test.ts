// Two tools in one output, one after the other, in every combination: both are found, their counts are added, their ids stay
// distinct, and the lower precision applies. If they cannot be separated, the result is inconsistent, never a wrong count.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Summary } from '../src/contract/index.ts';
import type { ParseKind } from '../src/parse/parse-output.ts';
import { openOutputParser } from '../src/tools/parsers.ts';

const ROOT = new URL('fixtures/parse/', import.meta.url);

const TEST_LOGS = [
  'ava/one-file.txt',
  'bats/mixed.txt',
  'bun-test/default.txt',
  'cargo-test/smuggled.txt',
  'cargo-test/workspace.txt',
  'catch2/mixed.txt',
  'ctest/default.txt',
  'deno-test/pretty.txt',
  'dotnet-test/minimal.txt',
  'ex-unit/default.txt',
  'go-test/all-verbose.txt',
  'go-test-json/all.jsonl',
  'googletest/all.txt',
  'googletest-json/mimic.json',
  'gotestsum/testname.txt',
  'gradle/default.txt',
  'jest/default.txt',
  'junit/pytest.xml',
  'maven/modules.txt',
  'minitest/plain.txt',
  'mocha/spec.txt',
  'nextest/mixed.txt',
  'node-test/groups-18.txt',
  'node-test-json/mixed.jsonl',
  'phpunit/progress.txt',
  'prove/green-verbose.txt',
  'pytest/verbose.txt',
  'pytest/with-report.txt',
  'rspec/progress.txt',
  'tap/bats.tap',
  'tap/tape.tap',
  'tcltest/verbose.txt',
  'unittest/verbose.txt',
  'vitest/default.txt',
];

const LINT_LOGS = [
  'biome/lint.txt',
  'black/mixed.txt',
  'checkstyle-xml/phpcs.xml',
  'eslint-json/mixed.json',
  'eslint-stylish/mixed.txt',
  'file-line/codespell.txt',
  'file-line/gcc.txt',
  'file-line/javac.txt',
  'flake8/default.txt',
  'gcc-json/several.txt',
  'golangci-lint/v1.txt',
  'hadolint/terminal.txt',
  'ktlint/plain.txt',
  'lint-tap/eslint.txt',
  'mypy/default.txt',
  'oxlint/default.txt',
  'perlcritic/statistics.txt',
  'phpcs/full.txt',
  'phpcs-xml/forged.xml',
  'phpstan/table.txt',
  'prettier/unformatted.txt',
  'pylint/text.txt',
  'pyright/mixed.txt',
  'rubocop/progress.txt',
  'ruff/full.txt',
  'rustc/clippy.txt',
  'sarif/eslint.sarif',
  'shellcheck/terminal.txt',
  'staticcheck/text.txt',
  'stylelint/string.txt',
  'tsc/plain.txt',
];

/** The second begins with lines that the first might have printed as well: one of them is found, as inconsistent. */
const NOT_TOLD_APART: Readonly<Record<string, readonly string[]>> = {
  test: [
    'ava/one-file.txt + mocha/spec.txt',
    'ava/one-file.txt + node-test/groups-18.txt',
    'ex-unit/default.txt + mocha/spec.txt',
    'googletest/all.txt + googletest-json/mimic.json',
    'googletest-json/mimic.json + googletest/all.txt',
    'gotestsum/testname.txt + jest/default.txt',
    'jest/default.txt + mocha/spec.txt',
    'junit/pytest.xml + pytest/with-report.txt',
    'minitest/plain.txt + ex-unit/default.txt',
    'minitest/plain.txt + mocha/spec.txt',
    'minitest/plain.txt + rspec/progress.txt',
    'mocha/spec.txt + ava/one-file.txt',
    'mocha/spec.txt + node-test/groups-18.txt',
    'node-test/groups-18.txt + ava/one-file.txt',
    'node-test/groups-18.txt + mocha/spec.txt',
    'pytest/with-report.txt + junit/pytest.xml',
    'rspec/progress.txt + mocha/spec.txt',
    'vitest/default.txt + bats/mixed.txt',
  ],
  lint: ['flake8/default.txt + ruff/full.txt'],
};

describe.each<[ParseKind, string[]]>([
  ['test', TEST_LOGS],
  ['lint', LINT_LOGS],
])('%s', (kind, names) => {
  const logs = names.map((name) => {
    const bytes = readFileSync(new URL(name, ROOT));
    return { name, bytes, summary: read(kind, [bytes]) };
  });

  test.each(logs.map((log) => [log.name, log] as const))('%s, followed by each of the others', (_name, first) => {
    const wrong: string[] = [];
    for (const second of logs) {
      if (second === first) continue;
      const pair = `${first.name} + ${second.name}`;
      const both = read(kind, [first.bytes, Buffer.from('\n'), second.bytes]);
      if (NOT_TOLD_APART[kind]?.includes(pair)) {
        if (both.precision !== 'inconsistent') wrong.push(`${pair}: told apart after all, or silently wrong`);
      } else if (JSON.stringify(outcome(both)) !== JSON.stringify(joined(first.summary, second.summary))) {
        wrong.push(`${pair}: ${JSON.stringify(outcome(both))}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

function read(kind: ParseKind, chunks: readonly Uint8Array[]): Summary {
  const parser = openOutputParser({ kind, command: null });
  for (const chunk of chunks) parser.push(chunk);
  return parser.end(null);
}

interface Outcome {
  parsers: string;
  precision: string;
  counts: number[];
  /** How many different ids or findings. */
  listed: number;
}

function outcome(summary: Summary): Outcome {
  const { precision, parser } = summary;
  const counts = summary.kind === 'test' ? [summary.passed, summary.failed, summary.skipped] : countsOf(summary);
  const listed = summary.kind === 'test' ? new Set(summary.tests.map(({ id }) => id)).size : listedOf(summary);
  return { parsers: parser, precision, counts, listed };
}

function countsOf(summary: Exclude<Summary, { kind: 'test' }>): number[] {
  return summary.kind === 'lint' ? [summary.errors, summary.warnings] : [summary.total];
}

function listedOf(summary: Exclude<Summary, { kind: 'test' }>): number {
  return summary.kind === 'lint' ? summary.findings.length : summary.advisories.length;
}

function joined(one: Summary, other: Summary): Outcome {
  const [first, second] = [outcome(one), outcome(other)];
  const parsers = [...new Set([...first.parsers.split('+'), ...second.parsers.split('+')])].sort().join('+');
  const precision = first.precision === 'exact' ? second.precision : first.precision;
  const counts = first.counts.map((count, index) => count + (second.counts[index] ?? 0));
  return { parsers, precision, counts, listed: first.listed + second.listed };
}
