// Renders why a candidate has its score: the evidence, or with every formula line by line.
import {
  coverageText,
  type DimensionResult,
  type DimensionState,
  describeIndependentRun,
  type Facts,
  fileCoverageText,
  type Gate,
  isFailedAttempt,
  type Ranking,
  type Scorecard,
  type ScoreId,
  type Step,
} from '../contract/index.ts';
import { attributionTexts, endingWords, failedAttemptText, metricText } from '../text/index.ts';
import { numberText, scoreText } from './number-text.ts';
import { type Paint, painter } from './paint.ts';
import { renderExamplesOf, renderQuestion } from './render-answers.ts';
import { renderEvidence } from './render-evidence.ts';
import { renderFinding } from './render-findings.ts';
import { renderScoreLines } from './score-lines.ts';
import { cutEnd, cutMiddle, displayWidth, joinBlocks, padEnd, visibleText, widestOf, wrapText } from './terminal-text.ts';

const MAX_TEXT_LENGTH = 1000;
const MAX_STEP_NAME_LENGTH = 30;
const MAX_GATE_ID_LENGTH = 24;
const MAX_PATH_LENGTH = 60;
const FILES_SHOWN = 20;

export interface ExplanationOptions {
  /** Only this dimension; null for the whole calculation. */
  dimension: ScoreId | null;
  colour: boolean;
  /** Every formula, gate and finding. A single dimension always has its formulas. */
  verbose: boolean;
  /** Null if there are none: then the evidence is what the scorecard says. */
  facts: Facts | null;
  /** The whole result, for the examples of the task and the question that separates the leaders. */
  scorecard?: Scorecard;
}

export function renderExplanation(
  ranking: Ranking,
  { dimension, colour, verbose, facts, scorecard }: ExplanationOptions,
): string {
  const paint = painter(colour);
  const heading = [paint('strong', headline(ranking)), ...renderEnding(ranking)];
  const isWhole = dimension === null && scorecard !== undefined;
  const examples = isWhole ? renderExamplesOf(ranking.agent, scorecard) : [];
  const question = isWhole && scorecard.verdict.leaders.includes(ranking.agent) ? renderQuestion(scorecard) : [];
  if (dimension === null && !verbose) return renderEvidence([...heading, ...examples], ranking, facts, paint, question);
  const shown = ranking.dimensions.filter(({ id }) => dimension === null || id === dimension);
  return joinBlocks([
    [...heading, ...examples],
    question,
    ...shown.map((result) => renderDimension(result, ranking, paint)),
    ...(dimension === null || dimension === 'tests' ? [renderAttribution(ranking, paint)] : []),
    ...(dimension === null || dimension === 'coverage' ? [renderCoverage(ranking, paint)] : []),
    ...(dimension === null ? [renderIndependentRun(ranking)] : []),
    ...(dimension === null ? [renderGates(ranking.gates, paint), renderFindings(ranking, paint), renderTotal(ranking)] : []),
  ]);
}

function headline({ agent, rank, total, mergeable, needs_review, ending }: Ranking): string {
  const verdict = mergeable ? 'mergeable' : needs_review ? 'needs review' : 'not mergeable';
  const place = rank === null ? '' : `rank ${rank}, `;
  const attempt = ending === undefined || !isFailedAttempt(ending) ? '' : `, ${endingWords(ending)}`;
  return `${cutMiddle(visibleText(agent), 40)}: ${place}total ${scoreText(total)}, ${verdict}${attempt}`;
}

