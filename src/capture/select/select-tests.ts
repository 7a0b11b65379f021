// Builds the command that runs only some tests of a project. Pure. Test ids come from untrusted
// output: only characters that are known to be harmless reach a shell, and an id that cannot be
// written safely gives null. The results are checked afterwards, so running a few more tests does no harm.
import { hashOf } from '../../contract/index.ts';
import { selectGradle, selectMaven } from './select-java.ts';
import { selectMinitest } from './select-minitest.ts';
import { isHarmless, isPlainPath, loosely, MAX_TESTS, render, type SelectRequest } from './selection.ts';
import { type Runner, understandTestCommand } from './test-command.ts';

export interface Selection {
  command: string;
  /** The scripts of the base's package.json. */
  scripts: Readonly<Record<string, string>>;
  ids: readonly string[];
  hasFile(path: string): boolean;
  /** Runs the tests in an order derived from this number, if the runner supports it; null keeps the order. */
  seed: number | null;
}

export function selectTests({ command, scripts, ids, hasFile, seed }: Selection): string | null {
  const understood = understandTestCommand(command, scripts);
  if (understood === null || ids.length === 0 || ids.length > MAX_TESTS) return null;
  const { runner, start, args } = understood;
  if (isSelectionTaken(runner, args)) return null;
  return render(understood, SELECTORS[runner].select({ start, args, ids: [...new Set(ids)].sort(), hasFile, seed }));
}

/** The whole test command in another order; null if the runner has no switch for that. */
export function shuffleTests(command: string, scripts: Selection['scripts'], seed: number): string | null {
  const understood = understandTestCommand(command, scripts);
  const order = understood === null ? undefined : ORDERS[understood.runner];
  if (understood === null || order === undefined || isSelectionTaken(understood.runner, understood.args)) return null;
  return render(understood, order(understood.args, seed));
}

/** Options that change the order of tests within the suite; the arguments of the command stay. */
const ORDERS: Partial<Record<Runner, (args: readonly string[], seed: number) => string[]>> = {
  go: (args, seed) => [`-shuffle=${seed}`, ...args],
  jest: (args, seed) => [...args, '--randomize', `--seed=${seed}`],
  phpunit: (args, seed) => ['--order-by=random', `--random-order-seed=${seed}`, ...args],
  rspec: (args, seed) => [...args, '--order', `rand:${seed % 65_536}`],
  vitest: (args, seed) => [...args, '--sequence.shuffle', `--sequence.seed=${seed}`],
};

/** The runner of a command that loads its tests from the files of the tree, not from build output. */
export function runnerOf(command: string, scripts: Selection['scripts']): Runner | null {
  return understandTestCommand(command, scripts)?.runner ?? null;
}

/** Whether a command already selects tests, or does something else than run them. */
export function isSelectionTaken(runner: Runner, args: readonly string[]): boolean {
  return args.some((word) => SELECTORS[runner].isTaken.test(word));
}

interface Selector {
  /** Arguments that prevent a selection, because they select tests themselves or change what runs. */
  isTaken: RegExp;
  /** All arguments of the new command; null if the tests cannot be selected. */
  select(request: SelectRequest): string[] | null;
}

