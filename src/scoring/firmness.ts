// How robust the winner is. Lists every reason for doubt; without one the result is firm.
import type { CrossTestRow, Firmness, Sensitivity } from '../contract/index.ts';
import { testsBetween, uncorroboratedAgainst } from './cross-tests.ts';
import type { Contender } from './rank.ts';
import { summarizeList } from './summarize-list.ts';

/** The outcome if every flaky test went against the winner. */
export interface WorstCaseFlakes {
  /** How many such tests there are. */
  count: number;
  winner: string | null;
}

/** `mergeable` are the candidates that may win, in their order; `rows` has each test about the task once. */
export function judgeFirmness(
  mergeable: readonly Contender[],
  sensitivity: Sensitivity | null,
  turned: WorstCaseFlakes,
  rows: readonly CrossTestRow[] = [],
): Firmness {
  const [winner, runnerUp] = mergeable;
  if (winner === undefined || sensitivity === null) return { verdict: 'no_winner', reasons: [] };
  const reasons: string[] = [];
  const { settings, winner_stays: stays } = sensitivity;
  if (stays < settings) reasons.push(`another candidate wins in ${settings - stays} of ${settings} weight settings`);
  if (runnerUp !== undefined && winner.total === runnerUp.total) reasons.push(`${runnerUp.name} has the same total`);
  if (turned.winner !== winner.name) reasons.push(flakesReason(turned));
  reasons.push(...failedTests(winner.name, mergeable, rows), ...openTests(winner.name, mergeable, rows));
  return { verdict: reasons.length === 0 ? 'firm' : 'too_close_to_call', reasons };
}

/** The total may put a candidate first that fails tests about the task that another one passes. */
function failedTests(winner: string, mergeable: readonly Contender[], rows: readonly CrossTestRow[]): string[] {
  return mergeable.flatMap(({ name }) => {
    const ids = testsBetween(name, winner, rows).map(({ id }) => id);
    return ids.length === 0 ? [] : [`it fails ${newTests(ids)} that ${name} passes (${summarizeList(ids)})`];
  });
}

/** A test of a mergeable candidate that no other passes does not count, but would change the result if it is right. */
function openTests(winner: string, mergeable: readonly Contender[], rows: readonly CrossTestRow[]): string[] {
  const names = new Set(mergeable.map(({ name }) => name));
  const open = uncorroboratedAgainst(winner, rows).filter(({ author }) => names.has(author));
  return [...new Set(open.map(({ author }) => author))].map((author) => {
    const ids = open.filter((row) => row.author === author).map(({ id }) => id);
    return `it fails ${newTests(ids)} that only ${author} passes (${summarizeList(ids)})`;
  });
}

function newTests({ length }: readonly string[]): string {
  return length === 1 ? '1 new test' : `${length} new tests`;
}

function flakesReason({ count, winner }: WorstCaseFlakes): string {
  const tests = count === 1 ? '1 uncertain test counts' : `${count} uncertain tests count`;
  return winner === null ? `it cannot be merged if ${tests} against it` : `${winner} wins if ${tests} against it`;
}
