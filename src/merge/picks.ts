// Adds single files or hunks of other candidates to one candidate's tree. The result is a new
// candidate, scored together with those it was made from.
import { openMachine } from '../capture/index.ts';
import { hydraError } from '../contract/index.ts';
import { type ObjectStore, pickFile, pickHunk, type Repository, type ResolvedCommit } from '../git/index.ts';
import { copyAgents, copySources, restoreCandidates, scoreSnapshots, unusedName } from '../pipeline/index.ts';
import { inWorkArea, type RunResult } from '../runs/index.ts';
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
  const others = await restoreCandidates({ ...place, folder: request.run }, run, base);
  const commits = new Map(others.map(({ name, commit }) => [name, commit]));
  const picks = request.picks.map((text) => parsePick(text, original));
  let made = commits.get(winner) ?? base;
  for (const pick of picks) made = await applyPick(objects, base, made, commits.get(pick.from) ?? base, pick, winner, run.run_id);
  const candidate = unusedName(`${winner}-with-${[...new Set(picks.map(({ from }) => from))].join('-')}`, others);
  const written = run.candidates.flatMap(({ name, credentials_written = [] }) =>
    credentials_written.filter(({ path }) => name === winner || picks.some((pick) => pick.from === name && pick.path === path)),
  );
  const source = { kind: 'ref' as const, value: made.commit };
  const authors = run.candidates.filter(({ name }) => name === winner || picks.some((pick) => pick.from === name));
  const repository_writes = authors.flatMap((author) => author.repository_writes ?? []);
  const found = { credentials_written: written, repository_writes };
  const composed = { name: candidate, source, commit: made, start: run.base.commit, ...found };
  const folder = createRun(store, new Date());
  const test_sources = await copySources(request.run, folder, objects, run);
  copyAgents(request.run, folder, run);
  const machine = await openMachine(run.policy, place.repository.root);
  await inWorkArea(folder, request.signal, (area) =>
    scoreSnapshots(
      { ...place, area, folder, ...machine },
      {
        ...{ base: run.base, task: run.task, merge_of: null, again_of: run.run_id, policy: run.policy, test_sources },
        candidates: [...others, composed],
      },
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
