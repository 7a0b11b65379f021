// Reports for CI systems, parsed by third-party parsers, with hostile text from candidates.
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import type { LintSection } from '../src/parse/section.ts';
import { renderJunit, renderSarif } from '../src/report/index.ts';
import { sarif } from '../src/tools/linters/sarif/index.ts';
import { readWithParsers } from './read-with-parsers.ts';
import { SAMPLE_FACTS } from './sample-facts.ts';
import { failedGate, sampleRanking, sampleScorecard } from './sample-scorecard.ts';

const EVERY_CONTROL = Array.from({ length: 0xa0 }, (_unused, code) => String.fromCharCode(code)).join('');
const HOSTILE = `"]]><x a='b'/>&bad;</testsuites><!-- ${EVERY_CONTROL}\u202e\ud800\ufffe\uffff\u2028`;

const finding = { id: 'tests_deleted', severity: 'error', message: HOSTILE, place: null, how_to_allow: HOSTILE } as const;
const card = sampleScorecard(
  [
    sampleRanking(
      HOSTILE,
      { build: 0, tests: { state: 'error', why: HOSTILE }, lint: { state: 'unavailable', why: HOSTILE } },
      { mergeable: false, gates: [failedGate('build', HOSTILE)], findings: [finding] },
    ),
  ],
  { run_id: HOSTILE },
);

describe('JUnit', () => {
  test('hostile text neither breaks the document nor adds an element', () => {
    const names: Record<string, number> = {};
    const parser = new SaxesParser({ fragment: false });
    parser.on('opentag', ({ name }) => {
      names[name] = (names[name] ?? 0) + 1;
    });
    parser.write(renderJunit(card)).close();
    expect(names).toEqual({
      testsuites: 1,
      testsuite: 1,
      properties: 1,
      property: 7,
      testcase: 11,
      failure: 1,
      error: 1,
      skipped: 8,
      'system-out': 2,
    });
  });
});

describe('SARIF', () => {
  test('hostile text neither breaks the document nor hides a result', () => {
    const [found] = readWithParsers('lint', sarif.parse, renderSarif(card, SAMPLE_FACTS)).sections;
    const section = found as LintSection;
    expect(section.findings).toMatchObject([{ rule: 'integrity/tests_deleted', severity: 'error', path: null }]);
    expect(section.problems).toEqual([]);
  });
});
