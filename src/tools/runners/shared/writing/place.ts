// Where a new test file belongs: beside the tests that the command runs, with a name like theirs.
import { hasTestName } from '../../../../languages/index.ts';

interface Place {
  readonly args: readonly string[];
  readonly files: readonly string[];
  /** Files that the runner takes for tests. */
  readonly testFile: RegExp;
}

/** The folder with the most tests, of those that the arguments of the command name. */
export function folderOfTests(place: Place): string | null {
  const tests = testsOf(place);
  const counts = new Map<string, number>();
  for (const path of tests) counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
  const [best] = [...counts].sort(
    ([one, first], [other, second]) => second - first || one.length - other.length || (one < other ? -1 : 1),
  );
  return best?.[0] ?? null;
}

export function testsOf({ args, files, testFile }: Place): string[] {
  const tests = files.filter((path) => testFile.test(path) && isTest(path));
  const patterns = args.flatMap((word) => patternOf(word) ?? []);
  const selected = tests.filter((path) => patterns.some((pattern) => pattern.test(path)));
  return selected.length > 0 ? selected : tests;
}

function isTest(path: string): boolean {
  return hasTestName(path) || /(?:^|\/)(?:tests?|__tests__|spec)\/|(?:^|\/)tests?\.\w{1,4}$/.test(path);
}

const MAX_WORD = 200;

/** The files that a word of a command names: a file, a folder, or a pattern such as `test/**\/*.{js,ts}`. */
function patternOf(word: string): RegExp | null {
  const plain = word.replace(/^(['"])(.*)\1$/, '$2').replace(/^\.\//, '');
  if (plain === '' || plain.startsWith('-') || plain.length > MAX_WORD) return null;
  const parts = plain.replace(/\/$/, '').match(/\*\*\/?|\*|\?|\{[^{}]*\}|[^*?{]+|\{/g) ?? [];
  return new RegExp(`^${parts.map(partOfPattern).join('')}(?:/|$)`);
}

function partOfPattern(part: string): string {
  if (part.startsWith('**')) return part.endsWith('/') ? '(?:[^/]+/)*' : '.*';
  if (part === '*') return '[^/]*';
  if (part === '?') return '[^/]';
  const escaped = part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return /^\{.*\}$/.test(part)
    ? `(?:${part
        .slice(1, -1)
        .split(',')
        .map((each) => each.replace(/[^\w-]/g, '\\$&'))
        .join('|')})`
    : escaped;
}

export function folderOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at === -1 ? '' : path.slice(0, at);
}

export function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** The name with a number if the tree has a file with the name. */
export function freePath(files: readonly string[], pathOf: (suffix: string) => string): string {
  const known = new Set(files);
  for (let number = 1; number < 100; number += 1) {
    const path = pathOf(number === 1 ? '' : `_${number}`);
    if (!known.has(path)) return path;
  }
  return pathOf('_100');
}
