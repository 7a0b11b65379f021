// Adds single files or hunks of other candidates to one candidate's tree. The result is a new
// candidate, scored together with those it was made from.
import { openSandbox } from '../capture/index.ts';
import { hydraError } from '../contract/index.ts';
import { type ObjectStore, pickFile, pickHunk, type Repository, type ResolvedCommit } from '../git/index.ts';
import { copySources, scoreSnapshots } from '../pipeline/index.ts';
import { commitOfCandidate, inWorkArea, type RunResult } from '../runs/index.ts';
import { createRun, type RunFolder, type Store } from '../store/index.ts';
import type { MergeRequest } from './request.ts';

export interface Composed {
  folder: RunFolder;
  candidate: string;
  commit: ResolvedCommit;
}

export interface Pick {
  text: string;
  from: string;
  path: string;
  /** Counted from 1; null for the whole file. */
  hunk: number | null;
}

export function parsePick(text: string, { run, scorecard }: RunResult): Pick {
  const [, from = '', path = '', hunk] = /^([^:]+):(.+?)(?:#([1-9]\d{0,5}))?$/s.exec(text) ?? [];
  const refuse = (reason: string) => hydraError('pick_unknown', { pick: text, reason, run: run.run_id }, { value: text });
  if (from === '') throw refuse('it is not of the form CANDIDATE:PATH');
  if (!scorecard.rankings.some(({ agent }) => agent === from)) throw refuse(`there is no candidate \`${from}\``);
  return { text, from, path, hunk: hunk === undefined ? null : Number(hunk) };
}

export async function composePicks(
  request: MergeRequest,
  place: { repository: Repository; store: Store; objects: ObjectStore },
  original: RunResult,
  winner: string,
): Promise<Composed> {
  const { run } = original;
  const { objects, store } = place;
  const base = { commit: run.base.commit, tree: run.base.tree };
  const commits = new Map<string, ResolvedCommit>();
  for (const entry of run.candidates) {
    commits.set(entry.name, await commitOfCandidate({ ...place, folder: request.run }, entry, base));
  }
  const picks = request.picks.map((text) => parsePick(text, original));
  let made = commits.get(winner) ?? base;
  for (const pick of picks) made = await applyPick(objects, base, made, commits.get(pick.from) ?? base, pick, winner, run.run_id);
  const candidate = nameOf(winner, picks, new Set(commits.keys()));
  const others = run.candidates.map(({ commit: _commit, tree: _tree, pinned: _pinned, ...entry }) => ({
    ...entry,
    commit: commits.get(entry.name) ?? base,
  }));
  const written = run.candidates.flatMap(({ name, credentials_written = [] }) =>
    credentials_written.filter(({ path }) => name === winner || picks.some((pick) => pick.from === name && pick.path === path)),
  );
  const source = { kind: 'ref' as const, value: made.commit };
  const composed = { name: candidate, source, commit: made, credentials_written: written };
  const folder = createRun(store, new Date());
  const test_sources = await copySources(request.run, folder, objects, run);
  const sandbox = await openSandbox(run.policy);
  await inWorkArea(folder, request.signal, (area) =>
    scoreSnapshots(
      { ...place, area, folder, sandbox },
      { base: run.base, task: run.task, merge_of: null, policy: run.policy, test_sources, candidates: [...others, composed] },
      request,
    ),
  );
  return { folder, candidate, commit: made };
}

async function applyPick(
  objects: ObjectStore,
  base: ResolvedCommit,
  made: ResolvedCommit,
  other: ResolvedCommit,
  { text, path, hunk }: Pick,
  winner: string,
  run: string,
): Promise<ResolvedCommit> {
  const picked =
    hunk === null
      ? await pickFile(objects, { base, made, other, path })
      : await pickHunk(objects, { base, made, other, path, hunk });
  if (picked === 'unknown')
    throw hydraError('pick_unknown', {
      pick: text,
      reason: hunk === null ? 'neither tree has that file' : 'there is no such hunk',
      run,
    });
  if (picked === 'conflict') throw hydraError('pick_does_not_apply', { pick: text, candidate: winner });
  return picked;
}

function nameOf(winner: string, picks: readonly Pick[], taken: ReadonlySet<string>): string {
  const others = [...new Set(picks.map(({ from }) => from))].join('-');
  const name = `${winner}-with-${others}`.slice(0, 60);
  for (let count = 2; ; count += 1) {
    const tried = count === 2 ? name : `${name}-${count}`;
    if (!taken.has(tried)) return tried;
  }
}
