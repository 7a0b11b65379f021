// `hydra doctor` says what a run would meet. Exit 0: ready. Exit 2: something must be fixed first.
import { compareByHand, type Examined, examine } from '../pipeline/index.ts';
import { visibleText } from '../report/index.ts';
import { EXIT_FAULT, type Outcome } from './exit-code.ts';
import { withInterrupt } from './interrupt.ts';
import { openProgress } from './progress.ts';

const MARKS: Record<Examined['state'], string> = { ok: 'ok   ', note: 'note ', fault: 'FAULT' };

/** Commander turns --no-run into false. */
export async function doctor({ run }: { run: boolean }): Promise<Outcome> {
  const ready = await examine(process.cwd());
  const isFaulty = (results: readonly Examined[]) => results.some(({ state }) => state === 'fault');
  const results = run && !isFaulty(ready) ? [...ready, ...(await compareRuns())] : ready;
  const lines = results.map(({ state, subject, text, next }) => {
    const line = `${MARKS[state]} ${subject}: ${visibleText(text)}\n`;
    return next === null ? line : `${line}      next: ${next}\n`;
  });
  return { text: lines.join(''), exitCode: isFaulty(results) ? EXIT_FAULT : 0 };
}

/** The tests of the base, by hand and under Hydra. */
async function compareRuns(): Promise<Examined[]> {
  const progress = openProgress(process.stderr);
  try {
    return await withInterrupt((signal) => compareByHand(process.cwd(), { signal, watch: progress.show }));
  } finally {
    progress.close();
  }
}
