import { describe, expect, test } from 'vitest';
import { SAMPLE_FACTS } from '../../test/sample-facts.ts';
import { sampleRanking, sampleScorecard } from '../../test/sample-scorecard.ts';
import type { Facts, IntegrityFinding, LintFinding, Scorecard } from '../contract/index.ts';
import { renderSarif } from './render-sarif.ts';

const integrity = (changes: Partial<IntegrityFinding>): IntegrityFinding => ({
  id: 'tests_deleted',
  severity: 'error',
  message: 'One test is gone.',
  place: null,
  how_to_allow: null,
  ...changes,
});

const lint = (changes: Partial<LintFinding>): LintFinding => ({
  path: 'src/a.ts',
  line: 7,
  rule: 'no-var',
  severity: 'warning',
  message: 'Use let.',
  ...changes,
});

function resultOf(findings: IntegrityFinding[], added: LintFinding[], changes: Partial<Scorecard> = {}) {
  const [first] = SAMPLE_FACTS.candidates;
  if (first === undefined) throw new Error('there are no sample facts');
  const measured = { state: 'measured', precision: 'exact', errors: 0, warnings: 0, compared_by: 'identity' } as const;
  const facts: Facts = { ...SAMPLE_FACTS, candidates: [{ ...first, name: 'a', lint: { ...measured, added, resolved: [] } }] };
  const card = sampleScorecard([sampleRanking('a', { build: 100 }, { findings })], changes);
  return JSON.parse(renderSarif(card, facts));
}

test('renders integrity findings and new lint findings with rule, level, location and candidate', () => {
  const place = { path: 'test/a b#1.test.ts', start_line: 3, end_line: 5 };
  const { $schema, version, runs } = resultOf(
    [integrity({ place, how_to_allow: 'allow the path' }), integrity({ id: 'odd', severity: 'info' })],
    [lint({}), lint({ rule: null, severity: 'error', path: null, line: null, message: 'Broken.' })],
  );
  expect([$schema, version, runs.length]).toEqual(['https://json.schemastore.org/sarif-2.1.0.json', '2.1.0', 1]);
  const logicalLocations = [{ kind: 'candidate', name: 'a' }];
  expect(runs[0]).toEqual({
    automationDetails: { id: 'hydra/sample' },
    columnKind: 'utf16CodeUnits',
    properties: { runId: 'sample', winner: 'a', verdict: 'decided_by_quality', leaders: ['a'] },
    tool: {
      driver: {
        name: 'Hydra',
        version: '0.0.0',
        rules: [
          { id: 'integrity/odd', shortDescription: { text: 'odd' } },
          { id: 'integrity/tests_deleted', shortDescription: { text: 'tests deleted' } },
          { id: 'lint/no-var', shortDescription: { text: 'new finding of lint/no-var' } },
          { id: 'lint/unnamed', shortDescription: { text: 'new finding of lint/unnamed' } },
        ],
      },
    },
    results: [
      {
        ruleId: 'integrity/tests_deleted',
        ruleIndex: 1,
        level: 'error',
        message: { text: 'One test is gone.' },
        locations: [
          {
            logicalLocations,
            physicalLocation: {
              artifactLocation: { uri: 'test/a%20b%231.test.ts', uriBaseId: '%SRCROOT%' },
              region: { startLine: 3, endLine: 5 },
            },
          },
        ],
        properties: { candidate: 'a', kind: 'integrity', howToAllow: 'allow the path' },
      },
      {
        ruleId: 'integrity/odd',
        ruleIndex: 0,
        level: 'note',
        message: { text: 'One test is gone.' },
        locations: [{ logicalLocations }],
        properties: { candidate: 'a', kind: 'integrity' },
      },
      {
        ruleId: 'lint/no-var',
        ruleIndex: 2,
        level: 'warning',
        message: { text: 'Use let.' },
        locations: [
          {
            logicalLocations,
            physicalLocation: { artifactLocation: { uri: 'src/a.ts', uriBaseId: '%SRCROOT%' }, region: { startLine: 7 } },
          },
        ],
        properties: { candidate: 'a', kind: 'lint' },
      },
      {
        ruleId: 'lint/unnamed',
        ruleIndex: 3,
        level: 'error',
        message: { text: 'Broken.' },
        locations: [{ logicalLocations }],
        properties: { candidate: 'a', kind: 'lint' },
      },
    ],
  });
});

describe('escapes hostile text', () => {
  const messageOf = (message: string) => resultOf([integrity({ message })], []).runs[0].results[0].message.text;
  test.each([
    ['[click](http://evil.example)', '\\[click](http://evil.example)'],
    ['a {0} b', 'a {{0}} b'],
    ['a [list] of {things}', 'a [list] of {things}'],
    ['two\nlines \u202e', 'two\\nlines \\u202e'],
    ['', 'integrity/tests_deleted'],
  ])('%j', (message, shown) => expect(messageOf(message)).toBe(shown));

  const placeOf = (path: string) =>
    resultOf([], [lint({ path })]).runs[0].results[0].locations[0].physicalLocation?.artifactLocation;
  test.each([
    ['//evil.example/x', { uri: 'file:///evil.example/x' }],
    ['javascript:alert(1)', { uri: 'javascript%3Aalert(1)', uriBaseId: '%SRCROOT%' }],
    ['half \ud800', { uri: 'half%20%EF%BF%BD', uriBaseId: '%SRCROOT%' }],
    ['', undefined],
  ])('renders the path %j', (path, location) => expect(placeOf(path)).toEqual(location));
});
