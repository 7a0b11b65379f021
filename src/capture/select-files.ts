// Capture: the command that runs only the tests of some files. Pure. What ran is checked afterwards, so running a few tests
// more does no harm.
import { RSPEC_VALUES, SELECTORS, type Selection, withoutPaths } from './select-tests.ts';
import { MAX_TESTS, render, stemOf } from './selection.ts';
import { type Runner, understandTestCommand } from './test-command.ts';

export interface FileSelection extends Pick<Selection, 'command' | 'scripts'> {
  /** Files with tests; at least one. */
  files: readonly string[];
  /** The text of one of them. */
  read(path: string): string | null;
}

/** The command that runs only the tests of these files; null where that cannot be said. */
export function selectFiles({ command, scripts, files, read }: FileSelection): string | null {
  const understood = understandTestCommand(command, scripts);
  const areSafe = files.every((file) => /^[\w@][\w./@+-]*$/.test(file));
  if (understood === null || files.length === 0 || files.length > MAX_TESTS || !areSafe) return null;
  const { args, runner } = understood;
  if (args.some((word) => SELECTORS[runner].isTaken.test(word))) return null;
  return render(understood, FILE_SELECTORS[runner]({ args, files: [...new Set(files)].sort(), read }));
}

interface FileRequest {
  args: readonly string[];
  files: readonly string[];
  read: FileSelection['read'];
}

/** All arguments of the command that runs only some files; null when they cannot be selected. */
const FILE_SELECTORS: Record<Runner, (request: FileRequest) => string[] | null> = {
  ava: (request) => insteadOfPaths(request, /^(?:-[cT]|--concurrency|--timeout|--config|--node-arguments)$/),
  cargo: selectCargoFiles,
  ctest: () => null,
  go: selectGoFiles,
  jest: ({ args, files }) => [...args, '--runTestsByPath', ...files],
  minitest: () => null,
  mocha: (request) => insteadOfPaths(request, MOCHA_VALUES),
  node: (request) => insteadOfPaths(request, /^(?:-r|--require|--import|--loader|--experimental-loader|-C|--conditions)$/),
  phpunit: ({ args, files }) => ['--filter', `'/(${files.map(stemOf).join('|')})::/'`, ...args],
  pytest: ({ args, files }) => addAfterOptions(withoutPaths(args), files),
  rspec: ({ args, files }) =>
    addAfterOptions(
      withoutWords(args, (option) => RSPEC_VALUES.has(option)),
      files,
    ),
  tap: (request) => insteadOfPaths(request, /^(?:-[jtRr]|--jobs|--timeout|--reporter|--node-arg|--test-arg|--plugin)$/),
  unittest: ({ args, files }) => [...args, ...files.flatMap((file) => ['-k', `'*${stemOf(file)}.*'`])],
  vitest: ({ args, files }) => [...args, ...files],
};

const MOCHA_VALUES =
  /^(?:-[rRtsuOj]|--require|--reporter|--reporter-options?|--timeout|--slow|--ui|--config|--extension|--ignore|--exclude|--file|--jobs|--retries|--package)$/;

function insteadOfPaths({ args, files }: FileRequest, takesValue: RegExp): string[] | null {
  return addAfterOptions(
    withoutWords(args, (option) => takesValue.test(option)),
    files,
  );
}

function addAfterOptions(options: readonly string[] | null, files: readonly string[]): string[] | null {
  return options === null ? null : [...options, ...files];
}

/** Words that are neither options nor their values name files, which the selected ones replace. */
function withoutWords(args: readonly string[], takesValue: (option: string) => boolean): string[] {
  return args.filter((word, index) => word.startsWith('-') || takesValue(args[index - 1] ?? ''));
}

/** Integration tests are programs named after their files; tests in other files run with their whole crate. */
function selectCargoFiles({ args, files }: FileRequest): string[] | null {
  const names = files.map((file) => /^tests\/(\w+)\.rs$/.exec(file)?.[1]);
  const hasTarget = args.some((word) => /^(?:--lib|--bins?|--tests?|--examples?|--all-targets|--doc)$/.test(word));
  if (names.includes(undefined) || hasTarget || args.some((word) => !word.startsWith('-'))) return null;
  return [...args, '--no-fail-fast', ...names.flatMap((name) => ['--test', `${name}`])];
}

/** Go selects by name: all tests that the files define, in their packages. */
function selectGoFiles({ args, files, read }: FileRequest): string[] | null {
  const names = files.flatMap((file) =>
    [...(read(file) ?? '').matchAll(/^func ((?:Test|Example|Fuzz)\w*)\(/gm)].map(([, name = '']) => name),
  );
  if (names.length === 0 || names.length > MAX_TESTS) return null;
  const options = args.filter((word) => word.startsWith('-'));
  if (options.some((word) => /^-{1,2}(?:tags|timeout|p|parallel|cpu|mod|ldflags)$/.test(word))) return null;
  const folders = [...new Set(files.map((file) => `./${file.slice(0, Math.max(0, file.lastIndexOf('/')))}`))];
  const json = options.includes('-json') ? [] : ['-json'];
  return [...json, '-count=1', '-run', `'^(${[...new Set(names)].join('|')})$'`, ...options, ...folders];
}