function renderEnding({ ending }: Ranking): string[] {
  const text = failedAttemptText(ending);
  return text === null ? [] : wrapText('', `${shorten(capital(text))}.`, 2);
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function renderDimension(
  { id, weight, effective_weight: share, result }: DimensionResult,
  { metrics = [] }: Ranking,
  paint: Paint,
): string[] {
  const counts = share > 0 ? `${numberText(share)}% of the total` : 'not counted';
  const heading = `${id}: ${stateText(result)} (weight ${numberText(weight)}, ${counts})`;
  const words = renderScoreLines({ id, result });
  const body = result.state === 'scored' ? result.steps.flatMap(renderStep) : wrapText('  ', shorten(result.why));
  const measured = metrics.find((metric) => metric.id === id);
  const value = measured === undefined ? [] : wrapText('  ', shorten(`measured: ${metricText(measured)}`), 4);
  const note = result.state === 'scored' && result.note !== undefined ? wrapText('  note: ', visibleText(result.note)) : [];
  return [paint('strong', heading), ...value, ...words, ...body, ...note];
}

function stateText(result: DimensionState): string {
  switch (result.state) {
    case 'scored':
      return numberText(result.score);
    case 'error':
      return 'error, counts as 0';
    case 'not_applicable':
      return 'does not apply';
    case 'unavailable':
      return 'could not be measured';
  }
}

/** The expression, the same with its numbers, and the value. */
function renderStep({ name, expression, inputs, value }: Step): string[] {
  const left = `  ${cutMiddle(visibleText(name), MAX_STEP_NAME_LENGTH)} `;
  const below = `${' '.repeat(displayWidth(left))}= `;
  const withNumbers = expression.replace(/[A-Za-z_]\w*/g, (word) => inputText(inputs, word) ?? word);
  const result = numberText(value);
  return [
    ...wrapText(`${left}= `, shorten(expression)),
    ...(withNumbers === result || withNumbers === expression ? [] : wrapText(below, shorten(withNumbers))),
    `${below}${result}`,
  ];
}

function inputText(inputs: Step['inputs'], word: string): string | null {
  const input = Object.hasOwn(inputs, word) ? inputs[word] : undefined;
  if (input === undefined) return null;
  return typeof input === 'number' ? numberText(input) : String(input);
}

function renderCoverage({ coverage }: Ranking, paint: Paint): string[] {
  const text = coverage === undefined ? null : coverageText(coverage);
  if (coverage === undefined || text === null) return [];
  const files = coverage.files.slice(0, FILES_SHOWN).flatMap((file) => {
    const name = cutMiddle(visibleText(file.path), MAX_PATH_LENGTH);
    return wrapText('  ', `${name}: ${shorten(fileCoverageText(file))}`, 4);
  });
  const more = coverage.files.length - FILES_SHOWN;
  return [paint('strong', `Coverage of the change: ${text}`), ...files, ...(more > 0 ? [`  and ${more} more files`] : [])];
}

function renderIndependentRun({ independent }: Ranking): string[] {
  return independent === undefined ? [] : wrapText('', `Tests: ${shorten(describeIndependentRun(independent))}`, 2);
}

function renderAttribution({ attribution }: Ranking, paint: Paint): string[] {
  const texts = attribution === undefined ? [] : attributionTexts(attribution);
  const lines = texts.slice(0, FILES_SHOWN).flatMap((text) => wrapText('  ', shorten(text), 4));
  return lines.length === 0 ? [] : [paint('strong', 'Why the fixed tests pass'), ...lines];
}

function renderGates(gates: readonly Gate[], paint: Paint): string[] {
  if (gates.length === 0) return [];
  const ids = gates.map(({ id }) => cutMiddle(visibleText(id), MAX_GATE_ID_LENGTH));
  const idWidth = widestOf(ids);
  return [
    paint('strong', 'Gates'),
    ...gates.flatMap(({ passed, reason }, index) => {
      const word = gateWord(passed);
      const [first = '', ...rest] = wrapText(`  ${word}  ${padEnd(ids[index] ?? '', idWidth)}  `, shorten(reason));
      return [passed === false ? first.replace(word, paint('bad', word)) : first, ...rest];
    }),
  ];
}

function gateWord(passed: boolean | null): string {
  if (passed === null) return 'n/a ';
  return passed ? 'pass' : 'FAIL';
}

function renderFindings({ findings }: Ranking, paint: Paint): string[] {
  if (findings.length === 0) return [];
  return [paint('strong', 'Findings'), ...findings.flatMap((finding) => renderFinding(finding, '', paint))];
}

function renderTotal({ dimensions, total, total_unrounded: unrounded }: Ranking): string[] {
  const counted = dimensions.filter(({ effective_weight }) => effective_weight > 0);
  if (unrounded === null || counted.length === 0) return ['total: none, because no dimension with a weight applies'];
  const products = counted.map(({ id, weight }) => `${id} * ${numberText(weight)}`).join(' + ');
  const weights = counted.map(({ weight }) => numberText(weight)).join(' + ');
  const inputs = Object.fromEntries(counted.map(({ id, result }) => [id, result.state === 'scored' ? result.score : 0]));
  const steps = renderStep({ name: 'total', expression: `(${products}) / (${weights})`, inputs, value: unrounded });
  return ['Total', ...steps, `        shown as ${scoreText(total)}`];
}

function shorten(text: string): string {
  return cutEnd(visibleText(text), MAX_TEXT_LENGTH);
}
