import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type HydraEvent, SCHEMA_VERSION } from '../contract/index.ts';
import { openProgress } from './progress.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Partial = HydraEvent extends infer Event
  ? Event extends HydraEvent
    ? Omit<Event, 'schema_version' | 'seq' | 'at'>
    : never
  : never;
function eventOf(event: Partial): HydraEvent {
  return { schema_version: SCHEMA_VERSION, seq: 1, at: '2026-01-01T00:00:00.000Z', ...event } as HydraEvent;
}

/** Simulates a screen: the written lines without the erased ones. */
class Screen {
  readonly isTTY: boolean;
  readonly columns = 40;
  readonly rows: number;
  text = '';

  constructor(isTTY: boolean, rows = 24) {
    this.isTTY = isTTY;
    this.rows = rows;
  }

  write(text: string): boolean {
    const erased = text.startsWith('\u001b[') && text.endsWith('A\r\u001b[J') ? Number.parseInt(text.slice(2), 10) : 0;
    if (erased === 0) this.text += text.replace('\u001b[2K', '');
    else
      this.text = this.lines
        .map((line) => `${line}\n`)
        .slice(0, -erased)
        .join('');
    return true;
  }

  get lines(): string[] {
    return this.text.split('\n').slice(0, -1);
  }
}

function open(screen: Screen) {
  const progress = openProgress(screen as unknown as NodeJS.WriteStream);
  return { close: progress.close, show: (event: Partial) => progress.show(eventOf(event)) };
}

const started = (candidate: string | null, check: string): Partial => ({
  type: 'check_started',
  candidate,
  check,
  reason: 'every tree',
});
const seen = (candidate: string | null, check: string, tests_seen: number): Partial => ({
  type: 'check_progress',
  candidate,
  check,
  tests_seen,
});
const passed = (candidate: string | null, check: string): Partial => ({
  type: 'check_finished',
  candidate,
  check,
  ended: 'exited',
  exit_code: 0,
  duration_ms: 12_345,
  from_cache: false,
});

describe('on a terminal', () => {
  test('shows one line per running check, with its time and test count, below the finished checks', () => {
    const screen = new Screen(true);
    const { show, close } = open(screen);
    show(started(null, 'test'));
    show(started('codex', 'build'));
    vi.advanceTimersByTime(12_300);
    expect(screen.lines).toEqual(['  base   test    12.3 s', '  codex  build   12.3 s']);
    show(seen(null, 'test', 1));
    show(seen('nobody', 'test', 7));
    expect(screen.lines).toEqual(['  base   test    12.3 s  1 test', '  codex  build   12.3 s']);
    show(seen(null, 'test', 148));
    show(passed('codex', 'build'));
    expect(screen.lines).toEqual(['codex: build passed in 12.3 s', '  base  test   12.3 s  148 tests']);
    close();
    expect(screen.lines).toEqual(['codex: build passed in 12.3 s']);
  });

  test('shows what Hydra does while no check of the run is running', () => {
    const screen = new Screen(true);
    const { show } = open(screen);
    show({ type: 'run_started', run_id: 'r', candidates: ['a'] });
    show(started('a', 'test'));
    expect(screen.lines).toEqual(['  a  test    0.0 s']);
    show(passed('a', 'test'));
    vi.advanceTimersByTime(2_000);
    expect(screen.lines).toEqual(['a: test passed in 12.3 s', '  comparing results and planning  2.0 s']);
    show({ type: 'run_finished', winner: null });
    expect(screen.lines).toEqual(['a: test passed in 12.3 s']);
  });

  test('never prints more or longer lines than fit on the screen', () => {
    const screen = new Screen(true, 3);
    const { show, close } = open(screen);
    for (const name of ['a', 'b', 'c', 'd'.repeat(60)]) show(started(name, 'test'));
    expect(screen.lines.map(({ length }) => length)).toEqual([39, 39]);
    close();
    expect(screen.text).toBe('');
  });
});

test.each([
  ['test', 'test'],
  ['again2-test', 'test, repeated (2)'],
  ['selected1-test', 'test, tests in question (1)'],
  ['shuffled2-test', 'test, some tests again (2)'],
  ['changed1-test', 'test, changed test files'],
  ['pinned-build', "build, with the base's tests"],
  ['pinned-again1-test', "test, repeated (1), with the base's tests"],
  ['build-app', 'build-app'],
])('shows the check %s as %s', (check, words) => {
  const screen = new Screen(false);
  open(screen).show({ ...passed('codex', check), exit_code: 101 } as Partial);
  expect(screen.text).toBe(`codex: ${words} failed with exit code 101 in 12.3 s\n`);
});

test.each([
  ['canary', 1, 'reported', 'canary check, whole suite passed (planted failure reported)'],
  ['canary-file', 1, 'reported', 'canary check passed (planted failure reported)'],
  ['canary-file', 64, 'not_reported', 'canary check failed (exit code 64, planted failure not in its results)'],
  ['pinned-canary-file', 0, 'not_reported', "canary check, with the base's tests failed (planted failure not reported)"],
])('shows %s for exit code %i and a failure that is %s', (check, exit_code, planted_failure, words) => {
  const screen = new Screen(false);
  open(screen).show({ ...passed('codex', check), exit_code, planted_failure } as Partial);
  const line = `codex: ${words} in 12.3 s\n`;
  expect(screen.text).toBe(line);
});

test('shows why a check runs', () => {
  const screen = new Screen(false);
  open(screen).show({ ...started('codex', 'selected1-test'), reason: 'lost 2 tests' } as Partial);
  expect(screen.text).toBe('codex: test, tests in question (1) started: lost 2 tests\n');
});

test('without a terminal, prints a line when a check starts and one when it ends', () => {
  const screen = new Screen(false);
  const { show, close } = open(screen);
  show(started('codex', 'test'));
  show(seen('codex', 'test', 3));
  show(passed('codex', 'test'));
  close();
  expect(screen.text).toBe('codex: test started: every tree\ncodex: test passed in 12.3 s\n');
});
