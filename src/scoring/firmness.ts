// Room scoring: how far the winner can be relied on. It names every reason to doubt; without one the answer is firm.
import type { DimensionId, Firmness, IntegrityFinding, Sensitivity, Weights } from '../contract/index.ts';
import { composite } from './composite.ts';
import { scoreOf } from './dimension.ts';
import type { Contender } from './rank.ts';

interface Finalist extends Contender {
  findings: readonly IntegrityFinding[];
}

export function judgeFirmness(
  [winner, runnerUp]: readonly Finalist[],
  sensitivity: Sensitivity | null,
  active: readonly DimensionId[],
  weights: Weights,
): Firmness {
  if (winner === undefined || sensitivity === null) return { verdict: 'no_winner', reasons: [] };
  const reasons: string[] = [];
  const { settings, winner_stays: stays } = sensitivity;
  if (stays < settings) reasons.push(`another candidate wins in ${settings - stays} of ${settings} weight settings`);
  if (runnerUp !== undefined && winner.total === runnerUp.total) reasons.push(`${runnerUp.name} has the same total`);
  if (runnerUp !== undefined && speedDecides(winner, runnerUp, active, weights))
    reasons.push(`only speed puts it before ${runnerUp.name}`);
  if (winner.findings.some(({ id }) => id === 'flaky_on_candidate')) reasons.push('some of its tests pass only now and then');
  return { verdict: reasons.length === 0 ? 'firm' : 'too_close_to_call', reasons };
}

/** Durations vary from run to run: a lead that vanishes when both are equally fast is no lead. */
function speedDecides(winner: Contender, runnerUp: Contender, active: readonly DimensionId[], weights: Weights): boolean {
  if (!active.includes('speed')) return false;
  const scores = (contender: Contender) =>
    active.map((id) => scoreOf(id === 'speed' ? winner.results.speed : contender.results[id]) ?? 0);
  const shares = active.map((id) => weights[id]);
  return (
    (composite(scores(runnerUp), shares) ?? 0) >= (composite(scores(winner), shares) ?? 0) && winner.total !== runnerUp.total
  );
}
