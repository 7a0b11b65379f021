// Dimension diff_scope: whether the change is focused enough to review.
import type { CandidateFacts, ChangedFile, Policy } from '../../contract/index.ts';
import { changedSomething, churnOf, isReviewed, reviewedFiles, testFilesIn, totalLines, touchedLines } from '../change-size.ts';
import { applies, type Dimension, type Verdict } from '../dimension.ts';
import { matchPaths, type PathMatcher, placesOf } from '../path-patterns.ts';
import { recordSteps, type StepRecorder } from '../steps.ts';

const CURVE =
  'if x <= soft / 4 then 100 else if x <= soft then 100 - 20 * (x - soft / 4) / (soft * 3 / 4) else max(0, 80 - 80 * (x - soft) / (soft * 2))';

export const diffScope: Dimension = {
  id: 'diff_scope',
  title: 'Diff scope',
  purpose: 'Focus and reviewability: a small change scores highest; broad and out-of-scope changes lose points.',
  equation: [
    'churn       = added + removed lines of reviewed files, without white space changes (normalize = "whitespace")',
    '            = added_token_lines + removed_token_lines - moved_lines + other_lines (normalize = "syntax")',
    'files       = reviewed files touched (not tests, lockfiles, generated, vendored or binary files)',
    'curve(x, s) = 100 up to s/4, linear to 80 at s, linear to 0 at 3s',
    'churn_score = curve(churn, max_churn_soft)',
    'files_score = curve(files, max_files_soft)',
    'scope_violation_score = 100 * (churn inside allowed_paths / churn), only when allowed_paths is set; moved lines count at both places',
    'score       = (50 * churn_score + 25 * files_score + 25 * scope_violation_score) / (sum of the weights that apply)',
    'score       = min(score, 30) when a protected path is touched; 0 when the diff is empty',
    '',
    'Token lines are lines with a changed token, in one layout for all texts: a file that was only reformatted has none. Moved',
    'lines were removed at one place and added at another. Other lines are in files without a known language; white space is',
    'ignored there. docs/formatted-code.md has the rules. Lines of test files are reported and not counted.',
    '',
    'Worked example: 500 lines with a soft limit of 800 in 5 files with a soft limit of 20:',
    'churn_score = 100 - 20 * (500 - 200) / 600 = 90, files_score = 100, score = (50 * 90 + 25 * 100) / 75 = 93.3.',
  ],

  assess(_facts, policy) {
    const limits = policy.scoring.diff_scope;
    const isProtected = matchPaths(limits.protected_paths);
    const isAllowed = limits.allowed_paths.length === 0 ? null : matchPaths(limits.allowed_paths);
    return applies((candidate) => scoreDiff(candidate, limits, isProtected, isAllowed));
  },
};

type Limits = Policy['scoring']['diff_scope'];

function scoreDiff(candidate: CandidateFacts, limits: Limits, isProtected: PathMatcher, isAllowed: PathMatcher | null): Verdict {
  const recorder = recordSteps();
  const { steps, add } = recorder;
  if (!changedSomething(candidate)) {
    return { state: 'scored', score: add('score', 'if diff_is_empty then 0 else 100', { diff_is_empty: true }), steps };
  }
  const reviewed = reviewedFiles(candidate);
  const churn = countChurn(reviewed, limits, recorder);
  const churnScore = scoreCurve('churn_score', churn, limits.max_churn_soft, recorder);
  const filesScore = scoreCurve('files_score', reviewed.length, limits.max_files_soft, recorder);
  const weighted = isAllowed
    ? weighWithScope(churnScore, filesScore, scoreAllowedShare(candidate, churn, limits, isAllowed, recorder), recorder)
    : add('weighted', '(50 * churn_score + 25 * files_score) / 75', { churn_score: churnScore, files_score: filesScore });
  const protectedTouched = candidate.diff.files.filter((file) => placesOf(file).some(isProtected)).length;
  const score = add('score', 'if protected_touched > 0 then min(weighted, 30) else weighted', {
    protected_touched: protectedTouched,
    weighted,
  });
  return { state: 'scored', score, steps, ...noteOnTests(candidate, limits) };
}

function noteOnTests(candidate: CandidateFacts, { normalize }: Limits): { note?: string } {
  const files = testFilesIn(candidate);
  const lines = churnOf(files, normalize);
  if (files.length === 0) return {};
  const where = files.length === 1 ? '1 test file' : `${files.length} test files`;
  return { note: `${lines} changed ${lines === 1 ? 'line' : 'lines'} in ${where} ${lines === 1 ? 'is' : 'are'} not counted` };
}

function countChurn(files: readonly ChangedFile[], { normalize }: Limits, { add }: StepRecorder): number {
  if (normalize !== 'syntax') return churnOf(files, normalize);
  const { added, removed, moved, other } = totalLines(files, normalize);
  return add('churn', 'added_token_lines + removed_token_lines - moved_lines + other_lines', {
    added_token_lines: added,
    removed_token_lines: removed,
    moved_lines: moved,
    other_lines: other,
  });
}

/** Flat at the start on purpose: rewarding ever smaller diffs selects worse patches. */
function scoreCurve(name: string, x: number, soft: number, { add }: StepRecorder): number {
  return add(name, CURVE, { x, soft });
}

/** By churn; by files if no line counts, as in a diff of binary files only. */
function scoreAllowedShare(
  candidate: CandidateFacts,
  churn: number,
  limits: Limits,
  isAllowed: PathMatcher,
  { add }: StepRecorder,
): number {
  const inside = candidate.diff.files.filter((file) => placesOf(file).every(isAllowed));
  const reviewedInside = inside.filter(isReviewed);
  if (churn > 0 && limits.normalize === 'syntax') {
    // Moving code out of a forbidden file changes that file.
    const changed_lines = touchedLines(reviewedFiles(candidate), limits.normalize);
    const allowed_lines = touchedLines(reviewedInside, limits.normalize);
    return add('scope_violation_score', '100 * (allowed_lines / changed_lines)', { allowed_lines, changed_lines });
  }
  if (churn > 0) {
    const allowed_churn = churnOf(reviewedInside, limits.normalize);
    return add('scope_violation_score', '100 * (allowed_churn / churn)', { allowed_churn, churn });
  }
  const inputs = { allowed_files: inside.length, files: candidate.diff.files.length };
  return add('scope_violation_score', '100 * (allowed_files / files)', inputs);
}

function weighWithScope(churnScore: number, filesScore: number, scopeScore: number, { add }: StepRecorder): number {
  return add('weighted', '(50 * churn_score + 25 * files_score + 25 * scope_violation_score) / 100', {
    churn_score: churnScore,
    files_score: filesScore,
    scope_violation_score: scopeScore,
  });
}
