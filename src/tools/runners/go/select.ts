// Runs only some tests of Go packages. `-json` prints the names of the tests.
import type { FileRequest, TestRequest } from '../../tool.ts';

/** Beyond this, running everything is hardly more work, and command lines have a limit. */
const MAX_NAMES = 300;

/** Test ids are `package TestName/subtest`; subtests run with their test. */
export function selectTests({ args, ids, seed }: TestRequest): string[] | null {
  const names = ids.map((id) => /^\S+ ((?:Test|Example|Fuzz)\w*)(?:\/\S*)?$/.exec(id)?.[1]);
  if (names.includes(undefined)) return null;
  const shuffle = seed === null ? [] : [`-shuffle=${seed}`];
  return [...running(args), ...shuffle, '-run', pattern(names), ...args];
}

/** Go selects by name: all tests that the files define, in their packages. */
export function selectFiles({ args, files, read }: FileRequest): string[] | null {
  const names = files.flatMap((file) =>
    [...(read(file) ?? '').matchAll(/^func ((?:Test|Example|Fuzz)\w*)\(/gm)].map(([, name = '']) => name),
  );
  if (names.length === 0 || names.length > MAX_NAMES) return null;
  const options = args.filter((word) => word.startsWith('-'));
  if (options.some((word) => /^-{1,2}(?:tags|timeout|p|parallel|cpu|mod|ldflags)$/.test(word))) return null;
  const folders = [...new Set(files.map((file) => `./${file.slice(0, Math.max(0, file.lastIndexOf('/')))}`))];
  return [...running(options), '-run', pattern(names), ...options, ...folders];
}

/** A cached result is not a run. */
function running(args: readonly string[]): string[] {
  return [...(args.includes('-json') ? [] : ['-json']), '-count=1'];
}

function pattern(names: readonly (string | undefined)[]): string {
  return `'^(${[...new Set(names)].join('|')})$'`;
}
