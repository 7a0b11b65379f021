// Builds the command that runs only the tests of some files. Pure. The results are checked afterwards, so running a few
// more tests does no harm.
import { selectGradleFiles, selectMavenFiles } from './select-java.ts';
import { selectMinitestFiles } from './select-minitest.ts';
import { isSelectionTaken, RSPEC_VALUES, type Selection, withoutPaths } from './select-tests.ts';
import { type FileRequest, insteadOfPaths, MAX_TESTS, render, stemOf, withoutWords } from './selection.ts';
import { type Runner, understandTestCommand } from './test-command.ts';

export interface FileSelection extends Pick<Selection, 'command' | 'scripts'>, Pick<FileRequest, 'files' | 'hasFile' | 'read'> {}

/** The command that runs only the tests of these files; null if there is none. */
export function selectFiles({ command, scripts, files, hasFile, read }: FileSelection): string | null {
  const understood = understandTestCommand(command, scripts);
  const areSafe = files.every((file) => /^[\w@][\w./@+-]*$/.test(file));
  if (understood === null || files.length === 0 || files.length > MAX_TESTS || !areSafe) return null;
  const { runner, start, args } = understood;
  if (isSelectionTaken(runner, args)) return null;
  const request = { start, args, files: [...new Set(files)].sort(), hasFile, read };
  return render(understood, FILE_SELECTORS[runner](request));
}

/** All arguments of the command that runs only some files; null if they cannot be selected. */
const FILE_SELECTORS: Record<Runner, (request: FileRequest) => string[] | null> = {
  ava: (request) => insteadOfPaths(request, /^(?:-[cT]|--concurrency|--timeout|--config|--node-arguments)$/),
  cargo: selectCargoFiles,
  ctest: () => null,
  go: selectGoFiles,
  gradle: selectGradleFiles,
  jest: ({ args, files }) => [...args, '--runTestsByPath', ...files],
  maven: selectMavenFiles,
  minitest: selectMinitestFiles,
  mocha: (request) => insteadOfPaths(request, MOCHA_VALUES),
  node: (request) => insteadOfPaths(request, /^(?:-r|--require|--import|--loader|--experimental-loader|-C|--conditions)$/),
  // Only class names are compared, which equal the file names.
  phpunit: ({ args, files }) => ['--filter', `'/(^|[^A-Za-z0-9_])(${files.map(stemOf).join('|')})::/'`, ...args],
  pytest: selectPytestFiles,
  // In front: some options consume the next word.
  rspec: ({ args, files }) => [...files, ...withoutWords(args, (option) => RSPEC_VALUES.has(option))],
  tap: (request) => insteadOfPaths(request, /^(?:-[jtRr]|--jobs|--timeout|--reporter|--node-arg|--test-arg|--plugin)$/),
  unittest: selectUnittestFiles,
  vitest: ({ args, files }) => [...args, ...files],
};

const MOCHA_VALUES =
  /^(?:-[rRtsuOj]|--require|--reporter|--reporter-options?|--timeout|--slow|--ui|--config|--extension|--ignore|--exclude|--file|--jobs|--retries|--package)$/;

/** One file that cannot be imported must not keep the others from running. */
function selectPytestFiles({ args, files }: FileRequest): string[] | null {
  const options = withoutPaths(args);
  if (options === null) return null;
  const goesOn = files.length === 1 || options.includes(GOES_ON) ? [] : [GOES_ON];
  return [...options, ...goesOn, ...files];
}

const GOES_ON = '--continue-on-collection-errors';

/** Replaces modules that the command names; if it discovers them, selects those of the files. */
function selectUnittestFiles({ args, files }: FileRequest): string[] {
  const words = args.filter((word, index) => !word.startsWith('-') && args[index - 1] !== '--durations');
  if (words.length > 0 && args[0] !== 'discover') return insteadOfPaths({ args, files }, /^--durations$/);
  return [...args, ...files.flatMap((file) => ['-k', `'*${stemOf(file)}.*'`])];
}

/** Only whole programs can be selected: a source file runs with all tests of its library or program. */
function selectCargoFiles({ args, files, hasFile }: FileRequest): string[] | null {
  const targets = files.map((file) => cargoTarget(file, hasFile));
  const hasTarget = args.some((word) => /^(?:--lib|--bins?|--tests?|--examples?|--all-targets|--doc)$/.test(word));
  if (targets.includes(null) || hasTarget || args.some((word) => !word.startsWith('-'))) return null;
  const goesOn = args.includes('--no-fail-fast') ? [] : ['--no-fail-fast'];
  return [...args, ...goesOn, ...new Set(targets.flatMap((target) => target ?? []))];
}

/** Null for a file of another package: its name may differ from that of its folder. */
function cargoTarget(file: string, hasFile: FileRequest['hasFile']): string[] | null {
  const [, folder, name] = /^(tests|src\/bin)\/([\w-]+)(?:\.rs|\/.+\.rs)$/.exec(file) ?? [];
  if (folder !== undefined) {
    // A folder is a program only with a main file; others have modules that several programs share.
    const isProgram = hasFile(`${folder}/${name}.rs`) || hasFile(`${folder}/${name}/main.rs`) || file === `${folder}/${name}.rs`;
    return isProgram ? [`${folder === 'tests' ? '--test' : '--bin'}=${name}`] : null;
  }
  if (!/^src\/.+\.rs$/.test(file)) return null;
  if (file === 'src/main.rs' || !hasFile('src/lib.rs')) return ['--bins'];
  // A module may be part of either.
  return file !== 'src/lib.rs' && hasFile('src/main.rs') ? ['--lib', '--bins'] : ['--lib'];
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
