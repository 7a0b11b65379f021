// Renders why a candidate has its score, in one or two screens: the verdict, the measured facts, each score in words, the
// tests that it breaks, and findings by cause. `render-explanation.ts` has every formula and gate.
import { type CandidateFacts, coverageText, describeIndependentRun, type Facts, type Ranking } from '../contract/index.ts';
import {
  attributionTexts,
  brokenNames,
  brokenShare,
  dimensionName,
  foldFindings,
  measuredFacts,
  measuredFactsText,
  metricText,
  shellCommand,
} from '../text/index.ts';
import { placeOfFinding } from './finding-place.ts';
import { numberText, scoreText } from './number-text.ts';
import type { Paint } from './paint.ts';
import { renderScoreLines } from './score-lines.ts';
import { cutEnd, cutMiddle, joinBlocks, padEnd, padStart, visibleText, widestOf, wrapText } from './terminal-text.ts';

const MAX_TEXT_LENGTH = 400;
const MAX_TESTS = 10;
const MAX_ID_LENGTH = 40;

/** `question`: what would separate the candidate from others; empty if nothing is open. */
export function renderEvidence(
  heading: readonly string[],
  ranking: Ranking,
  facts: Facts | null,
  paint: Paint,
  question: readonly string[] = [],
): string {
  const own = facts?.candidates.find(({ name }) => name === ranking.agent) ?? null;
  const command = shellCommand(['hydra', 'explain', '--verbose', cutMiddle(visibleText(ranking.agent), MAX_ID_LENGTH)]);
  return joinBlocks([
    [...heading, ...failedGates(ranking, paint), ...measured(facts, own, ranking), ...proof(ranking)],
    question,
    renderScores(ranking, paint),
    renderTests('Broken tests', own === null ? [] : brokenNames(ranking, own), paint, brokenShare(ranking)?.count),
    renderTests(
      'Why the fixed tests pass',
      ranking.attribution === undefined ? [] : attributionTexts(ranking.attribution),
      paint,
    ),
    renderCauses(ranking, paint),
    wrapText('', `\`${command}\` shows every formula, gate and finding.`),
  ]);
}

function failedGates({ gates }: Ranking, paint: Paint): string[] {
  return gates
    .filter(({ passed }) => passed === false)
    .flatMap(({ reason }) => {
      const [first = '', ...rest] = wrapText('FAIL  ', shorten(reason), 6);
      return [first.replace('FAIL', paint('bad', 'FAIL')), ...rest];
    });
}

function measured(facts: Facts | null, own: CandidateFacts | null, ranking: Ranking): string[] {
  return facts === null || own === null ? [] : wrapText('', measuredFactsText(measuredFacts(facts, own, ranking)), 2);
}

/** What stands behind the tests. */
function proof({ coverage, independent }: Ranking): string[] {
  const covered = coverage === undefined ? null : coverageText(coverage);
  const texts = [covered, independent === undefined ? null : describeIndependentRun(independent)];
  return texts.flatMap((text) => (text === null ? [] : wrapText('', shorten(text), 2)));
}

/** What was measured comes before the points; dimensions without a score share a line. */
function renderScores({ dimensions, metrics = [], total }: Ranking, paint: Paint): string[] {
  const counted = dimensions.filter(({ result }) => result.state !== 'not_applicable');
  const names = counted.map(({ id }) => cutMiddle(visibleText(dimensionName(id)), MAX_ID_LENGTH));
  const width = widestOf(['total', ...names]);
  const heading = (name: string, score: string, share: string) =>
    `${padEnd(name, width)}  ${padStart(score, 5)}  ${share}`.trimEnd();
  const absent = dimensions.filter(({ result }) => result.state === 'not_applicable').map(({ id }) => dimensionName(id));
  return [
    ...counted.flatMap((dimension, at) => {
      const { id, result, effective_weight: share } = dimension;
      const metric = metrics.find((each) => each.id === id);
      return [
        paint(
          'strong',
          heading(
            names[at] ?? '',
            result.state === 'scored' ? scoreText(result.score) : '-',
            share > 0 ? `${numberText(share)}% of the total` : 'not counted',
          ),
        ),
        ...(metric === undefined ? [] : wrapText('  ', shorten(metricText(metric)), 4)),
        ...(result.state === 'scored' ? renderScoreLines(dimension) : wrapText('  ', shorten(result.why), 4)),
      ];
    }),
    paint('strong', heading('total', scoreText(total), '')),
    ...(absent.length === 0 ? [] : wrapText('', `Does not apply: ${shorten(absent.join(', '))}.`, 2)),
  ];
}

/** `count`: some may have no known name. */
function renderTests(heading: string, texts: readonly string[], paint: Paint, count = texts.length): string[] {
  if (texts.length === 0) return [];
  const more = count - Math.min(texts.length, MAX_TESTS);
  return [
    paint('strong', heading),
    ...texts.slice(0, MAX_TESTS).flatMap((text) => wrapText('  ', shorten(text), 4)),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** One entry for each trick: several rules may have found it. */
function renderCauses({ findings }: Ranking, paint: Paint): string[] {
  return foldFindings(findings.filter(({ severity }) => severity !== 'info')).flatMap(({ cause, findings: own }) => {
    const [worst] = own;
    const severity = worst?.severity ?? 'warning';
    const [first = '', ...rest] = wrapText(`${severity} `, visibleText(cause), 2);
    const style = { error: 'bad', warning: 'caution', info: 'faint' } as const;
    return [
      paint(style[severity], severity) + first.slice(severity.length),
      ...rest,
      ...own.flatMap((finding) => {
        const place = placeOfFinding(finding);
        return wrapText('  ', shorten(`${place === null ? '' : `${place}: `}${visibleText(finding.message)}`), 4);
      }),
    ];
  });
}

function shorten(text: string): string {
  return cutEnd(visibleText(text), MAX_TEXT_LENGTH);
}
