// Renders the result of a run in one screen: the verdict, what was measured about each candidate, and one reason for each
// that is not first. `render-ranking.ts` has the scores and every detail.
import {
  coverageText,
  describeIndependentRun,
  type Facts,
  isFailedAttempt,
  type Ranking,
  type Scorecard,
  sandboxNotes,
} from '../contract/index.ts';
import {
  foldFindings,
  type MeasuredFacts,
  measuredFacts,
  placeText,
  type Share,
  startsNotes,
  uncheckedText,
  usdText,
} from '../text/index.ts';
import { placeOfFinding } from './finding-place.ts';
import { scoreText } from './number-text.ts';
import { type Paint, painter } from './paint.ts';
import { renderExamples, renderQuestion } from './render-answers.ts';
import { renderVerdict } from './render-ranking.ts';
import { reasonFor } from './render-reasons.ts';
import { cutEnd, cutMiddle, joinBlocks, LINE_WIDTH, padEnd, padStart, visibleText, widestOf, wrapText } from './terminal-text.ts';

const MAX_NAME_LENGTH = 24;
/** The width that the table keeps for names. */
const MIN_NAME_ROOM = 16;
const MAX_SENTENCE_LENGTH = 400;
/** How an agent ended must not be cut off by what follows it. */
const MAX_REASON_LENGTH = 240;
const CAUSES_PER_CANDIDATE = 3;
/** Two lines. */
const MAX_CAUSE_LENGTH = 140;

export function renderResult(scorecard: Scorecard, facts: Facts, { colour }: { colour: boolean }): string {
  const paint = painter(colour);
  return joinBlocks([
    renderVerdict(scorecard, paint),
    renderFacts(scorecard, facts, paint),
    renderExamples(scorecard),
    renderQuestion(scorecard),
    renderProof(scorecard),
    renderNotes(scorecard),
    renderCauses(scorecard.rankings, paint),
  ]);
}

interface Column {
  heading: string;
  /** Null if it is not known. */
  cell(measured: MeasuredFacts, ranking: Ranking): string | null;
}

const COLUMNS: readonly Column[] = [
  { heading: 'fixes', cell: ({ fixed }) => shareText(fixed) },
  { heading: 'breaks', cell: ({ broken }) => shareText(broken) },
  { heading: 'new lint', cell: ({ lint }) => (lint === null ? null : String(lint)) },
  { heading: 'lines', cell: ({ lines }) => String(lines) },
  { heading: 'files', cell: ({ files }) => String(files) },
  { heading: 'time', cell: ({ durationMs }) => (durationMs === null ? null : `${Math.round(durationMs / 1000)} s`) },
  { heading: 'cost', cell: ({ costUsd }) => (costUsd === null ? null : usdText(costUsd)) },
  { heading: 'score', cell: (_measured, { total }) => scoreText(total) },
];

/** Nothing to fix or to break is no news. */
function shareText(share: Share | null): string | null {
  return share === null || share.of === 0 ? null : `${share.count} of ${share.of}`;
}

function renderFacts(scorecard: Scorecard, facts: Facts, paint: Paint): string[] {
  const { rankings, verdict } = scorecard;
  if (rankings.length === 0) return [];
  const rows = rankings.flatMap((ranking) => {
    const candidate = facts.candidates.find(({ name }) => name === ranking.agent);
    return candidate === undefined ? [] : [{ ranking, measured: measuredFacts(facts, candidate, ranking) }];
  });
  const ranks = rows.map(({ ranking }) => placeText(ranking, verdict));
  const rankWidth = widestOf(['#', ...ranks]);
  const columns = COLUMNS.filter(({ cell }) => rows.some(({ ranking, measured }) => cell(measured, ranking) !== null));
  const wanted = Math.min(widestOf(rows.map(({ ranking }) => visibleText(ranking.agent))), MIN_NAME_ROOM);
  const table = fittingColumns(
    columns.map(({ heading, cell }) => {
      const cells = rows.map(({ ranking, measured }) => cell(measured, ranking) ?? '-');
      return { heading, cells, width: widestOf([heading, ...cells]) };
    }),
    LINE_WIDTH - rankWidth - 2 - wanted,
  );
  const room = Math.max(8, LINE_WIDTH - rankWidth - 2 - widthOf(table));
  const names = rows.map(({ ranking }) => cutMiddle(visibleText(ranking.agent), Math.min(room, MAX_NAME_LENGTH)));
  const nameWidth = widestOf(['candidate', ...names]);
  const line = (rank: string, name: string, cells: readonly string[]) =>
    [padStart(rank, rankWidth), padEnd(name, nameWidth), ...cells.map((cell, at) => padStart(cell, table[at]?.width ?? 0))].join(
      '  ',
    );
  const indent = ' '.repeat(rankWidth + 2);
  return [
    paint(
      'faint',
      line(
        '#',
        'candidate',
        table.map(({ heading }) => heading),
      ),
    ),
    ...rows.flatMap(({ ranking }, at) => {
      const heading = groupOf(ranking) === groupOf(rows[at - 1]?.ranking) ? [] : dividerOf(ranking);
      const own = line(
        ranks[at] ?? '',
        names[at] ?? '',
        table.map(({ cells }) => cells[at] ?? ''),
      );
      const reason = reasonFor(ranking, scorecard, facts, LINE_WIDTH - indent.length);
      return [
        ...heading.map((text) => paint('faint', `${indent}${text}`)),
        own,
        ...(reason === null ? [] : wrapText(indent, cutEnd(reason, MAX_REASON_LENGTH))),
      ];
    }),
  ];
}

