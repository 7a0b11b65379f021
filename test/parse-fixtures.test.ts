// Every parser has a fixture folder, and every fixture is parsed exactly: as it is, in small chunks,
// with CRLF, with colors, and truncated.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Summary } from '../src/contract/index.ts';
import type { ParseKind } from '../src/parse/parse-output.ts';
import { LINTERS } from '../src/tools/linters/index.ts';
import { openOutputParser } from '../src/tools/parsers.ts';
import { RUNNERS } from '../src/tools/runners/index.ts';
import { SCANNERS } from '../src/tools/scanners/index.ts';

const ROOT = new URL('fixtures/parse/', import.meta.url);

interface ExpectedCase {
  kind: ParseKind;
  exit: number | null;
  /** The command as a hint, if the content alone is ambiguous. */
  command?: string;
  /** Members of the summary that must be equal. */
  summary: Record<string, unknown>;
  /** Test ids with their status; complete. */
  tests?: Record<string, string>;
  /** Path, line, rule and severity of each finding; complete, in order. */
  findings?: unknown[];
  advisories?: unknown[];
  /** For formats without a closing line or total, where truncation is not visible in the text. */
  cut_is_invisible?: boolean;
  /** For reports, which never have colors. */
  never_coloured?: boolean;
}

interface Expected {
  /** The tool and version that produced the logs. */
  tool: string;
  /** "run": produced by make.sh with the real tool. "written": from the documented format, because the tool could not be run. */
  made: 'run' | 'written';
  cases: Record<string, ExpectedCase>;
}

const parsers = [
  ...RUNNERS.flatMap(({ parse }) => parse),
  ...LINTERS.flatMap(({ parse }) => parse),
  ...SCANNERS.flatMap(({ parse }) => parse),
];

test('every parser has a fixture folder, and every folder a parser', () => {
  const ids = [...new Set(parsers.map(({ id }) => id))].sort();
  expect(readdirSync(ROOT).sort()).toEqual(ids);
});

for (const id of readdirSync(ROOT)) {
  const folder = new URL(`${id}/`, ROOT);
  describe(id, () => {
    if (!existsSync(new URL('expected.json', folder))) {
      test('has an expected.json', () => expect.fail('missing'));
      return;
    }
    const expected = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')) as Expected;

    test('says how its logs were produced', () => {
      expect(expected.tool).not.toBe('');
      expect(existsSync(new URL('make.sh', folder))).toBe(expected.made === 'run');
      expect(Object.keys(expected.cases).length).toBeGreaterThan(0);
    });

    for (const [file, wanted] of Object.entries(expected.cases)) {
      const bytes = readFileSync(new URL(file, folder));
      describe(file, () => checkCase(id, bytes, wanted));
    }
  });
}

function checkCase(id: string, bytes: Buffer, wanted: ExpectedCase): void {
  const whole = parse(bytes, wanted);

  test('is parsed exactly', () => {
    expect(whole.parser.split('+')).toContain(id);
    // No other parser matches a part of it, unless the log has several tools.
    expect(whole.parser).toBe(wanted.summary.parser ?? id);
    expect(whole).toMatchObject(wanted.summary);
    if (wanted.tests) expect(testsById(whole)).toEqual(wanted.tests);
    if (wanted.findings) expect(whole.kind === 'lint' && whole.findings).toMatchObject(wanted.findings);
    if (wanted.findings) expect(whole.kind === 'lint' && whole.findings.length).toBe(wanted.findings.length);
    if (wanted.advisories) expect(whole.kind === 'security' && whole.advisories).toMatchObject(wanted.advisories);
  });

  test('gives the same result in chunks of 7 bytes', () => {
    expect(parse(bytes, wanted, 7)).toEqual(whole);
  });

  test('gives the same result with CRLF', () => {
    expect(parse(Buffer.from(bytes.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1'), wanted)).toEqual(whole);
  });

  test('gives the same result with a CI timestamp before every line', () => {
    const stamped = bytes.toString('latin1').replace(/^/gm, '2026-01-02T03:04:05.1234567Z ');
    expect(parse(Buffer.from(stamped, 'latin1'), wanted)).toEqual(whole);
  });

  if (!wanted.never_coloured)
    test('gives the same result with colors', () => {
      const coloured = bytes.toString('latin1').replace(/[^ \t\r\n]+/g, '\u001b[1m\u001b[38;5;10m$&\u001b[0m');
      expect(parse(Buffer.from(coloured, 'latin1'), wanted)).toEqual(whole);
    });

  if (!wanted.cut_is_invisible)
    test('is not reported as exact when it is truncated', () => {
      for (const share of [0.3, 0.6, 0.9]) {
        const cut = parse(bytes.subarray(0, Math.floor(bytes.length * share)), { ...wanted, exit: null });
        const believed = cut.precision === 'exact' || cut.precision === 'totals';
        // Output after the totals may be missing. A run of several tools may be truncated between two of them;
        // then the rest is complete, and smaller.
        if (believed && countsOf(cut) !== countsOf(whole)) expect(sizeOf(cut)).toBeLessThan(sizeOf(whole));
      }
    });
}

function parse(bytes: Uint8Array, wanted: ExpectedCase, pieceBytes = bytes.length): Summary {
  const parser = openOutputParser({ kind: wanted.kind, command: wanted.command ?? null });
  for (let at = 0; at < bytes.length; at += pieceBytes) parser.push(bytes.subarray(at, at + pieceBytes));
  return parser.end(wanted.exit);
}

function testsById(summary: Summary): Record<string, string> {
  return summary.kind === 'test' ? Object.fromEntries(summary.tests.map(({ id, status }) => [id, status])) : {};
}

function countsOf(summary: Summary): string {
  if (summary.kind === 'test') return `${summary.passed} ${summary.failed} ${summary.skipped}`;
  return summary.kind === 'lint' ? `${summary.errors} ${summary.warnings}` : `${summary.total}`;
}

function sizeOf(summary: Summary): number {
  return summary.kind === 'lint' ? summary.errors + summary.warnings : summary.total;
}
