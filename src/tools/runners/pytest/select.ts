// Runs only some tests, by node id or by file.
import { hashOf } from '../../../contract/index.ts';
import type { FileRequest, TestRequest } from '../../tool.ts';
import { isHarmless } from '../shared/arguments.ts';

export function selectTests({ args, ids, hasFile, seed }: TestRequest): string[] | null {
  const options = withoutPaths(args);
  const nodes = ids.map((id) => nodeOf(id, hasFile));
  if (options === null || nodes.includes(null)) return null;
  const distinct = [...new Set(nodes as string[])];
  // Tests run in the order of the arguments.
  const order = seed === null ? distinct.sort() : shuffled(distinct, seed);
  return [...options, ...order.map((node) => `'${node}'`)];
}

const TAKES_VALUE = new Set(
  '-p -c -m -n -o -W -r --maxfail --tb --durations --rootdir --timeout --cov-report --cov-config --color --import-mode --dist --ignore --deselect --junitxml --junit-xml'.split(
    ' ',
  ),
);
const FLAGS =
  /^(?:-[qvsxl]+|-r\w+|-n\w+|--[\w-]+=.*|--(?:quiet|verbose|exitfirst|showlocals|strict|strict-markers|strict-config|no-header|no-summary|no-cov|disable-warnings|disable-pytest-warnings|full-trace|runxfail|doctest-modules))$/;
/** A failing test must not keep the others from running. */
const STOPS = /^(?:-x|--exitfirst|--maxfail(?:=.*)?)$/;

/** The options alone: paths would run in addition to the selected tests. Null if it is unclear which words are paths. */
function withoutPaths(args: readonly string[]): string[] | null {
  const isValue = (index: number) => TAKES_VALUE.has(args[index - 1] ?? '');
  const isOption = (index: number) => (args[index] ?? '').startsWith('-') && !isValue(index);
  // The tests will follow the last one.
  const mayTakeNext = (index: number) => !isOption(index + 1) && !FLAGS.test(args[index] ?? '');
  const places = args.map((_word, index) => index);
  if (TAKES_VALUE.has(args.at(-1) ?? '')) return null;
  if (places.some((index) => isOption(index) && !TAKES_VALUE.has(args[index] ?? '') && mayTakeNext(index))) return null;
  const kept = places.filter((index) => isOption(index) || isValue(index));
  return kept
    .filter((index) => !STOPS.test(args[index] ?? '') && args[index - 1] !== '--maxfail')
    .map((index) => args[index] ?? '');
}

/** Ids are pytest node ids, or `package.module.Class > name[parameters]` as in some reports. */
function nodeOf(id: string, hasFile: (path: string) => boolean): string | null {
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

/** One file that cannot be imported must not keep the others from running. */
export function selectFiles({ args, files }: FileRequest): string[] | null {
  const options = withoutPaths(args);
  if (options === null) return null;
  const goesOn = files.length === 1 || options.includes(GOES_ON) ? [] : [GOES_ON];
  return [...options, ...goesOn, ...files];
}

const GOES_ON = '--continue-on-collection-errors';
