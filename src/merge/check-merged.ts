// Checks the merged tree before any branch moves. The check is a separate run, with the
// settings of the merged run and the target as its base.
import { openMachine } from '../capture/index.ts';
import type { Policy } from '../contract/index.ts';
import type { ObjectStore, Repository, ResolvedCommit } from '../git/index.ts';
import { copySources, type ScoredRun, type ScoreOptions, scoreSnapshots } from '../pipeline/index.ts';
import { inWorkArea, isFinished, type RunResult } from '../runs/index.ts';
import { createRun, type RunFolder, removeRun, type Store } from '../store/index.ts';

export interface MergedCheckRequest {
  repository: Repository;
  store: Store;
  objects: ObjectStore;
  merged: RunResult & { folder: RunFolder };
  candidate: string;
  target: { branch: string; commit: ResolvedCommit };
  /** The merged tree, as a commit on the target. */
  result: ResolvedCommit;
  options: ScoreOptions;
}

export async function checkMergedTree(request: MergedCheckRequest): Promise<ScoredRun> {
  const { repository, store, objects, merged, candidate, target, result, options } = request;
  const folder = createRun(store, new Date());
  try {
    const test_sources = await copySources(merged.folder, folder, objects, merged.run);
    const policy = policyOfCheck(merged, candidate);
    const machine = await openMachine(policy, repository.root);
    return await inWorkArea(folder, options.signal, (area) =>
      scoreSnapshots(
        { repository, store, objects, area, folder, ...machine },
        {
          test_sources,
          base: { ref: target.branch, ...target.commit },
          task: merged.run.task,
          merge_of: { run_id: merged.run.run_id, candidate },
          policy,
          candidates: [
            { name: candidate, source: { kind: 'ref', value: result.commit }, commit: result, start: target.commit.commit },
          ],
        },
        options,
      ),
    );
  } finally {
    // An incomplete check is useless: the next merge starts it again.
    if (!isFinished(folder)) removeRun(folder);
  }
}

/**
 * The candidate's change was evaluated in its run, in comparison with the others. Alone it would be rated worse: a test
 * that all of them had to change would count against it.
 */
function policyOfCheck({ run, facts }: RunResult, candidate: string): Policy {
  const { policy } = run;
  const tests = facts.candidates.find(({ name }) => name === candidate)?.tests;
  const excused =
    tests?.state === 'measured' ? tests.contested.filter(({ path }) => path !== '').map(({ path }) => asPattern(path)) : [];
  const { scoring } = policy;
  return {
    ...policy,
    scoring: {
      ...scoring,
      tests: { ...scoring.tests, may_change: [...new Set([...scoring.tests.may_change, ...excused])] },
      integrity: { ...scoring.integrity, enabled: false },
      // They decide no gate.
      metrics: {},
    },
  };
}

/** A pattern that matches exactly this path. */
function asPattern(path: string): string {
  return path.replace(/[^\w./-]/gu, '?');
}
