// Answers the questions of planning about trees, with git.
import { measurableFiles } from '../../capture/index.ts';
import { BASELINE, type Policy, planBuilds, type ResolvedCommit, type Subject } from '../../contract/index.ts';
import {
  commitWithFiles,
  diffTrees,
  leaveOut,
  listFiles,
  type ObjectStore,
  openSourceTexts,
  readTreeFile,
  readTreeFiles,
} from '../../git/index.ts';
import { filesWithTests } from '../../judge/index.ts';
import { withComment } from '../../languages/index.ts';
import { isTestModule, judgeChangedTests, loadsSources, type TestSelector, testFilesOf } from '../../plan/index.ts';
import {
  asksForReports,
  commandsOf,
  describesCommands,
  packagesIn,
  runnerOf,
  runPrograms,
  scriptsIn,
  selectFiles,
  selectTests,
  shuffleTests,
} from '../../tools/index.ts';
import { openAsking } from './ask-trees.ts';
import { independentTree } from './independent-tree.ts';
import { layOver } from './lay-over.ts';

export async function openSelector(objects: ObjectStore, policy: Policy, base: ResolvedCommit): Promise<TestSelector> {
  const baseTree = base.tree;
  const command = policy.scoring.commands.test ?? '';
  const packageJson = await readTreeFile(objects, baseTree, 'package.json');
  const scripts = scriptsIn(packageJson);
  const runner = runnerOf(command, scripts);
  const selectChanged: TestSelector['files'] = async (commit, files, added) => {
    if (files.length === 0) return null;
    const inTree = added === undefined ? await readTreeFiles(objects, commit.tree, files) : [];
    const texts = new Map([...inTree.map(({ path, text }) => [path, text] as const), ...(added ?? [])]);
    const all = new Set([...(await listFiles(objects, commit.tree)), ...texts.keys()]);
    return selectFiles({ command, scripts, files, hasFile: (path) => all.has(path), read: (path) => texts.get(path) ?? null });
  };
  const baseTests = async () => {
    const paths = runner === null ? [] : filesWithTests(await listFiles(objects, baseTree));
    return readTreeFiles(
      objects,
      baseTree,
      paths.filter((path) => runner !== null && isTestModule(path, runner)),
    );
  };
  const textsOf = openSourceTexts(objects, describesCommands);
  const asking = openAsking(objects, base, { command, scripts }, baseTests);
  return {
    asksForReport: asksForReports(command, scripts),
    async tests(commit, ids, seed) {
      const files = new Set(await listFiles(objects, commit.tree));
      return selectTests({ command, scripts, ids, hasFile: (path) => files.has(path), seed });
    },
    files: selectChanged,
    calls: asking.choose,
    async asking(commit, calls) {
      const written = await asking.write(commit, calls);
      if (written === null) return null;
      const added = new Map(written.files.map(({ path, text }) => [path, text]));
      const selected = await selectChanged(commit, [...added.keys()], added);
      return selected === null ? null : { ...written, command: selected };
    },
    measurable: (paths) => measurableFiles(paths, command, scripts, packagesIn(packageJson)),
    baseTests,
    independent: (base, deciding) => independentTree(objects, base, deciding),
    shuffled: (seed) => shuffleTests(command, scripts, seed),
    needsBuild: (sources) =>
      planBuilds(policy, BASELINE, 'own').length > 0 && (runner === null || !loadsSources(runner, sources)),
    leaveOut: (onto, from, paths) => leaveOut(objects, base, onto, from, paths),
    async layOver(sources, onto) {
      const files = sources.flatMap((source) => testFilesOf(source, runner) ?? []);
      if (files.length === 0) return null;
      let commit = onto;
      for (const source of sources) commit = await layOver(objects, commit, source);
      const isSelected = files.every(({ modules }) => modules.length > 0);
      const modules = isSelected ? [...new Set(files.flatMap((each) => each.modules))] : [];
      const test = (await selectChanged(commit, modules)) ?? command;
      const needsBuild = files.some((each) => each.needsBuild);
      const builds = needsBuild ? planBuilds(policy, BASELINE, 'own').map((build) => build.command) : [];
      return { commit, command: inOrder([...builds, test]) };
    },
    async layPrograms(source, onto) {
      const { programs = [] } = source;
      const commit = await layOver(objects, onto, source);
      const hasCommands = programs.some(({ kind }) => kind === 'command');
      const commands = hasCommands ? commandsOf(await textsOf(commit.tree), command) : new Map<string, string>();
      const builds = planBuilds(policy, BASELINE, 'own').map((build) => build.command);
      const run = runPrograms(programs, { testCommand: command, commands });
      return { commit, command: inOrder([...builds, run]) };
    },
    async addComments(onto, files) {
      const texts = await readTreeFiles(
        objects,
        onto.tree,
        files.map(({ path }) => path),
      );
      const modes = new Map(files.map(({ path, isExecutable }) => [path, isExecutable]));
      const commented = texts.flatMap(({ path, text }) => {
        const content = isText(text) ? withComment(path, text) : null;
        const isExecutable = modes.get(path) ?? false;
        return content === null ? [] : [{ path, content: Buffer.from(content), isExecutable }];
      });
      return commented.length === 0 ? null : commitWithFiles(objects, onto, commented);
    },
    async trees({ name, commit, tree, pinned }) {
      const subject: Subject = { kind: 'candidate', name };
      const own = { commit, tree };
      if (pinned === null) return { trees: { subject, own, pinned: null }, changedCommand: null };
      const { mode, files } = judgeChangedTests(await diffTrees(objects, pinned.tree, tree), runner);
      const changedCommand = mode === 'selected' ? await selectChanged(own, files) : null;
      const actual = mode === 'selected' && changedCommand === null ? 'shared' : mode;
      return { trees: { subject, own, pinned: { commit: pinned, mode: actual } }, changedCommand };
    },
  };
}

/** Whether no byte was lost when it was read. */
function isText(text: string): boolean {
  return !text.includes('\ufffd');
}

/** Each one only if those before it succeeded. */
function inOrder(commands: readonly string[]): string {
  return commands.length === 1 ? (commands[0] ?? '') : commands.map((command) => `(${command})`).join(' && ');
}
