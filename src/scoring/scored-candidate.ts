// A candidate with everything by which the verdict compares it with another one.
import type { CandidateFacts, CrossTestRow, Facts, Gate, IntegrityFinding, ScoreId, Weights } from '../contract/index.ts';
import type { ResultsById } from './composite.ts';
import type { KnownAnswers } from './known-answers.ts';
import type { Contender } from './rank.ts';

export interface ScoredCandidate extends Contender {
  gates: Gate[];
  findings: IntegrityFinding[];
  /** Contested tests that need a decision. */
  pending: string[];
  /** Contested tests that count neither as passed nor as a regression. */
  excused: string[];
  facts: CandidateFacts;
  /** With the tests that the candidate adds. `results` and `total` are without them: they never decide. */
  shown: { results: ResultsById; total: number | null };
}

/** The values by which two candidates are compared. */
export interface Compared {
  facts: Facts;
  /** Tests about the task by all authors, including all authors of the same test. */
  rows: readonly CrossTestRow[];
  /** Each test once. */
  distinct: readonly CrossTestRow[];
  active: readonly ScoreId[];
  weights: Weights;
  answers: KnownAnswers;
}
