// Renders a scorecard on a terminal: the verdict in one sentence, the table, unmeasured dimensions, and findings.
import {
  coverageText,
  describeIndependentRun,
  isFailedAttempt,
  type Ranking,
  type Scorecard,
  type ScoreId,
  sandboxNotes,
} from '../contract/index.ts';
import {
  type ApplyingDimension,
  applyingDimensions,
  dimensionWord,
  endingWords,
  failedAttemptText,
  joinNames,
  metricTexts,
  placeText,
  refusalWords,
  startsNotes,
  verdictText,
} from '../text/index.ts';
import { pointsText, scoreText } from './number-text.ts';
import { type Paint, painter } from './paint.ts';
import { renderExamples, renderQuestion, renderSolutions } from './render-answers.ts';
import { renderFinding } from './render-findings.ts';
import { renderTaskTests } from './render-task-tests.ts';
import { scoreCell } from './score-cell.ts';
import { cutEnd, cutMiddle, joinBlocks, LINE_WIDTH, padEnd, padStart, visibleText, widestOf, wrapText } from './terminal-text.ts';

const MAX_VERDICT_LENGTH = 15;
/** In sentences; in the table a name gets the remaining width. */
const MAX_NAME_LENGTH = 24;
/** With less room for names, columns are omitted. */
const MIN_NAME_LENGTH = 7;
const SCORE_WIDTH = 5;
const FINDINGS_PER_CANDIDATE = 5;
/** Contains names and tests from candidates. */
const MAX_SENTENCE_LENGTH = 1000;

export function renderRanking(scorecard: Scorecard, { colour }: { colour: boolean }): string {
  const paint = painter(colour);
  return joinBlocks([
    renderVerdict(scorecard, paint),
    renderTable(scorecard, paint),
    renderEndings(scorecard.rankings, paint),
    renderQuestion(scorecard),
    renderLead(scorecard),
    renderExamples(scorecard),
    scorecard.degraded.flatMap(({ dimension, why }) =>
      wrapText(`Not measured: ${dimension}: `, `${cutEnd(visibleText(why), 400)}; its weight goes to the others.`, 2),
    ),
    [...startsNotes(scorecard.starts), ...sandboxNotes(scorecard.sandbox)].flatMap((note) =>
      wrapText('', cutEnd(visibleText(note), MAX_SENTENCE_LENGTH), 2),
    ),
    renderTaskTests(scorecard, paint),
    renderSolutions(scorecard, paint),
    renderMetrics(scorecard.rankings, paint),
    renderCoverage(scorecard.rankings, paint),
    renderIndependentRuns(scorecard.rankings, paint),
    renderFindings(scorecard.rankings, paint),
  ]);
}

const STYLES = {
  decided_by_tests: 'good',
  decided_by_quality: 'good',
  likely: 'caution',
  level: 'caution',
  contested: 'caution',
  unproven: 'caution',
  none: 'bad',
} as const;

export function renderVerdict(scorecard: Scorecard, paint: Paint): string[] {
  const { label, text } = verdictText(scorecard);
  const shown = keepCommands(cutEnd(visibleText(text), MAX_SENTENCE_LENGTH));
  const [first = '', ...rest] = wrapText(`${label}: `, shown, 2).map((line) => line.replaceAll(UNBROKEN, ' '));
  return [`${paint(STYLES[scorecard.verdict.class], label)}${first.slice(label.length)}`, ...rest];
}

const UNBROKEN = '\u00a0';

