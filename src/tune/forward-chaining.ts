// Predicts each choice from the choices before it, with the weights in force and with learned ones.
import type { HeldOut } from '../contract/index.ts';
import { type ChoiceRow, predict, type RowPrediction } from './choice-model.ts';
import { fitWeights } from './fit-weights.ts';
import { signTest } from './sign-test.ts';

/** Fewer choices say too little to predict the next one. */
export const FIRST_HELD_OUT = 10;
/** Bounds the time for long histories: several choices in a row are then predicted by one fit. */
const MAX_FITS = 20;
/** Smaller differences of the log-loss are ties. */
const TIE = 1e-9;

export interface HeldOutRow {
  current: RowPrediction;
  learned: RowPrediction;
}

/** In the order of the rows; the first rows are only learned from and have no entry. */
export function chainForward(rows: readonly ChoiceRow[], inForce: readonly number[]): HeldOutRow[] {
  const rowsPerFit = Math.max(1, Math.ceil((rows.length - FIRST_HELD_OUT) / MAX_FITS));
  const predicted: HeldOutRow[] = [];
  for (let start = FIRST_HELD_OUT; start < rows.length; start += rowsPerFit) {
    const earlier = rows.slice(0, start);
    // Both have their own first-shown term and sharpness: only the weights are compared.
    const current = fitWeights(earlier, inForce, true);
    const learned = fitWeights(earlier, inForce, false);
    for (const row of rows.slice(start, start + rowsPerFit))
      predicted.push({ current: predict(row, current), learned: predict(row, learned) });
  }
  return predicted;
}

export function compareHeldOut(predicted: readonly HeldOutRow[]): HeldOut {
  const gains = predicted.map(({ current, learned }) => current.loss - learned.loss);
  const better = gains.filter((gain) => gain > TIE).length;
  const worse = gains.filter((gain) => gain < -TIE).length;
  const mean = (losses: readonly number[]) => losses.reduce((sum, loss) => sum + loss, 0) / Math.max(1, losses.length);
  return {
    choices: predicted.length,
    log_loss: {
      current: mean(predicted.map(({ current }) => current.loss)),
      learned: mean(predicted.map(({ learned }) => learned.loss)),
    },
    better,
    worse,
    p_value: signTest(better, worse),
  };
}
