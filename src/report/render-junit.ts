// Renders a scorecard as JUnit XML for CI systems: a suite for each candidate, with a case
// for each gate and each dimension. A failed gate is a failure; a low score is not.
import type { DimensionResult, Gate, IntegrityFinding, Ranking, Scorecard } from '../contract/index.ts';
import { endingText } from '../text/index.ts';
import { numberText, scoreText } from './number-text.ts';
import { xmlTag, xmlText } from './xml-text.ts';

interface Case {
  name: string;
  kind: 'gates' | 'dimensions';
  outcome: 'passed' | 'failure' | 'error' | 'skipped';
  /** The reason if it did not pass; otherwise the observed value. */
  text: string;
}

export function renderJunit(scorecard: Scorecard): string {
  const suites = scorecard.rankings.map((ranking) => ({ ranking, cases: casesOf(ranking) }));
  // The schema that CI servers use has no attribute for skipped cases in the root.
  const { skipped: _skipped, ...all } = countsOf(suites.flatMap(({ cases }) => cases));
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${xmlTag('testsuites', { name: `hydra ${scorecard.run_id}`, ...all })}>`,
    ...suites.flatMap(({ ranking, cases }) => renderSuite(ranking, cases, scorecard)),
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function casesOf({ gates, dimensions }: Ranking): Case[] {
  return [...gates.map(gateCase), ...dimensions.map(dimensionCase)];
}

function gateCase({ id, passed, reason }: Gate): Case {
  const judged = passed ? 'passed' : 'failure';
  return { name: `gate ${id}`, kind: 'gates', outcome: passed === null ? 'skipped' : judged, text: reason };
}

function dimensionCase({ id, effective_weight, result }: DimensionResult): Case {
  const common = { name: `dimension ${id}`, kind: 'dimensions' } as const;
  if (result.state === 'scored')
    return {
      ...common,
      outcome: 'passed',
      text: `${scoreText(result.score)} of 100, weight ${numberText(effective_weight)}%`,
    };
  return { ...common, outcome: result.state === 'error' ? 'error' : 'skipped', text: result.why };
}

function countsOf(cases: readonly Case[]) {
  const count = (outcome: Case['outcome']) => cases.filter((one) => one.outcome === outcome).length;
  return { tests: cases.length, failures: count('failure'), errors: count('error'), skipped: count('skipped'), time: 0 };
}

function renderSuite(ranking: Ranking, cases: readonly Case[], scorecard: Scorecard): string[] {
  return [
    `  <${xmlTag('testsuite', { name: ranking.agent, ...countsOf(cases) })}>`,
    '    <properties>',
    ...propertiesOf(ranking, scorecard).map(([name, value]) => `      <${xmlTag('property', { name, value })}/>`),
    '    </properties>',
    ...cases.flatMap((one) => renderCase(ranking.agent, one)),
    ...(ranking.findings.length === 0
      ? []
      : [`    <system-out>${ranking.findings.map((finding) => xmlText(findingText(finding))).join('\n')}</system-out>`]),
    '  </testsuite>',
  ];
}

function propertiesOf(ranking: Ranking, { winner, verdict }: Scorecard): [string, string][] {
  const { agent, rank, total, mergeable, needs_review, ending, dimensions } = ranking;
  const scores = dimensions.flatMap(({ id, result }): [string, string][] =>
    result.state === 'scored' ? [[`hydra.${id}`, scoreText(ranking.breakdown[id] ?? null)]] : [],
  );
  return [
    ...(rank === null ? [] : [['hydra.rank', String(rank)] satisfies [string, string]]),
    ['hydra.total', scoreText(total)],
    ...(ending === undefined ? [] : [['hydra.ending', endingText(ending)] satisfies [string, string]]),
    ['hydra.mergeable', String(mergeable)],
    ['hydra.needs_review', String(needs_review)],
    ['hydra.winner', String(agent === winner)],
    ['hydra.leader', String(verdict.leaders.includes(agent))],
    ['hydra.verdict', verdict.class],
    ...scores,
  ];
}

function renderCase(agent: string, { name, kind, outcome, text }: Case): string[] {
  const tag = xmlTag('testcase', { name, classname: `${agent}.${kind}`, time: 0 });
  if (outcome === 'passed') return [`    <${tag}>`, `      <system-out>${xmlText(text)}</system-out>`, '    </testcase>'];
  const why =
    outcome === 'skipped'
      ? `<${xmlTag('skipped', { message: text })}/>`
      : `<${xmlTag(outcome, { message: text, type: kind })}>${xmlText(text)}</${outcome}>`;
  return [`    <${tag}>`, `      ${why}`, '    </testcase>'];
}

function findingText({ severity, id, message, place }: IntegrityFinding): string {
  const line = place?.start_line ?? null;
  const where = place === null ? '' : ` at ${place.path}${line === null ? '' : `:${line}`}`;
  return `${severity}: ${id}${where}: ${message}`;
}
