// `hydra tune`: learns weights from the merges of past runs. It never learns gates: every candidate of a choice is mergeable.
import {
  DIMENSION_IDS,
  type DimensionId,
  type HeldOut,
  type LeftOutReason,
  type Prediction,
  type Tuning,
  type Weights,
} from '../contract/index.ts';
import { type Choice, type RunRecord, toChoice } from './choice.ts';
import { toRow } from './choice-model.ts';
import { type Fit, fitWeights } from './fit-weights.ts';
import { chainForward, compareHeldOut, FIRST_HELD_OUT, type HeldOutRow } from './forward-chaining.ts';
import { roundWeights } from './round-weights.ts';

export const MIN_CHOICES = 20;
export const MIN_NOT_FIRST = 5;
const SIGNIFICANT = 0.01;
/**
 * How much lower the mean log-loss must be. The sign test alone prefers the sharper model: one that overstates the favorite
 * is slightly better in most choices and much worse in a few, which only the mean shows.
 */
const MIN_GAIN_PERCENT = 5;

/** The part of a tuning that needs only decisions and scorecards. */
export type LearnedWeights = Omit<Tuning, 'past_runs'>;

/** `weights` are those in force. */
export function tuneWeights(records: readonly RunRecord[], leftOut: Tuning['left_out'], weights: Weights): LearnedWeights {
  const { choices, left_out } = collectChoices(records, weights);
  const learnable = DIMENSION_IDS.filter((id) => choices.some((choice) => differs(choice, id)));
  const counts = {
    total: choices.length,
    not_first: choices.filter(({ merged, first }) => merged !== first).length,
    blind: choices.filter(({ isBlind }) => isBlind).length,
  };
  const common = { choices: counts, left_out: [...leftOut, ...left_out], learnable };
  const tooFew = whatIsTooFew(counts, learnable);
  if (tooFew.length > 0) {
    const weightsOnly = { weights: { current: weights, learned: null }, fit: null, held_out: null };
    return { ...common, ...weightsOnly, predictions: choices.map((choice) => toPrediction(choice)), missing: tooFew };
  }
  return { ...common, ...learn(choices, learnable, weights) };
}

/** In the order of the decisions: forward chaining predicts later ones from earlier ones. */
function collectChoices(records: readonly RunRecord[], weights: Weights): { choices: Choice[]; left_out: Tuning['left_out'] } {
  const choices: Choice[] = [];
  const left_out: { run_id: string; reason: LeftOutReason }[] = [];
  for (const record of records) {
    const choice = toChoice(record, weights);
    if (typeof choice === 'string') left_out.push({ run_id: record.runId, reason: choice });
    else if (choice !== null) choices.push(choice);
  }
  const keyOf = ({ at, runId }: Choice) => `${at} ${runId}`;
  return { choices: choices.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)), left_out };
}

function differs({ dimensions, scores }: Choice, id: DimensionId): boolean {
  const place = dimensions.indexOf(id);
  return place >= 0 && scores.some((own) => own[place] !== scores[0]?.[place]);
}

function whatIsTooFew({ total, not_first }: Tuning['choices'], learnable: readonly DimensionId[]): string[] {
  const sentences: string[] = [];
  if (total < MIN_CHOICES)
    sentences.push(`${total} of ${MIN_CHOICES} choices: a choice is a merge from a run with two or more mergeable candidates.`);
  if (not_first < MIN_NOT_FIRST)
    sentences.push(
      `${not_first} of ${MIN_NOT_FIRST} choices that were not the first candidate shown: without them, agreement and habit look the same.`,
    );
  if (total > 0 && learnable.length < 2)
    sentences.push('Two dimensions with a weight that differ between candidates: weights are relative to each other.');
  return sentences;
}

function learn(
  choices: readonly Choice[],
  learnable: readonly DimensionId[],
  weights: Weights,
): Pick<Tuning, 'weights' | 'fit' | 'held_out' | 'predictions' | 'missing'> {
  const rows = choices.map((choice) => toRow(choice, learnable, weights));
  const inForce = learnable.map((id) => weights[id]);
  const fit = fitWeights(rows, inForce, false);
  const predicted = chainForward(rows, inForce);
  const heldOut = compareHeldOut(predicted);
  const learned = withLearned(weights, learnable, fit);
  return {
    weights: { current: weights, learned },
    fit: { first_shown: fit.firstShown, sharpness: fit.sharpness },
    held_out: heldOut,
    predictions: choices.map((choice, index) => toPrediction(choice, predicted[index - FIRST_HELD_OUT])),
    missing: whyNotBetter(heldOut, learned, weights),
  };
}

function withLearned(weights: Weights, learnable: readonly DimensionId[], fit: Fit): Weights {
  const sum = learnable.reduce((total, id) => total + weights[id], 0);
  const rounded = roundWeights(fit.weights, sum);
  return { ...weights, ...Object.fromEntries(learnable.map((id, index) => [id, rounded[index] ?? weights[id]])) };
}

function toPrediction({ runId, candidates, merged, first, isBlind }: Choice, row?: HeldOutRow): Prediction {
  const probability = row && {
    current: row.current.probabilities[merged] ?? 0,
    learned: row.learned.probabilities[merged] ?? 0,
  };
  const name = candidates[merged] ?? '';
  return { run_id: runId, merged: name, shown_first: merged === first, blind: isBlind, probability: probability ?? null };
}

function whyNotBetter({ better, worse, p_value, log_loss }: HeldOut, learned: Weights, weights: Weights): string[] {
  if (DIMENSION_IDS.every((id) => learned[id] === weights[id]))
    return ['A difference: the learned weights are the current ones.'];
  const isLower = log_loss.learned <= log_loss.current * (1 - MIN_GAIN_PERCENT / 100);
  if (isLower && p_value <= SIGNIFICANT) return [];
  return [
    `A better prediction of held-out choices: the learned weights predict ${better} better and ${worse} worse (sign test ` +
      `p = ${p_value.toFixed(3)}, needed: ${SIGNIFICANT}), with a mean log-loss of ${log_loss.learned.toFixed(3)} ` +
      `instead of ${log_loss.current.toFixed(3)} (needed: ${MIN_GAIN_PERCENT}% lower).`,
  ];
}
