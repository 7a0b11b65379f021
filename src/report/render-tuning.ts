// Renders what was learned from merges: weights, held-out predictions, changed winners, and what is missing.
import { DIMENSION_IDS, type LeftOutReason, type Prediction, type Tuning } from '../contract/index.ts';
import { counted } from '../text/index.ts';
import { type Paint, painter } from './paint.ts';
import { cutMiddle, joinBlocks, padEnd, padStart, visibleText, widestOf, wrapText } from './terminal-text.ts';

interface TuningStyle {
  colour: boolean;
  /** The configuration file with the new weights; null if nothing was written. */
  appliedTo: string | null;
}

const MAX_NAME_LENGTH = 24;
/** The JSON has all of them. */
const MAX_ROWS = 20;

export function renderTuning(tuning: Tuning, { colour, appliedTo }: TuningStyle): string {
  const paint = painter(colour);
  return joinBlocks([
    renderChoices(tuning),
    renderWeights(tuning, paint),
    renderHeldOut(tuning, paint),
    renderPredictions(tuning, paint),
    renderPastRuns(tuning, paint),
    renderOutcome(tuning, appliedTo, paint),
  ]);
}

function renderChoices({ choices, left_out }: Tuning): string[] {
  const { total, not_first, blind } = choices;
  const counts = `${counted(total, 'choice', 'choices')}: ${not_first} not the first candidate shown, ${blind} blind.`;
  const reasons = Object.entries(LEFT_OUT_WORDS).flatMap(([reason, [one, many]]) => {
    const count = left_out.filter((run) => run.reason === reason).length;
    return count === 0 ? [] : [counted(count, one, many)];
  });
  return [counts, ...(reasons.length === 0 ? [] : wrapText('Left out: ', `${reasons.join(', ')}.`, 2))];
}

const LEFT_OUT_WORDS: Record<LeftOutReason, [one: string, many: string]> = {
  forced: ['forced merge', 'forced merges'],
  parts: ['merge with parts of other candidates', 'merges with parts of other candidates'],
  rescored: ['run scored again after the merge', 'runs scored again after the merge'],
  level: ['level run', 'level runs'],
  one_mergeable: ['run with one mergeable candidate', 'runs with one mergeable candidate'],
  no_difference: ['run without a difference in a weighted dimension', 'runs without a difference in a weighted dimension'],
  unreadable: ['changed or unreadable run', 'changed or unreadable runs'],
};

function renderWeights({ weights: { current, learned }, learnable }: Tuning, paint: Paint): string[] {
  if (learned === null) return [];
  const shown = DIMENSION_IDS.filter((id) => current[id] > 0 || learned[id] > 0);
  const width = widestOf(['dimension', ...shown]);
  const row = (name: string, now: string, next: string, change: string) =>
    `${padEnd(name, width)}  ${padStart(now, 7)}  ${padStart(next, 7)}  ${padStart(change, 6)}`;
  const kept = shown.filter((id) => !learnable.includes(id));
  return [
    paint('faint', row('dimension', 'current', 'learned', 'change')),
    ...shown.map((id) => {
      const change = learned[id] - current[id];
      const sign = change > 0 ? '+' : '';
      return row(
        id,
        weightText(current[id]),
        weightText(learned[id]),
        change === 0 ? '' : `${sign}${weightText(change)}`,
      ).trimEnd();
    }),
    ...(kept.length === 0 ? [] : wrapText('', `Never different between the candidates of a choice: ${kept.join(', ')}.`, 2)),
  ];
}

/** At least one decimal, so that columns line up; more for weights with a small sum. */
function weightText(weight: number): string {
  const digits = String(Number(weight.toFixed(6)));
  return digits.includes('.') ? digits : `${digits}.0`;
}

function renderHeldOut({ held_out, fit }: Tuning, paint: Paint): string[] {
  if (held_out === null || fit === null) return [];
  const { choices, log_loss, better, worse, p_value } = held_out;
  return [
    paint('strong', 'Held-out choices, each predicted from earlier ones'),
    `  log-loss of ${choices}: ${log_loss.current.toFixed(3)} with the current weights, ${log_loss.learned.toFixed(3)} with learned ones`,
    `  learned weights better in ${better}, worse in ${worse}: sign test p ${p_value < 0.001 ? '< 0.001' : `= ${p_value.toFixed(3)}`}`,
    `  first-shown term ${fit.first_shown.toFixed(2)}, ${fit.sharpness.toFixed(3)} per point of the total`,
  ];
}

function renderPredictions({ predictions, held_out }: Tuning, paint: Paint): string[] {
  const rows = predictions.filter(({ probability }) => probability !== null);
  if (held_out === null || rows.length === 0) return [];
  const shown = rows.slice(-MAX_ROWS);
  const more = rows.length - shown.length;
  const names = shown.map(({ merged }) => cutMiddle(visibleText(merged), MAX_NAME_LENGTH));
  const widths = { run: widestOf(['run', ...shown.map(({ run_id }) => run_id)]), name: widestOf(['merged', ...names]) };
  const row = (run: string, name: string, seen: string, now: string, next: string) =>
    `${padEnd(run, widths.run)}  ${padEnd(name, widths.name)}  ${padEnd(seen, 9)}  ${padStart(now, 7)}  ${padStart(next, 7)}`;
  return [
    paint('strong', 'Predicted probability of the merged candidate'),
    paint('faint', row('run', 'merged', 'shown', 'current', 'learned')),
    ...shown.map((prediction, index) => {
      const { current = 0, learned = 0 } = prediction.probability ?? {};
      return row(
        visibleText(prediction.run_id),
        names[index] ?? '',
        shownText(prediction),
        current.toFixed(2),
        learned.toFixed(2),
      );
    }),
    ...(more === 0 ? [] : [`and ${more} earlier ones: \`hydra tune --json\` has them all`]),
  ];
}

function shownText({ shown_first, blind }: Prediction): string {
  if (blind) return 'blind';
  return shown_first ? 'first' : 'not first';
}

function renderPastRuns({ past_runs: { compared, changes } }: Tuning, paint: Paint): string[] {
  if (compared === 0) return [];
  const name = (winner: string | null) => (winner === null ? 'no winner' : cutMiddle(visibleText(winner), MAX_NAME_LENGTH));
  const lines = changes.slice(-MAX_ROWS).map(({ run_id, current, learned, merged }) => {
    const wasMerged = merged === null ? '' : ` (merged: ${name(merged)})`;
    return `  ${visibleText(run_id)}  ${name(learned)} instead of ${name(current)}${wasMerged}`;
  });
  const more = changes.length - lines.length;
  return [
    paint('strong', `Past runs: the winner changes in ${changes.length} of ${compared}`),
    ...lines,
    ...(more === 0 ? [] : [`  and ${more} earlier ones: \`hydra tune --json\` has them all`]),
  ];
}

const PROPOSAL = 'Proposal:';

function renderOutcome({ missing }: Tuning, appliedTo: string | null, paint: Paint): string[] {
  if (missing.length > 0) {
    return [paint('caution', 'No proposal. What is missing:'), ...missing.flatMap((sentence) => wrapText('  ', sentence, 4))];
  }
  if (appliedTo === null)
    return wrapText('', `${PROPOSAL} \`hydra tune --apply\` writes the learned weights into the configuration file.`, 2).map(
      (line) => line.replace(PROPOSAL, paint('good', PROPOSAL)),
    );
  const next = 'Commit it: a run uses the file of its base.';
  return wrapText('', `Wrote the learned weights to ${visibleText(appliedTo)}. ${next}`, 2);
}