const SELECTORS: Record<Runner, Selector> = {
  ava: { isTaken: /^(?:-m|--match.*|-w|--watch.*|-u|--update-snapshots|reset-cache|debug)$/, select: selectAva },
  cargo: { isTaken: /^(?:--no-run|--doc|--)$/, select: selectCargo },
  ctest: { isTaken: /^(?:-[RELITNSDM].*|--tests-.*|--rerun-failed)$/, select: selectCtest },
  go: { isTaken: /^-{1,2}(?:run|bench|list|fuzz|skip|args|c|shuffle|exec|o)(?:=.*)?$/, select: selectGo },
  gradle: {
    isTaken: /^(?:--tests.*|-t|--continuous|-m|--dry-run|-p|--project-dir.*|-b|--build-file.*|--help)$/,
    select: selectGradle,
  },
  jest: { isTaken: /^(?:-t|--testNamePattern.*|--watch.*|--listTests|--shard.*|-o|--onlyChanged|--)$/, select: selectJest },
  maven: {
    isTaken: /^-D(?:test|it\.test|skip.*|maven\.test\.skip|surefire\..*|failsafe\..*)?(?:=.*)?$/,
    select: selectMaven,
  },
  minitest: {
    isTaken: /^(?:-n|--name.*|-e|--exclude.*|-i|--include.*|-s|--seed.*|TEST=.*|TESTOPTS=.*)$/,
    select: selectMinitest,
  },
  mocha: { isTaken: /^(?:-g|-f|-i|--grep.*|--fgrep.*|--invert|-w|--watch|--)$/, select: selectMocha },
  node: { isTaken: /^(?:--test-name-pattern.*|--test-skip-pattern.*|--test-only|--watch|--test-shard.*)$/, select: selectNode },
  phpunit: { isTaken: /^(?:--filter.*|--order-by.*|--random-order.*|--list-.*)$/, select: selectPhpunit },
  pytest: { isTaken: /^(?:-k.*|--lf|--ff|--last-failed|--co|--collect-only|--pyargs|--sw|--stepwise|--)$/, select: selectPytest },
  rspec: { isTaken: /^(?:-e|-E|-P|--example.*|--only-failures|--next-failure|--order.*|--seed.*|-P.*)$/, select: selectRspec },
  tap: { isTaken: /^(?:-g|--grep.*|-o|--only|-w|--watch|--changed.*|--)$/, select: () => null },
  unittest: { isTaken: /^-k.*$/, select: selectUnittest },
  vitest: {
    isTaken: /^(?:-t|--testNamePattern.*|--watch.*|-w|--shard.*|--changed.*|--sequence.*|watch|dev|bench|list|--)$/,
    select: selectVitest,
  },
};

function selectCargo({ args, ids }: SelectRequest): string[] | null {
  const isFilter = (word: string, index: number) => !word.startsWith('-') && !CARGO_VALUES.has(args[index - 1] ?? '');
  // The test program precedes the name: all programs run tests of that name.
  const names = [...new Set(ids.map((id) => id.split(' > ').at(-1) ?? id))];
  if (args.some(isFilter) || !names.every((name) => /^\w+(?:::\w+)*$/.test(name))) return null;
  // Without it, cargo stops after the first program with a failing test.
  const goesOn = args.includes('--no-fail-fast') ? [] : ['--no-fail-fast'];
  return [...args, ...goesOn, '--', '--exact', ...names];
}

const CARGO_VALUES = new Set(
  '-p --package --test --bin --example --bench -F --features --manifest-path -j --jobs --target --target-dir --profile'.split(
    ' ',
  ),
);

function selectCtest({ args, ids }: SelectRequest): string[] {
  return [...args, '-R', `'^(${ids.map(loosely).join('|')})$'`];
}

/** Test ids are `package TestName/subtest`; subtests run with their test. `-json` prints test names, see reportingCommand. */
function selectGo({ args, ids, seed }: SelectRequest): string[] | null {
  const tests = ids.map((id) => /^\S+ ((?:Test|Example|Fuzz)\w*)(?:\/\S*)?$/.exec(id)?.[1]);
  if (tests.includes(undefined)) return null;
  const json = args.includes('-json') ? [] : ['-json'];
  const shuffle = seed === null ? [] : [`-shuffle=${seed}`];
  // A cached result is not a run.
  return [...json, '-count=1', ...shuffle, '-run', `'^(${[...new Set(tests)].join('|')})$'`, ...args];
}

function selectJest({ args, ids, seed }: SelectRequest): string[] {
  return [...args, ...(seed === null ? [] : ['--randomize', `--seed=${seed}`]), ...byNameInFiles(ids)];
}

