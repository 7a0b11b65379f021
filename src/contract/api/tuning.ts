// Contract: what `hydra tune` learns from merges, and what it prints with --json.
import type { DimensionId, Weights } from '../dimension.ts';

/**
 * Why a merge is no choice to learn from. forced: gates were overridden. parts: it took parts of other candidates.
 * rescored: the run was scored again afterwards. level: the candidates are equal. one_mergeable: there was no other.
 * no_difference: no dimension with a weight differs. unreadable: its files or decisions were changed.
 */
const LEFT_OUT_REASONS = ['forced', 'parts', 'rescored', 'level', 'one_mergeable', 'no_difference', 'unreadable'] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** A choice that was predicted from the choices before it. */
export interface Prediction {
  run_id: string;
  /** The merged candidate. */
  merged: string;
  shown_first: boolean;
  blind: boolean;
  /** Of the merged candidate; null for the first choices, which are only learned from. */
  probability: { current: number; learned: number } | null;
}

export interface HeldOut {
  choices: number;
  /** Mean negative log of the predicted probability; lower is better. */
  log_loss: { current: number; learned: number };
  /** How many choices the learned weights predict better and worse; ties are in neither. */
  better: number;
  worse: number;
  /** One-sided sign test: the probability of at least as many better ones by chance. */
  p_value: number;
}

/** A past run with another winner under the learned weights; null for no winner. */
export interface ChangedWinner {
  run_id: string;
  current: string | null;
  learned: string | null;
  /** Null if no candidate was merged. */
  merged: string | null;
}

export interface Tuning {
  choices: { total: number; not_first: number; blind: number };
  left_out: { run_id: string; reason: LeftOutReason }[];
  /** `learned` is null if there are too few choices. */
  weights: { current: Weights; learned: Weights | null };
  /** The dimensions with a weight that differ between the candidates of some choice. Others keep their weight. */
  learnable: DimensionId[];
  /** `first_shown`: added to the utility of the candidate shown first. `sharpness`: the utility of a point of the total. */
  fit: { first_shown: number; sharpness: number } | null;
  held_out: HeldOut | null;
  predictions: Prediction[];
  past_runs: { compared: number; changes: ChangedWinner[] };
  /** Why the learned weights are not proposed, in sentences; empty if they are. */
  missing: string[];
}
