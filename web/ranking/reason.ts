// Why a candidate stands where it does, in one line of facts.
import { type Facts, type Gate, isFailedAttempt, type Ranking, type Scorecard } from '../../src/contract/index.ts';
import {
  brokenNames,
  brokenShare,
  compareFacts,
  dimensionWord,
  failedAttemptText,
  lostPoints,
  SAME_RESULTS,
} from '../../src/text/index.ts';
import { failedGates } from '../format/labels.ts';
import { distinctTestNames, shownTestName } from '../format/test-name.ts';

const MAX_TESTS = 3;

export function reasonFor(ranking: Ranking, scorecard: Scorecard, facts: Facts): string {
  const ended = failedAttemptText(ranking.ending);
  const reason = ended !== null && ranking.mergeable ? '' : standingReason(ranking, scorecard, facts);
  // The gate against empty diffs may already say it.
  return ended === null || reason.includes(ended) ? reason : [ended, reason].filter((text) => text !== '').join('; ');
}

function standingReason(ranking: Ranking, scorecard: Scorecard, facts: Facts): string {
  const { leaders } = scorecard.verdict;
  const [first] = leaders;
  if (!ranking.mergeable) return outReason(ranking, facts);
  if (first === undefined) return 'passes every gate';
  if (leaders.includes(ranking.agent)) return leaderReason(ranking, scorecard, facts);
  const failed = failedNewTests(ranking, first, scorecard);
  if (failed !== null) return failed;
  const against = compareFacts(scorecard, facts, ranking.agent, first);
  const isEqual = against.length === 0 || (against.length === 1 && against[0] === SAME_RESULTS);
  return isEqual ? behindText(ranking, scorecard) : against.join(', ');
}

function leaderReason({ agent }: Ranking, scorecard: Scorecard, facts: Facts): string {
  const {
    rankings,
    verdict: { leaders },
  } = scorecard;
  const [first = agent] = leaders;
  if (leaders.length > 1) return agent === first ? '' : compareFacts(scorecard, facts, agent, first).join(', ');
  const runnerUp = rankings.find(({ mergeable, agent: other }) => mergeable && other !== agent);
  if (runnerUp === undefined) return 'the only candidate that can be merged';
  if (isFailedAttempt(runnerUp.ending)) return 'the only mergeable candidate whose agent finished';
  const against = compareFacts(scorecard, facts, agent, runnerUp.agent);
  return against.length === 0
    ? `ahead of ${runnerUp.agent}`
    : `${against.join(', ')} than ${runnerUp.agent}`.replace(/^the same test results, /, '');
}

/** The facts are equal: only the score tells them apart. */
function behindText(ranking: Ranking, { rankings, verdict }: Scorecard): string {
  const leader = rankings.find(({ agent }) => agent === verdict.leaders[0]);
  if (leader === undefined) return 'passes every gate';
  const deficits = lostPoints(ranking, leader).map(({ id, lost }) => `${dimensionWord(id)} −${lost.toFixed(1)}`);
  return deficits.length === 0 ? 'same total, ranked lower by the tie-break rules' : `fewer points: ${deficits.join(', ')}`;
}

/** New tests that the leader passes and this candidate fails. */
function failedNewTests({ agent }: Ranking, leader: string, { cross_tests: rows = [] }: Scorecard): string | null {
  const failed = rows.filter(
    ({ standing, outcomes }) => standing === 'scored' && outcomes[leader] === 'pass' && outcomes[agent] === 'fail',
  );
  return failed.length === 0
    ? null
    : `fails ${testList(
        failed.map(({ id }) => id),
        'new test',
      )}`;
}

function outReason(ranking: Ranking, facts: Facts): string {
  const errors = ranking.findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return [...new Set(errors.map(({ message }) => message))].join('; ');
  const gates = failedGates(ranking);
  return gates.map((gate) => gateReason(gate, ranking, facts)).join('; ');
}

/** Which tests broke is news; how many the badge says. */
function gateReason({ id, reason }: Gate, ranking: Ranking, facts: Facts): string {
  const broken = id === 'test_regression' ? brokenTests(ranking, facts) : null;
  return broken === null ? reason : `broken: ${broken}`;
}

/** The names of some tests; null if none with a name broke. */
export function brokenTests(ranking: Ranking, { candidates }: Facts): string | null {
  const candidate = candidates.find(({ name }) => name === ranking.agent);
  const broken = candidate === undefined ? [] : brokenNames(ranking, candidate);
  return broken.length === 0 ? null : nameList(broken, brokenShare(ranking)?.count);
}

function testList(ids: readonly string[], what: string): string {
  return `${ids.length} ${what}${ids.length === 1 ? '' : 's'}: ${nameList(ids)}`;
}

/** `count`: some may have no known name. */
function nameList(ids: readonly string[], count = ids.length): string {
  const names = distinctTestNames(ids).slice(0, MAX_TESTS).map(shownTestName);
  return `${names.join(', ')}${count > names.length ? ` and ${count - names.length} more` : ''}`;
}