interface TableColumn {
  heading: string;
  cells: string[];
  width: number;
}

function widthOf(table: readonly TableColumn[]): number {
  return table.reduce((sum, { width }) => sum + width + 2, 0);
}

/** Names that cannot be told apart are worse than a missing column; the page has all of them. */
function fittingColumns(table: readonly TableColumn[], room: number): readonly TableColumn[] {
  let shown = table;
  for (const dispensable of ['files', 'time'])
    if (widthOf(shown) > room) shown = shown.filter(({ heading }) => heading !== dispensable);
  return shown;
}

type Group = 'mergeable' | 'review' | 'refused' | 'failed';

function groupOf(ranking: Ranking | undefined): Group {
  if (isFailedAttempt(ranking?.ending)) return 'failed';
  if (ranking === undefined || ranking.mergeable) return 'mergeable';
  return ranking.needs_review ? 'review' : 'refused';
}

const DIVIDERS: Record<Group, string[]> = {
  mergeable: [],
  review: ['--- needs your decision ---'],
  refused: ['--- cannot be merged, however high the score ---'],
  failed: ['--- the agent did not finish ---'],
};

function dividerOf(ranking: Ranking): string[] {
  return DIVIDERS[groupOf(ranking)];
}

/** As many level candidates are repeated in an independent run. */
const MAX_PROVEN = 2;

/** What confirms the first candidates, besides their tests. */
function renderProof({ rankings, verdict }: Scorecard): string[] {
  return rankings.filter(({ agent }) => verdict.leaders.slice(0, MAX_PROVEN).includes(agent)).flatMap(proofOf);
}

function proofOf(leader: Ranking): string[] {
  const covered = leader.coverage === undefined ? null : coverageText(leader.coverage);
  const independent = leader.independent === undefined ? null : describeIndependentRun(leader.independent);
  const texts = [covered, independent].filter((text) => text !== null).map((text) => visibleText(text));
  if (texts.length === 0) return [];
  return wrapText(`${cutMiddle(visibleText(leader.agent), MAX_NAME_LENGTH)}: `, cutEnd(texts.join('; '), MAX_SENTENCE_LENGTH), 2);
}

/** What limits the result: doubts, checks without a result, other starts, a missing sandbox. */
function renderNotes(scorecard: Scorecard): string[] {
  const { firmness, degraded, sandbox, starts } = scorecard;
  const doubts = firmness.verdict === 'too_close_to_call' ? [`Too close to call: ${firmness.reasons.join('; ')}.`] : [];
  const missing = degraded.map(({ dimension, why }) => `Not measured: ${dimension}: ${why}.`);
  const unchecked = uncheckedText(scorecard) ?? [];
  return [...doubts, ...missing, ...startsNotes(starts), unchecked, ...sandboxNotes(sandbox)]
    .flat()
    .flatMap((note) => wrapText('', cutEnd(visibleText(note), MAX_SENTENCE_LENGTH), 2));
}

/** One line for each trick of each candidate. */
function renderCauses(rankings: readonly Ranking[], paint: Paint): string[] {
  return rankings.flatMap(({ agent, findings }) => {
    const name = cutMiddle(visibleText(agent), MAX_NAME_LENGTH);
    const folded = foldFindings(findings.filter(({ severity }) => severity !== 'info'));
    const more = folded.length - CAUSES_PER_CANDIDATE;
    return [
      ...folded.slice(0, CAUSES_PER_CANDIDATE).flatMap(({ cause, findings: own }) => {
        const [worst] = own;
        const place = own.map(placeOfFinding).find((one) => one !== null);
        const text = `${name} ${cause}${place === undefined ? '' : ` (${place})`}: ${visibleText(worst?.message ?? '')}`;
        const severity = worst?.severity ?? 'warning';
        const [first = '', ...rest] = wrapText(`${severity} `, cutEnd(text, MAX_CAUSE_LENGTH), 2);
        return [paint(severity === 'error' ? 'bad' : 'caution', severity) + first.slice(severity.length), ...rest];
      }),
      ...(more > 0 ? [`and ${more} more of ${name}: \`hydra explain ${name}\``] : []),
    ];
  });
}
