// The examples in the task's text as a source of tests: read, turned into test files, and stored next to the candidates.
import { type Policy, type Run, type RunExample, TASK_AUTHOR } from '../contract/index.ts';
import { commitWithFiles, type ObjectStore, openSourceTexts, type ResolvedCommit } from '../git/index.ts';
import { isSourceFile } from '../languages/index.ts';
import type { RunFolder } from '../store/index.ts';
import { describesCommands, scriptsIn } from '../tools/index.ts';
import { planExamples } from './examples/plan-examples.ts';
import { type StoredSource, storeSource } from './test-sources.ts';

export interface TaskExamples {
  examples: RunExample[];
  /** Null if none of them could be turned into a test. */
  source: StoredSource | null;
}

const NONE: TaskExamples = { examples: [], source: null };

/** Nothing without a task, and for a merge: the tests of the merged tree decide there. */
export async function storeExamples(
  { objects, folder, isConfined }: { objects: ObjectStore; folder: RunFolder; isConfined: boolean },
  { task, merge_of, policy, base }: Pick<Run, 'task' | 'merge_of' | 'base'> & { policy: Policy },
  candidates: readonly { commit: ResolvedCommit }[],
): Promise<TaskExamples> {
  const { test: command } = policy.scoring.commands;
  if (task === null || merge_of !== null || command === null || policy.task.examples === 'off') return NONE;
  const readSources = openSourceTexts(objects, isSearched);
  const onBase = await readSources(base.tree);
  const planned = planExamples({
    text: task,
    command,
    scripts: scriptsIn(onBase.read('package.json')),
    ...onBase,
    isConfined,
    candidates: await Promise.all(candidates.map(({ commit }) => readSources(commit.tree))),
  });
  if (planned.files.length === 0) return { examples: planned.examples, source: null };
  const laid = planned.files.map(({ path, text }) => ({ path, content: Buffer.from(text), isExecutable: false }));
  const start = { commit: base.commit, tree: base.tree };
  const commit = await commitWithFiles(objects, start, laid);
  return { examples: planned.examples, source: await storeSource(folder, objects, start, TASK_AUTHOR, commit) };
}

/** Files that can define what an example calls, and those that name the project's packages and programs. */
function isSearched(path: string): boolean {
  return isSourceFile(path) || describesCommands(path);
}
