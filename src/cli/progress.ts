// Progress of a run on stderr: one live line per checkout on a terminal, or what Hydra does between checks; plain lines elsewhere.
import { describeCheckRun, describePlantedFailure, type HydraEvent, mustFail, parseCheckRun } from '../contract/index.ts';
import { visibleText } from '../report/index.ts';
import { agentLine } from './agent-progress.ts';

export interface Progress {
  show(event: HydraEvent): void;
  print(line: string): void;
  close(): void;
}

const REFRESH_MS = 100;
/** Results of large suites take seconds to compare. */
const BETWEEN_CHECKS = 'comparing results and planning';
/** Nothing else is shown from here until a check starts. */
const BEGINS_IDLE: ReadonlySet<HydraEvent['type']> = new Set(['run_started', 'check_finished']);
const CLEAR_LINE = '\u001b[2K';

interface RunningCheck {
  tree: string;
  check: string;
  startedAt: number;
  testsSeen: number | null;
}

export function openProgress(stream: NodeJS.WriteStream): Progress {
  return stream.isTTY ? liveProgress(stream) : plainProgress(stream);
}

function plainProgress(stream: NodeJS.WriteStream): Progress {
  return {
    show(event) {
      const line = lineFor(event);
      if (line !== null) stream.write(`${line}\n`);
    },
    print(line) {
      stream.write(`${line}\n`);
    },
    close() {},
  };
}

/** Finished checks scroll up; running checks stay below and are redrawn. */
function liveProgress(stream: NodeJS.WriteStream): Progress {
  const running = new Map<string, RunningCheck>();
  let idleSince: number | null = null;
  let drawn = 0;
  const erase = () => {
    if (drawn > 0) stream.write(`\u001b[${drawn}A\r\u001b[J`);
    drawn = 0;
  };
  const draw = () => {
    erase();
    const { columns = 80, rows = 24 } = stream;
    // Lines that have scrolled off the screen cannot be erased.
    const now = performance.now();
    const idle = idleSince === null ? [] : [`  ${BETWEEN_CHECKS}  ${seconds(now - idleSince)}`];
    const lines = [...renderRunning([...running.values()], now), ...idle].slice(0, rows - 1);
    for (const line of lines) stream.write(`${CLEAR_LINE}${line.slice(0, columns - 1)}\n`);
    drawn = lines.length;
  };
  const timer = setInterval(draw, REFRESH_MS);
  timer.unref();
  return {
    show(event) {
      const line = event.type === 'check_started' ? null : lineFor(event);
      erase();
      if (line !== null) stream.write(`${line}\n`);
      follow(running, event);
      const isIdle = running.size === 0 && event.type !== 'run_finished' && (idleSince !== null || BEGINS_IDLE.has(event.type));
      idleSince = isIdle ? (idleSince ?? performance.now()) : null;
      draw();
    },
    print(line) {
      erase();
      stream.write(`${line}\n`);
      draw();
    },
    close() {
      clearInterval(timer);
      erase();
    },
  };
}

function follow(running: Map<string, RunningCheck>, event: HydraEvent): void {
  if (event.type === 'check_started')
    running.set(keyOf(event), { tree: treeOf(event), check: checkOf(event), startedAt: performance.now(), testsSeen: null });
  if (event.type === 'check_finished') running.delete(keyOf(event));
  const check = event.type === 'check_progress' ? running.get(keyOf(event)) : undefined;
  if (check !== undefined && event.type === 'check_progress') check.testsSeen = event.tests_seen;
}

/** "codex  test  12.3 s  148 tests", with aligned columns. */
function renderRunning(running: readonly RunningCheck[], now: number): string[] {
  const widthOf = (texts: string[]) => Math.max(0, ...texts.map(({ length }) => length));
  const treeWidth = widthOf(running.map(({ tree }) => tree));
  const checkWidth = widthOf(running.map(({ check }) => check));
  return running.map(({ tree, check, startedAt, testsSeen }) => {
    const tests = testsSeen === null ? '' : `  ${testsSeen} ${testsSeen === 1 ? 'test' : 'tests'}`;
    return `  ${tree.padEnd(treeWidth)}  ${check.padEnd(checkWidth)}  ${seconds(now - startedAt).padStart(7)}${tests}`;
  });
}

type CheckEvent = Extract<HydraEvent, { check: string }>;

function keyOf({ candidate, check }: CheckEvent): string {
  return JSON.stringify([candidate, check]);
}

function treeOf({ candidate }: CheckEvent): string {
  return candidate === null ? 'base' : visibleText(candidate);
}

function checkOf({ check }: CheckEvent): string {
  return visibleText(describeCheckRun(parseCheckRun(check)));
}

function lineFor(event: HydraEvent): string | null {
  if (event.type === 'check_started') {
    const why = event.reason === undefined ? '' : `: ${visibleText(event.reason)}`;
    return `${treeOf(event)}: ${checkOf(event)} started${why}`;
  }
  if (event.type === 'note') return `note: ${visibleText(event.text)}`;
  if (event.type !== 'check_finished') return agentLine(event);
  const how = event.from_cache ? 'from the cache' : `${endingText(event)} in ${seconds(event.duration_ms)}`;
  return `${treeOf(event)}: ${checkOf(event)} ${how}`;
}

type FinishedCheck = Extract<HydraEvent, { type: 'check_finished' }>;

function endingText({ ended, exit_code, check, planted_failure: planted }: FinishedCheck): string {
  if (ended !== 'exited') return ended.replace('_', ' ');
  // The only check that must fail: it runs with a failing test that Hydra adds.
  if (mustFail(parseCheckRun(check))) {
    const isReported = exit_code !== 0 && planted === 'reported';
    return `${isReported ? 'passed' : 'failed'} (${describePlantedFailure(exit_code, planted)})`;
  }
  return exit_code === 0 ? 'passed' : `failed with ${exit_code === null ? 'a signal' : `exit code ${exit_code}`}`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
