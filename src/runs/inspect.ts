// A run as the page shows it: everything known so far, also while it is running.
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CaptureEntry,
  HydraError,
  isMergeDecision,
  type LogMatches,
  type RunDetail,
  type RunEntry,
} from '../contract/index.ts';
import { createObjectStore, findRepository, patchBetween } from '../git/index.ts';
import {
  BASELINE,
  listDecisions,
  type RunFolder,
  readStored,
  readStoredIfPresent,
  runFile,
  type Subject,
  subjectFolder,
} from '../store/index.ts';
import { createWorkArea, removeFolder } from '../workspace/index.ts';
import { commitOfCandidate } from './candidate-commit.ts';
import { isFinished, readRun, readScorecard } from './lifecycle.ts';
import { statusOf } from './status.ts';

export function describeEntry(folder: RunFolder): RunEntry {
  const run = readRun(folder);
  const common = { id: folder.id, ...statusOf(folder) };
  if (run === null) {
    const unknown = { task: null, base: '?', started_at: null, winner: null, verdict: null, firmness: null };
    return { ...common, ...unknown, candidates: [], merge_of: null };
  }
  const scorecard = readScorecard(folder);
  const unranked = run.candidates.map(({ name }) => ({ name, total: null, mergeable: null }));
  return {
    ...common,
    task: run.task,
    base: run.base.ref,
    started_at: run.started_at,
    winner: scorecard?.winner ?? null,
    verdict: scorecard?.verdict ?? null,
    firmness: scorecard?.firmness ?? null,
    candidates: scorecard?.rankings.map(({ agent, total, mergeable }) => ({ name: agent, total, mergeable })) ?? unranked,
    merge_of: run.merge_of,
    ...mergedOf(folder),
  };
}

/** A damaged decision of one run must not hide the other runs. */
function mergedOf(folder: RunFolder): Pick<RunEntry, 'merged'> {
  try {
    const last = listDecisions(folder).filter(isMergeDecision).at(-1);
    return last === undefined ? {} : { merged: { candidate: last.candidate, branch: last.target.branch } };
  } catch (error) {
    if (error instanceof HydraError) return {};
    throw error;
  }
}

export function describeDetail(folder: RunFolder): RunDetail {
  const run = readStored('run', runFile(folder, 'run.json'));
  const finished = isFinished(folder);
  const subjects: Subject[] = [BASELINE, ...run.candidates.map(({ name }): Subject => ({ kind: 'candidate', name }))];
  return {
    id: folder.id,
    ...statusOf(folder),
    run,
    scorecard: finished ? readStored('scorecard', runFile(folder, 'scorecard.json')) : null,
    facts: finished ? readStored('facts', runFile(folder, 'facts.json')) : null,
    decisions: listDecisions(folder),
    captures: subjects.flatMap((subject) => listCaptures(folder, subject)),
  };
}

function listCaptures(folder: RunFolder, subject: Subject): CaptureEntry[] {
  const home = subjectFolder(folder, subject);
  if (!existsSync(home)) return [];
  return readdirSync(home)
    .sort()
    .flatMap((check) => {
      const capture = readStoredIfPresent('capture', join(home, check, 'capture.json'));
      if (capture === null) return [];
      const { command, ended, exit_code, signal, duration_ms, from_cache, stdout, stderr } = capture;
      const candidate = subject.kind === 'baseline' ? null : subject.name;
      const sizes = { stdout_bytes: stdout.bytes, stderr_bytes: stderr.bytes };
      const killed = signal === null ? {} : { signal };
      return [{ candidate, check, command, ended, exit_code, ...killed, duration_ms, from_cache, ...sizes }];
    });
}

/** Null if the run has no such log. The names are untrusted: only those listed in the run are used. */
export function findLog(folder: RunFolder, candidate: string | null, check: string, stream: 'stdout' | 'stderr'): string | null {
  const run = readRun(folder);
  const subject: Subject = candidate === null ? BASELINE : { kind: 'candidate', name: candidate };
  if (run === null || (candidate !== null && !run.candidates.some(({ name }) => name === candidate))) return null;
  const home = subjectFolder(folder, subject);
  if (!existsSync(home) || !readdirSync(home).includes(check)) return null;
  const file = join(home, check, `${stream}.log`);
  return existsSync(file) ? file : null;
}

/** Null if the run has no such candidate. */
export function findPatch(folder: RunFolder, candidate: string): string | null {
  if (!readRun(folder)?.candidates.some(({ name }) => name === candidate)) return null;
  const file = join(subjectFolder(folder, { kind: 'candidate', name: candidate }), 'diff.patch');
  return existsSync(file) ? file : null;
}

/** The diff from one candidate to another. */
export async function patchBetweenCandidates(cwd: string, folder: RunFolder, first: string, second: string): Promise<Uint8Array> {
  const repository = await findRepository(cwd);
  const run = readStored('run', runFile(folder, 'run.json'));
  const area = createWorkArea(`patch-${process.pid}-${folder.id}`);
  try {
    const objects = await createObjectStore(repository, join(area, 'objects'));
    const base = { commit: run.base.commit, tree: run.base.tree };
    const entries = [first, second].flatMap((wanted) => run.candidates.filter(({ name }) => name === wanted));
    const trees: string[] = [];
    for (const entry of entries) trees.push((await commitOfCandidate({ repository, objects, folder }, entry, base)).tree);
    return await patchBetween(objects, trees[0] ?? base.tree, trees[1] ?? base.tree);
  } finally {
    await removeFolder(area);
  }
}

const SEARCH_BYTES = 1024 * 1024;
/** One response must not block the server. */
const MAX_BYTES_PER_SEARCH = 64 * SEARCH_BYTES;

/** Case-insensitive. One character per byte, so that offsets in the text are offsets in the file. */
export function searchLog(file: string, text: string, from: number, limit: number): LogMatches {
  const wanted = Buffer.from(text, 'utf8').toString('latin1').toLowerCase();
  const { size } = statSync(file);
  const offsets: number[] = [];
  const buffer = Buffer.alloc(SEARCH_BYTES + wanted.length - 1);
  const descriptor = openSync(file, 'r');
  try {
    for (let start = from; start < size; start += SEARCH_BYTES) {
      if (offsets.length >= limit || start - from >= MAX_BYTES_PER_SEARCH) return { offsets, next: start };
      const read = readSync(descriptor, buffer, 0, buffer.length, start);
      const piece = buffer.toString('latin1', 0, read).toLowerCase();
      for (let at = piece.indexOf(wanted); at !== -1 && at < SEARCH_BYTES; at = piece.indexOf(wanted, at + 1))
        offsets.push(start + at);
    }
  } finally {
    closeSync(descriptor);
  }
  return { offsets, next: null };
}
