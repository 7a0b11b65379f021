// Progress of `hydra init` on stderr: a line per attempt, and on a terminal the current attempt below it.
import { SETUP_CHECK } from '../contract/index.ts';
import type { SearchProgress } from '../doctor/index.ts';
import { visibleText } from '../text/index.ts';

const REFRESH_MS = 200;

export function openSearchProgress(stream: NodeJS.WriteStream): SearchProgress & { close(): void } {
  let running: { check: string; startedAt: number; tests: number } | null = null;
  let commands: Readonly<Partial<Record<string, string | null>>> = {};
  let isDrawn = false;
  const erase = () => {
    if (isDrawn) stream.write('\r\u001b[2K');
    isDrawn = false;
  };
  const draw = () => {
    erase();
    if (running === null) return;
    const { check, startedAt, tests } = running;
    const seen = tests === 0 ? '' : `, ${tests} tests`;
    const command = commands[check] ?? null;
    const label = visibleText(command === null ? nameOf(check) : `${nameOf(check)}: ${command}`);
    const text = `  ${seconds(performance.now() - startedAt)}${seen} ${label}`;
    stream.write(text.slice(0, (stream.columns ?? 80) - 1));
    isDrawn = true;
  };
  const timer = stream.isTTY ? setInterval(draw, REFRESH_MS) : null;
  timer?.unref();
  return {
    trying(next) {
      commands = next;
    },
    show(event) {
      if (event.type === 'check_started') running = { check: event.check, startedAt: performance.now(), tests: 0 };
      if (event.type === 'check_progress' && running !== null) running.tests = event.tests_seen;
      if (event.type === 'check_finished') running = null;
    },
    finished(check, command, verdict, next) {
      erase();
      const precision = verdict.works && verdict.precision !== null ? ` (${verdict.precision})` : '';
      const result = verdict.works ? `${verdict.figures} in ${seconds(verdict.durationMs)}${precision}` : verdict.why;
      const then = next === null ? '' : `; trying ${next}`;
      stream.write(`${nameOf(check)}: ${visibleText(`${command} ... ${result}${then}`)}\n`);
    },
    close() {
      if (timer !== null) clearInterval(timer);
      erase();
    },
  };
}

function nameOf(check: string): string {
  return check === SETUP_CHECK ? 'set-up' : check;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
