// Renders one line with the reason for each candidate that is not in first place.
import type { Facts, Gate, Ranking, Scorecard } from '../contract/index.ts';
import { compareFacts, failedAttemptText, foldFindings, lostPoints, SAME_RESULTS, separatingTests } from '../text/index.ts';
import { pointsText } from './number-text.ts';
import { painter } from './paint.ts';
import { cutEnd, cutMiddle, LINE_WIDTH, padEnd, visibleText, widestOf } from './terminal-text.ts';

const MAX_NAME_LENGTH = 24;

/** Empty if there is nothing to explain. */
export function renderReasons(scorecard: Scorecard, { colour }: { colour: boolean }): string {
  const { rankings, verdict } = scorecard;
  const leader = rankings.find(({ agent }) => agent === verdict.leaders[0]);
  // Without a leader, no mergeable candidate is behind another.
  const losers = rankings.filter(({ agent, mergeable }) =>
    leader === undefined ? !mergeable : !verdict.leaders.includes(agent),
  );
  if (losers.length === 0) return '';
  const names = losers.map(({ agent }) => cutMiddle(visibleText(agent), MAX_NAME_LENGTH));
  const nameWidth = widestOf(names);
  const room = LINE_WIDTH - nameWidth - 4;
  const lines = losers.map((loser, index) => {
    const ended = failedAttemptText(loser.ending);
    const text = ended !== null && loser.mergeable ? visibleText(ended) : whyNot(loser, leader, scorecard, room);
    return cutEnd(`  ${padEnd(names[index] ?? '', nameWidth)}  ${text}`, LINE_WIDTH);
  });
  const heading = leader === undefined ? 'Why not mergeable' : 'Why not the others';
  return `${[painter(colour)('strong', heading), ...lines].join('\n')}\n`;
}

function whyNot(loser: Ranking, leader: Ranking | undefined, scorecard: Scorecard, room: number): string {
  return leader !== undefined && loser.mergeable ? whyBehind(loser, leader, scorecard, room) : whyNotMergeable(loser);
}

/** Why a candidate is not first, in one line; null for those that are. */
export function reasonFor(ranking: Ranking, scorecard: Scorecard, facts: Facts, room: number): string | null {
  const { rankings, verdict } = scorecard;
  const leader = rankings.find(({ agent }) => agent === verdict.leaders[0]);
  const ended = failedAttemptText(ranking.ending);
  if (ended !== null) return [visibleText(ended), ...whyRefused(ranking)].join('; ');
  if (verdict.leaders.includes(ranking.agent)) return null;
  if (ranking.mergeable) return leader === undefined ? null : factsBehind(ranking, leader, scorecard, facts, room);
  return whyRefused(ranking).join('; ') || 'not mergeable';
}

/** The causes of its errors and the reasons of its failed gates; empty if it can be merged. */
function whyRefused({ gates, findings, ending }: Ranking): string[] {
  const causes = foldFindings(findings.filter(({ severity }) => severity === 'error')).map(({ cause }) => cause);
  // The cause says it in fewer words.
  const isSaid = (id: string) => causes.length > 0 && (id === 'integrity' || id === 'changes_code');
  const failed = gates.filter(({ id, passed }) => passed === false && !isSaid(id));
  const hasEnding = failedAttemptText(ending) !== null;
  // The gate repeats the ending.
  const reasonOf = ({ id, reason }: Gate) => (id === 'diff_not_empty' && hasEnding ? 'no change' : visibleText(reason));
  return [...causes, ...failed.map(reasonOf)];
}

/** In measured facts; in points only where these are equal. */
function factsBehind(loser: Ranking, leader: Ranking, scorecard: Scorecard, facts: Facts, room: number): string {
  const against = compareFacts(scorecard, facts, loser.agent, leader.agent);
  const isEqual = against.every((text) => text === SAME_RESULTS);
  const said = answersBehind(loser, facts, room) ?? testsBehind(loser, leader, scorecard, room);
  if (said !== null) return said;
  if (against.includes(SAME_RESULTS) && isLessLikely(loser, scorecard)) return LESS_LIKELY;
  return isEqual ? whyBehind(loser, leader, scorecard, room) : joinFitting(against, room);
}

/** The most important facts come first; those that do not fit into the line are left out. */
function joinFitting(texts: readonly string[], room: number): string {
  return texts.reduce((line, text) => (line.length + text.length + 2 > room ? line : `${line}, ${text}`));
}

function whyNotMergeable({ gates }: Ranking): string {
  const reasons = gates.filter(({ passed }) => passed === false).map(({ reason }) => visibleText(reason));
  return reasons.length === 0 ? 'not mergeable' : reasons.join('; ');
}

/** New tests that the leader passes and this candidate fails. Ids begin with a path and end with the name of the test. */
function testsBehind(loser: Ranking, leader: Ranking, scorecard: Scorecard, room: number): string | null {
  const failed = separatingTests(scorecard).filter(
    ({ isScored, passes, fails }) => isScored && passes.includes(leader.agent) && fails.includes(loser.agent),
  );
  const [first] = failed;
  if (first === undefined) return null;
  const what = failed.length === 1 ? 'fails 1 new test: ' : `fails ${failed.length} new tests, first `;
  return `${what}${cutMiddle(visibleText(first.id), room - what.length)}`;
}

/** A call to which it gives another answer than a user called right. */
function answersBehind({ agent }: Ranking, { answers }: Facts, room: number): string | null {
  const wrong = (answers?.probes ?? []).filter(({ right = [], answers: given }) => {
    const answer = given[agent];
    return right.length > 0 && answer !== undefined && !right.includes(answer);
  });
  const [first] = wrong;
  if (first === undefined) return null;
  const what = 'gives another answer than you called right: ';
  return `${what}${cutMiddle(visibleText(first.call), room - what.length)}`;
}

const LESS_LIKELY = 'gives other answers, and fewer others agree with it';

/** The leaders of a likely result are one solution. */
function isLessLikely({ agent }: Ranking, { verdict, solutions = [] }: Scorecard): boolean {
  const other = solutions.find(({ candidates }) => candidates.includes(agent));
  return verdict.class === 'likely' && other !== undefined && !other.candidates.some((name) => verdict.leaders.includes(name));
}

/** The dimensions that cost most points, with their effect on the total. */
function whyBehind(loser: Ranking, leader: Ranking, scorecard: Scorecard, room: number): string {
  const tests = testsBehind(loser, leader, scorecard, room);
  if (tests !== null) return tests;
  const points = (leader.total_unrounded ?? 0) - (loser.total_unrounded ?? 0);
  if (points === 0) return isLessLikely(loser, scorecard) ? LESS_LIKELY : 'same total, behind by the order for ties';
  const deficits = lostPoints(loser, leader).map(({ id, lost }) => `${id} -${lost.toFixed(1)}`);
  const where = deficits.length === 0 ? '' : `: ${deficits.join(', ')}`;
  return `${pointsText(points)} behind${where}`;
}
