// Room cli: what a run is doing, on stderr: one live line per tree on a terminal, plain lines elsewhere.
import type { HydraEvent } from '../contract/index.ts';
import { visibleText } from '../report/index.ts';

export interface Progress {
  show(event: HydraEvent): void;
  close(): void;
}

const REFRESH_MS = 100;
const CLEAR_LINE = '\u001b[2K';

interface RunningCheck {
  tree: string;
  check: string;
  startedAt: number;
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
    close() {},
  };
}

/** Finished checks scroll up; those under way stand below and are drawn anew. */
function liveProgress(stream: NodeJS.WriteStream): Progress {
  const running = new Map<string, RunningCheck>();
  let drawn = 0;
  const erase = () => {
    if (drawn > 0) stream.write(`\u001b[${drawn}A\r\u001b[J`);
    drawn = 0;
  };
  const draw = () => {
    erase();
    const width = stream.columns ?? 80;
    for (const { tree, check, startedAt } of running.values()) {
      const line = `  ${tree} ${check} ${seconds(performance.now() - startedAt)}`;
      stream.write(`${CLEAR_LINE}${line.slice(0, width - 1)}\n`);
      drawn += 1;
    }
  };
  const timer = setInterval(draw, REFRESH_MS);
  timer.unref();
  return {
    show(event) {
      const line = event.type === 'check_started' ? null : lineFor(event);
      erase();
      if (line !== null) stream.write(`${line}\n`);
      if (event.type === 'check_started')
        running.set(keyOf(event), { tree: treeOf(event), check: event.check, startedAt: performance.now() });
      if (event.type === 'check_finished') running.delete(keyOf(event));
      draw();
    },
    close() {
      clearInterval(timer);
      erase();
    },
  };
}

type CheckEvent = Extract<HydraEvent, { check: string }>;

function keyOf({ candidate, check }: CheckEvent): string {
  return JSON.stringify([candidate, check]);
}

function treeOf({ candidate }: CheckEvent): string {
  return candidate === null ? 'base' : visibleText(candidate);
}

function lineFor(event: HydraEvent): string | null {
  if (event.type === 'check_started') return `${treeOf(event)}: ${event.check} started`;
  if (event.type !== 'check_finished') return null;
  const how = event.from_cache ? 'from the cache' : `${endingText(event)} in ${seconds(event.duration_ms)}`;
  return `${treeOf(event)}: ${event.check} ${how}`;
}

function endingText({ ended, exit_code }: Extract<HydraEvent, { type: 'check_finished' }>): string {
  if (ended !== 'exited') return ended.replace('_', ' ');
  return exit_code === 0 ? 'passed' : `ended with ${exit_code ?? 'a signal'}`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