function selectVitest({ args, ids, seed }: SelectRequest): string[] {
  return [...args, ...(seed === null ? [] : ['--sequence.shuffle', `--sequence.seed=${seed}`]), ...byNameInFiles(ids)];
}

/** Ids are `file > group > name`. The files come last: some options consume all words that follow. */
function byNameInFiles(ids: readonly string[]): string[] {
  const parts = ids.map((id) => id.split(' > '));
  const names = parts.map(([, ...titles]) => titles.map(loosely).join('.+'));
  const files = [...new Set(parts.map(([file = '']) => file))];
  return ['-t', `'^(${names.join('|')})$'`, ...(files.every(isPlainPath) ? files : [])];
}

/** Ids are `file > title`, or the title alone if a project has one file. */
function selectAva({ args, ids }: SelectRequest): string[] {
  const titles = ids.map((id) => id.split(' > ').at(-1) ?? id);
  return [...args, ...titles.flatMap((title) => ['--match', `'*${title.split(/[^A-Za-z0-9_ -]+/).join('*')}'`])];
}

/** The report of mocha has the file before the groups, its console output does not. */
function selectMocha({ args, ids, hasFile }: SelectRequest): string[] {
  const names = ids.map((id) => titlesOf(id, hasFile).map(loosely).join('.+'));
  return [...args, '--grep', `'(${[...new Set(names)].join('|')})$'`];
}

/** The groups and the name, without the file. */
function titlesOf(id: string, hasFile: (path: string) => boolean): string[] {
  const [first = '', ...others] = id.split(' > ');
  return hasFile(first) ? others : [first, ...others];
}

/** Options of Node that do not consume the next word. */
const NODE_OPTION_ALONE =
  /^--(?:[\w-]+=\S*|test-force-exit|experimental-(?:test-coverage|test-module-mocks|strip-types|vm-modules)|no-warnings|enable-source-maps)$/;

/** A subtest runs only if its parent test is selected too. Only the files of the tests are run if they are known. */
function selectNode({ args, ids, hasFile }: SelectRequest): string[] {
  const titles = [...new Set(ids.flatMap((id) => titlesOf(id, hasFile)))].sort();
  const pattern = titles.length === 0 ? [] : [`--test-name-pattern='(${titles.map(loosely).join('|')})$'`];
  const files = [...new Set(ids.map((id) => id.split(' > ')[0] ?? ''))].sort();
  const options = args.filter((word) => word.startsWith('-'));
  const canName = options.every((word) => NODE_OPTION_ALONE.test(word));
  const areKnown = files.every((file) => isPlainPath(file) && hasFile(file));
  return canName && areKnown ? [...options, ...pattern, ...files] : [...pattern, ...args];
}

function selectPhpunit({ args, ids, seed }: SelectRequest): string[] | null {
  if (!ids.every((id) => id.includes('::'))) return null;
  const order = seed === null ? [] : ['--order-by=random', `--random-order-seed=${seed}`];
  return [...order, '--filter', `'/(${ids.map(loosely).join('|')})$/'`, ...args];
}

function selectRspec({ args, ids, seed }: SelectRequest): string[] | null {
  const order = seed === null ? [] : ['--order', `rand:${seed % 65_536}`];
  if (ids.every((id) => /^\.\/[\w./-]+\[[\d:]+\]$/.test(id))) {
    const isPath = (word: string, index: number) => !word.startsWith('-') && !RSPEC_VALUES.has(args[index - 1] ?? '');
    return !args.some(isPath) ? [...args, ...order, ...ids.map((id) => `'${id}'`)] : null;
  }
  if (!ids.every(isHarmless)) return null;
  return [...order, ...ids.flatMap((id) => ['-e', `'${id}'`]), ...args];
}

export const RSPEC_VALUES = new Set(
  '-f --format -o --out -r --require -I -t --tag -O --options --default-path --deprecation-out --failure-exit-code'.split(' '),
);

