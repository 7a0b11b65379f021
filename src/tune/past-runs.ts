// The winner of a past run under other weights.
import type { Facts, Policy, Weights } from '../contract/index.ts';
import { scoreFacts } from '../scoring/index.ts';

/** Null if there is no single winner. Everything but the weights is as in the run. */
export function winnerUnder(facts: Facts, policy: Policy, weights: Weights): string | null {
  return scoreFacts(facts, { ...policy, scoring: { ...policy.scoring, weights } }).winner ?? null;
}
