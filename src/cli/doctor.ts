// `hydra doctor`: checks that a run can work. Exit code 0: ready. Exit code 2: something must be fixed first.
import { compareByHand, type Diagnostic, diagnose, proveChecks } from '../doctor/index.ts';
import { visibleText } from '../report/index.ts';
import { EXIT_FAULT, type Outcome } from './exit-code.ts';
import { withInterrupt } from './interrupt.ts';
import { openProgress } from './progress.ts';

const MARKS: Record<Diagnostic['state'], string> = { ok: 'ok   ', note: 'note ', fault: 'FAULT' };

/** Commander turns --no-run into false. */
export async function doctor({ run, prove = false }: { run: boolean; prove?: boolean }): Promise<Outcome> {
  const ready = await diagnose(process.cwd());
  const isFaulty = (results: readonly Diagnostic[]) => results.some(({ state }) => state === 'fault');
  const compared = run && !prove && !isFaulty(ready) ? await withProgress(compareByHand) : [];
  const proven = prove && !isFaulty(ready) ? await withProgress(proveChecks) : [];
  const results = [...ready, ...compared, ...proven];
  const lines = results.map(({ state, subject, text, next }) => {
    const line = `${MARKS[state]} ${subject}: ${visibleText(text)}\n`;
    return next === null ? line : `${line}      next: ${next}\n`;
  });
  return { text: lines.join(''), exitCode: isFaulty(results) ? EXIT_FAULT : 0 };
}

async function withProgress(examination: typeof compareByHand): Promise<Diagnostic[]> {
  const progress = openProgress(process.stderr);
  try {
    return await withInterrupt((signal) => examination(process.cwd(), { signal, watch: progress.show }));
  } finally {
    progress.close();
  }
}
