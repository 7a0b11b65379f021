// Room cli: `hydra doctor` says what a run would meet. Exit 0: ready. Exit 2: something must be mended first.
import { type Examined, examine } from '../pipeline/index.ts';
import { visibleText } from '../report/index.ts';
import { EXIT_FAULT, type Outcome } from './exit-code.ts';

const MARKS: Record<Examined['state'], string> = { ok: 'ok   ', note: 'note ', fault: 'FAULT' };

export async function doctor(): Promise<Outcome> {
  const results = await examine(process.cwd());
  const lines = results.map(({ state, subject, text, next }) => {
    const line = `${MARKS[state]} ${subject}: ${visibleText(text)}\n`;
    return next === null ? line : `${line}      next: ${next}\n`;
  });
  return { text: lines.join(''), exitCode: results.some(({ state }) => state === 'fault') ? EXIT_FAULT : 0 };
}