/** `test_name (module.Class)` */
function selectUnittest({ args, ids }: SelectRequest): string[] | null {
  const names = ids
    .map((id) => /^(\w+) \(([\w.]+)\)$/.exec(id))
    .map((match) => (match === null ? null : `${match[2]}.${match[1]}`));
  return names.includes(null) ? null : [...args, ...names.flatMap((name) => ['-k', `${name}`])];
}

function selectPytest({ args, ids, hasFile, seed }: SelectRequest): string[] | null {
  const options = withoutPaths(args);
  const nodes = ids.map((id) => pytestNode(id, hasFile));
  if (options === null || nodes.includes(null)) return null;
  const distinct = [...new Set(nodes as string[])];
  // Tests run in the order of the arguments.
  const order = seed === null ? distinct.sort() : shuffled(distinct, seed);
  return [...options, ...order.map((node) => `'${node}'`)];
}

const PYTEST_VALUES = new Set(
  '-p -c -m -n -o -W -r --maxfail --tb --durations --rootdir --timeout --cov-report --cov-config --color --import-mode --dist --ignore --deselect --junitxml --junit-xml'.split(
    ' ',
  ),
);
const PYTEST_FLAGS =
  /^(?:-[qvsxl]+|-r\w+|-n\w+|--[\w-]+=.*|--(?:quiet|verbose|exitfirst|showlocals|strict|strict-markers|strict-config|no-header|no-summary|no-cov|disable-warnings|disable-pytest-warnings|full-trace|runxfail|doctest-modules))$/;
/** A failing test must not keep the others from running. */
const PYTEST_STOPS = /^(?:-x|--exitfirst|--maxfail(?:=.*)?)$/;

/** The options alone: paths would run in addition to the selected tests. Null if it is unclear which words are paths. */
export function withoutPaths(args: readonly string[]): string[] | null {
  const isValue = (index: number) => PYTEST_VALUES.has(args[index - 1] ?? '');
  const isOption = (index: number) => (args[index] ?? '').startsWith('-') && !isValue(index);
  // The tests will follow the last one.
  const mayTakeNext = (index: number) => !isOption(index + 1) && !PYTEST_FLAGS.test(args[index] ?? '');
  const places = args.map((_word, index) => index);
  if (PYTEST_VALUES.has(args.at(-1) ?? '')) return null;
  if (places.some((index) => isOption(index) && !PYTEST_VALUES.has(args[index] ?? '') && mayTakeNext(index))) return null;
  const kept = places.filter((index) => isOption(index) || isValue(index));
  return kept
    .filter((index) => !PYTEST_STOPS.test(args[index] ?? '') && args[index - 1] !== '--maxfail')
    .map((index) => args[index] ?? '');
}

/** Ids are pytest node ids, or `package.module.Class > name[parameters]` as in some reports. */
function pytestNode(id: string, hasFile: (path: string) => boolean): string | null {
  const node = id.includes('::') && /^[^ ]+\.py::/.test(id) ? id : nodeOfReport(id, hasFile);
  if (node === null) return null;
  // Parameters that cannot be written safely: the test then runs with all of them.
  const spelled = isHarmless(node) ? node : node.replace(/\[.*$/s, '');
  return isHarmless(spelled) && !spelled.startsWith('-') ? spelled : null;
}

function nodeOfReport(id: string, hasFile: (path: string) => boolean): string | null {
  const [owner = '', ...names] = id.split(' > ');
  const parts = owner.split('.');
  const length = parts.findLastIndex((_part, index) => hasFile(`${parts.slice(0, index + 1).join('/')}.py`)) + 1;
  if (length === 0 || names.length === 0) return null;
  return [`${parts.slice(0, length).join('/')}.py`, ...parts.slice(length), names.join(' > ')].join('::');
}

/** The same order for the same number. */
function shuffled(texts: readonly string[], seed: number): string[] {
  const keys = new Map(texts.map((text) => [text, hashOf({ seed, text })]));
  return [...texts].sort((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? -1 : 1));
}
