// Requests that a running race stops one agent. The request is a file in the run folder, so that it can
// come from another process, the page, or `touch`.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_AUTHOR } from '../contract/index.ts';
import { readRun } from '../runs/index.ts';
import type { RunFolder } from '../store/index.ts';

const CONTROL_FOLDER = 'control';
const LOOK_MS = 200;

function cancelFile(run: RunFolder, name: string): string {
  return join(run.path, CONTROL_FOLDER, `cancel-${name}`);
}

/**
 * Stops one agent of a running race; its files are scored, and the others continue. `name` is one of its agents.
 * False if no race is running there.
 */
export function cancelAgent(run: RunFolder, name: string): boolean {
  try {
    writeFileSync(cancelFile(run, name), '');
    return true;
  } catch (error) {
    // The folder exists while agents work.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** The agents of a race by the names of their candidates, and the test author. */
export function findRacers(run: RunFolder): string[] {
  const described = readRun(run);
  if (described === null) return [];
  const racers = described.candidates.filter(({ source }) => source.kind === 'agent').map(({ name }) => name);
  const hasTestAuthor = racers.length > 0 && described.policy.race.test_author !== null;
  return hasTestAuthor ? [...racers, TEST_AUTHOR] : racers;
}

/** Calls back once for each agent to stop. Returns a function that stops watching. */
export function watchCancels(run: RunFolder, names: readonly string[], onCancel: (name: string) => void): () => void {
  const left = new Set(names);
  mkdirSync(join(run.path, CONTROL_FOLDER));
  const timer = setInterval(() => {
    for (const name of left) {
      if (!existsSync(cancelFile(run, name))) continue;
      left.delete(name);
      onCancel(name);
    }
  }, LOOK_MS);
  return () => {
    clearInterval(timer);
    rmSync(join(run.path, CONTROL_FOLDER), { recursive: true, force: true });
  };
}