/** A command is not wrapped unless it is wider than a line. */
function keepCommands(text: string): string {
  return text.replace(/`[^`]*`/g, (command) => command.replaceAll(' ', UNBROKEN));
}

function renderTable({ rankings, verdict }: Scorecard, paint: Paint): string[] {
  if (rankings.length === 0) return [];
  const ranks = rankings.map((ranking) => placeText(ranking, verdict));
  const rankWidth = widestOf(['#', ...ranks]);
  const verdicts = rankings.map(verdictOf);
  const verdictWidth = widestOf(['verdict', ...verdicts]);
  const scoresRoom = LINE_WIDTH - (rankWidth + 2 + 2 + SCORE_WIDTH + 2 + verdictWidth);
  const applying = applyingDimensions(rankings);
  const shown = columnsThatFit(applying, scoresRoom - MIN_NAME_LENGTH);
  const gap = gapBetween(shown);
  const scoreCells = (texts: readonly string[]) =>
    texts.map((text, index) => gap + padStart(text, columnWidth(shown[index]?.id))).join('');
  const room = scoresRoom - widthOf(shown);
  const names = rankings.map(({ agent }) => cutMiddle(visibleText(agent), room));
  const nameWidth = Math.min(room, widestOf(['candidate', ...names]));

  const row = (rank: string, name: string, total: string, scores: readonly string[]) =>
    `${padStart(rank, rankWidth)}  ${padEnd(cutEnd(name, room), nameWidth)}  ${padStart(total, SCORE_WIDTH)}${scoreCells(scores)}`;
  const headings = row(
    '#',
    'candidate',
    'total',
    shown.map(({ id }) => dimensionWord(id)),
  );
  const weightRow = (ranking: Ranking) =>
    row(
      '',
      'weight %',
      '',
      shown.map(({ id }) => scoreText(shareOf(ranking, id))),
    );
  const weights = rankings.map(weightRow);
  // Tests of a candidate do not count for itself, so that its other weights can be higher.
  const isOne = new Set(weights).size === 1;
  return [
    paint('faint', `${headings}  verdict`),
    ...(isOne ? [paint('faint', weights[0] ?? '')] : []),
    ...rankings.flatMap((ranking, index) => {
      const scores = shown.map(({ id }) => scoreCell(ranking, id));
      const cells = row(ranks[index] ?? '', names[index] ?? '', scoreText(ranking.total), scores);
      const verdict = paint(ranking.mergeable ? 'good' : ranking.needs_review ? 'caution' : 'bad', verdicts[index] ?? '');
      return [`${cells}  ${verdict}`, ...(isOne ? [] : [paint('faint', weights[index] ?? '')])];
    }),
    ...leftOutNote(applying.filter((column) => !shown.includes(column))),
  ];
}

/** Null if the dimension does not apply to the candidate. */
function shareOf({ dimensions }: Ranking, id: ScoreId): number | null {
  const dimension = dimensions.find((each) => each.id === id);
  return dimension === undefined || dimension.result.state === 'not_applicable' ? null : dimension.effective_weight;
}

function columnsThatFit(columns: readonly ApplyingDimension[], room: number): readonly ApplyingDimension[] {
  if (widthOf(columns) <= room) return columns;
  const least = columns.reduce((a, b) => ((b.share ?? 0) <= (a.share ?? 0) ? b : a));
  return columnsThatFit(
    columns.filter((column) => column !== least),
    room,
  );
}

function widthOf(columns: readonly ApplyingDimension[]): number {
  return columns.reduce((sum, { id }) => sum + gapBetween(columns).length + columnWidth(id), 0);
}

/** With many columns, they are closer together to leave room for a name. */
function gapBetween(columns: readonly ApplyingDimension[]): string {
  return ' '.repeat(columns.length > 5 ? 1 : 2);
}

function leftOutNote(leftOut: readonly ApplyingDimension[]): string[] {
  if (leftOut.length === 0) return [];
  const names = joinNames(leftOut.map(({ id }) => id));
  return wrapText('', `Not shown for lack of room: ${names}. \`hydra explain\` shows every score.`, 2);
}

function columnWidth(id: ScoreId | undefined): number {
  return Math.max(SCORE_WIDTH, id === undefined ? 0 : dimensionWord(id).length);
}

/** A failed attempt is never shown without its ending, mergeable or not. */
function verdictOf(ranking: Ranking): string {
  if (ranking.ending !== undefined && isFailedAttempt(ranking.ending)) return endingWords(ranking.ending);
  return cutEnd(visibleText(refusalWords(ranking) ?? 'mergeable'), MAX_VERDICT_LENGTH);
}

function renderEndings(rankings: readonly Ranking[], paint: Paint): string[] {
  const lines = rankings.flatMap(({ agent, ending, mergeable }) => {
    const text = failedAttemptText(ending);
    if (text === null) return [];
    const shown = `${cutEnd(visibleText(text), MAX_SENTENCE_LENGTH)}; its result ${mergeable ? 'can' : 'cannot'} be merged`;
    return wrapText(`  ${cutMiddle(visibleText(agent), MAX_NAME_LENGTH)}: `, shown, 4);
  });
  return lines.length === 0 ? [] : [paint('strong', 'Agents that did not finish'), ...lines];
}

