// Builds commands that run only some tests of a project, or all in another order. Pure. Test ids come from untrusted output:
// what cannot be written safely gives null. The results are checked afterwards, so running a few more tests does no harm.
import { type TestCommand, understandTestCommand } from './test-command.ts';
import type { FileRequest, TestRequest, TestRunner } from './tool.ts';

/** Beyond this, running everything is hardly more work, and command lines have a limit. */
const MAX_TESTS = 300;
const MAX_COMMAND_LENGTH = 30_000;

interface UserCommand {
  command: string;
  /** The scripts of the base's package.json. */
  scripts: Readonly<Record<string, string>>;
}

/** The command that runs only these tests; null if there is none. */
export function selectTests({
  command,
  scripts,
  ids,
  hasFile,
  seed,
}: UserCommand & Pick<TestRequest, 'ids' | 'hasFile' | 'seed'>): string | null {
  if (ids.length === 0 || ids.length > MAX_TESTS) return null;
  return rewrite({ command, scripts }, ({ runner, start, args }) =>
    runner.selectTests?.({ start, args, ids: [...new Set(ids)].sort(), hasFile, seed }),
  );
}

/** The command that runs only the tests of these files; null if there is none. */
export function selectFiles({
  command,
  scripts,
  files,
  hasFile,
  read,
}: UserCommand & Pick<FileRequest, 'files' | 'hasFile' | 'read'>): string | null {
  const areSafe = files.every((file) => /^[\w@][\w./@+-]*$/.test(file));
  if (files.length === 0 || files.length > MAX_TESTS || !areSafe) return null;
  return rewrite({ command, scripts }, ({ runner, start, args }) =>
    runner.selectFiles?.({ start, args, files: [...new Set(files)].sort(), hasFile, read }),
  );
}

/** The whole test command in another order; null if the runner has no switch for that. */
export function shuffleTests(command: string, scripts: UserCommand['scripts'], seed: number): string | null {
  return rewrite({ command, scripts }, ({ runner, args }) => runner.shuffle?.(args, seed));
}

/** The runner that a command starts; null if it is not one call of a known runner. */
export function runnerOf(command: string, scripts: UserCommand['scripts']): TestRunner | null {
  return understandTestCommand(command, scripts)?.runner ?? null;
}

function rewrite(
  { command, scripts }: UserCommand,
  newArguments: (understood: TestCommand) => string[] | null | undefined,
): string | null {
  const understood = understandTestCommand(command, scripts);
  if (understood === null || understood.args.some((word) => understood.runner.selects?.test(word))) return null;
  const selected = newArguments(understood) ?? null;
  const rendered = selected === null ? null : withArguments(understood, selected);
  return rendered !== null && rendered.length <= MAX_COMMAND_LENGTH ? rendered : null;
}

function withArguments({ runner, start, args, behind }: TestCommand, selected: readonly string[]): string | null {
  const direct = [...start, ...selected].join(' ');
  if (behind === null) return direct;
  const isAddition = behind.words.length > 0 && args.every((word, index) => selected[index] === word);
  if (isAddition) return [...behind.words, ...selected.slice(args.length)].join(' ');
  if (behind.isWrapped) return null;
  // Node is found without the package manager; other programs are those of the project.
  if (start.includes('node')) return direct;
  // The package manager finds a plain name in the project; a path or a variable before it is something else.
  return runner.isNpmPackage === true && /^[\w-]+$/.test(start[0] ?? '') ? `npx --no-install ${direct}` : null;
}
