// `hydra ask --write`: answered questions as a test file in the user's working tree.
import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hydraError } from '../contract/index.ts';
import { readRegularFile } from '../exec/index.ts';
import { createObjectStore, findRepository, openSourceTexts } from '../git/index.ts';
import { isSourceFile } from '../languages/index.ts';
import { commitOfCandidate, isFinished, readResult, refuseUnfinished } from '../runs/index.ts';
import type { RunFolder } from '../store/index.ts';
import { scriptsIn } from '../tools/index.ts';
import { createWorkArea, removeFolder } from '../workspace/index.ts';
import { type AnsweredTests, planAnsweredTests } from './examples/answered-tests.ts';

export interface WrittenAnswers extends Pick<AnsweredTests, 'written' | 'left'> {
  /** Relative to the root of the repository. */
  path: string;
}

/** More than such a file can have. */
const MAX_BYTES = 1024 * 1024;

/** Never replaces a file with another content. */
export async function writeAnswered(cwd: string, folder: RunFolder): Promise<WrittenAnswers> {
  if (!isFinished(folder)) refuseUnfinished(folder);
  const { run, facts } = readResult(folder);
  if (!facts.answers?.probes.some(({ right = [] }) => right.length > 0)) throw hydraError('nothing_answered', { run: folder.id });
  const repository = await findRepository(cwd);
  const { file, written, left } = await planIn(folder, cwd);
  if (file === null) throw hydraError('answers_not_writable', { run: run.run_id, reason: left[0]?.why ?? 'unknown' });
  createFile(join(repository.root, file.path), file);
  return { path: file.path, written, left };
}

function createFile(target: string, { path, text }: { path: string; text: string }): void {
  if (lstatSync(target, { throwIfNoEntry: false }) === undefined) {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text, { flag: 'wx' });
  } else if (readRegularFile(target, MAX_BYTES)?.toString('utf8') !== text) {
    throw hydraError('test_file_exists', {}, { place: { file: path } });
  }
}

/** With the sources of the base, and of the leaders, which may define what a call uses. */
async function planIn(folder: RunFolder, cwd: string): Promise<AnsweredTests> {
  const { run, facts, scorecard } = readResult(folder);
  const area = createWorkArea(`${folder.id}-answers`);
  try {
    const repository = await findRepository(cwd);
    const objects = await createObjectStore(repository, join(area, 'objects'));
    const base = { commit: run.base.commit, tree: run.base.tree };
    const leaders = run.candidates.filter(({ name }) => scorecard.verdict.leaders.includes(name));
    const trees = await Promise.all(leaders.map((each) => commitOfCandidate({ repository, objects, folder }, each, base)));
    const textsOf = openSourceTexts(objects, (path) => isSourceFile(path) || path === 'package.json');
    const onBase = await textsOf(base.tree);
    return planAnsweredTests(facts.answers ?? { probes: [], unstable: 0 }, {
      ...onBase,
      text: run.task ?? '',
      command: run.policy.scoring.commands.test ?? '',
      scripts: scriptsIn(onBase.read('package.json')),
      isConfined: false,
      candidates: await Promise.all(trees.map(({ tree }) => textsOf(tree))),
    });
  } finally {
    await removeFolder(area);
  }
}
