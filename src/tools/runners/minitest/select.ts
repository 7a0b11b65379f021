// Runs only some tests, by id or by file.
import type { FileRequest, TestRequest } from '../../tool.ts';
import { insteadOfPaths, loosely } from '../shared/arguments.ts';

export function selectTests({ start, args, ids, seed }: TestRequest): string[] | null {
  if (!ids.every((id) => id.includes('#'))) return null;
  // Ids omit the numbers of examples.
  const names = ids.map((id) => loosely(id.replace(/ #\d+$/, '')).replace('test_', 'test_.*')).join('|');
  if (isRake(start)) {
    // Rake passes the options to its own shell.
    const order = seed === null ? '' : `--seed=${seed} `;
    return hasTask(args) ? null : [...args, `TESTOPTS='${order}--name="/^(${names})/"'`];
  }
  return [...args, ...(seed === null ? [] : ['--seed', `${seed}`]), '-n', `'/^(${names})$/'`];
}

export function selectFiles(request: FileRequest): string[] | null {
  const { start, args, files } = request;
  if (isRake(start)) {
    const pattern = files.length === 1 ? files[0] : `'{${files.join(',')}}'`;
    return hasTask(args) ? null : [...args, `TEST=${pattern}`];
  }
  if (!isProgram(start, 'ruby')) return insteadOfPaths(request, /^--environment$/);
  // The program is the first argument; it loads the other files first.
  const [program = '', ...others] = files;
  return [...others.map((file) => `-r./${file}`), program, ...args.slice(1)];
}

function isRake(start: readonly string[]): boolean {
  return isProgram(start, 'rake');
}

function isProgram(start: readonly string[], name: string): boolean {
  return start.some((word) => word === name || word.endsWith(`/${name}`));
}

/** Another task runs in addition to the tests. */
function hasTask(args: readonly string[]): boolean {
  return args.some((word) => !word.startsWith('-'));
}