/** The lead of a single winner, and how much it depends on the weights. */
function renderLead({ winner, margin, sensitivity, firmness, rankings, verdict }: Scorecard): string[] {
  // A winner that is only likely has no lead in points.
  if (winner === undefined || winner === null || verdict.class === 'likely') return [];
  const name = cutMiddle(visibleText(winner), MAX_NAME_LENGTH);
  const hasFailed = (ranking: Ranking | undefined) => isFailedAttempt(ranking?.ending);
  const own = rankings.find(({ agent }) => agent === winner);
  const runnerUp = rankings.find((each) => each.mergeable && each.agent !== winner && hasFailed(each) === hasFailed(own));
  const doubts = renderDoubts(firmness);
  if (runnerUp === undefined) return doubts.length === 0 ? [] : [`${name} is the only mergeable candidate`, ...doubts];
  return [
    ...wrapText('', `${name} is ${leadText(margin, cutMiddle(visibleText(runnerUp.agent), MAX_NAME_LENGTH))}`, 2),
    ...renderSensitivity(sensitivity),
    ...doubts,
  ];
}

function renderDoubts({ verdict, reasons }: Scorecard['firmness']): string[] {
  return verdict === 'too_close_to_call' ? wrapText('  too close to call: ', reasons.map(visibleText).join('; '), 2) : [];
}

function renderSensitivity(sensitivity: Scorecard['sensitivity']): string[] {
  if (sensitivity === null) return [];
  const { winner_stays: stays, settings, weight_change_percent: percent } = sensitivity;
  return [`  stays the winner in ${stays} of ${settings} weight settings (each weight moved by ${percent}%)`];
}

function leadText(margin: number | null, runnerUp: string): string {
  if (margin === null) return `ahead of ${runnerUp} by the order for ties: no dimension with a weight applies`;
  if (margin === 0) return `level with ${runnerUp}, and first by the order for ties`;
  // Tests precede the total, and speed, cost and new tests do not decide.
  if (margin < 0) return `first although ${runnerUp} has a total that is ${pointsText(-margin)} higher`;
  return `${pointsText(margin)} ahead of ${runnerUp}, the next mergeable candidate`;
}

function renderMetrics(rankings: readonly Ranking[], paint: Paint): string[] {
  const lines = rankings.flatMap((ranking) => {
    const name = cutMiddle(visibleText(ranking.agent), MAX_NAME_LENGTH);
    return metricTexts(ranking).flatMap((text) => wrapText(`  ${name}: `, cutEnd(visibleText(text), MAX_SENTENCE_LENGTH), 4));
  });
  return lines.length === 0 ? [] : [paint('strong', 'Metrics'), ...lines];
}

function renderCoverage(rankings: readonly Ranking[], paint: Paint): string[] {
  const lines = rankings.flatMap(({ agent, coverage }) => {
    const text = coverage === undefined ? null : coverageText(coverage);
    return text === null ? [] : [`  ${cutMiddle(visibleText(agent), MAX_NAME_LENGTH)}: ${text}`];
  });
  return lines.length === 0 ? [] : [paint('strong', 'Coverage of the change'), ...lines];
}

function renderIndependentRuns(rankings: readonly Ranking[], paint: Paint): string[] {
  const lines = rankings.flatMap(({ agent, independent }) => {
    if (independent === undefined) return [];
    const text = cutEnd(visibleText(describeIndependentRun(independent)), MAX_SENTENCE_LENGTH);
    return wrapText(`  ${cutMiddle(visibleText(agent), MAX_NAME_LENGTH)}: `, text, 4);
  });
  return lines.length === 0 ? [] : [paint('strong', 'Independent run'), ...lines];
}

function renderFindings(rankings: readonly Ranking[], paint: Paint): string[] {
  const lines = rankings.flatMap((ranking) => {
    const findings = ranking.findings.filter(({ severity }) => severity !== 'info');
    const name = cutMiddle(visibleText(ranking.agent), MAX_NAME_LENGTH);
    const more = findings.length - FINDINGS_PER_CANDIDATE;
    return [
      ...findings.slice(0, FINDINGS_PER_CANDIDATE).flatMap((finding) => renderFinding(finding, name, paint)),
      ...(more > 0 ? [`  and ${more} more of ${name}: \`hydra explain\` shows them all`] : []),
    ];
  });
  return lines.length === 0 ? [] : [paint('strong', 'Findings'), ...lines];
}
