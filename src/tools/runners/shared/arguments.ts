// Arguments of commands that run only some tests. Names of tests and files are untrusted: only characters that are known to
// be harmless reach a shell.
import type { FileRequest } from '../../tool.ts';

export function insteadOfPaths({ args, files }: Pick<FileRequest, 'args' | 'files'>, takesValue: RegExp): string[] {
  return [...withoutWords(args, (option) => takesValue.test(option)), ...files];
}

/** Words that are neither options nor their values are files, which the selected ones replace. */
export function withoutWords(args: readonly string[], takesValue: (option: string) => boolean): string[] {
  return args.filter((word, index) => word.startsWith('-') || takesValue(args[index - 1] ?? ''));
}

/** `tests/test_a.py` -> `test_a` */
export function stemOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
}

export function isPlainPath(path: string): boolean {
  return /^[\w@][\w./@-]*$/.test(path);
}

/** Harmless for a shell in single quotes, and for a nested shell in double quotes. */
export function isHarmless(text: string): boolean {
  return /^[\p{L}\p{N}_./#][\p{L}\p{N} _./:@,+=%#[\](){}-]*$/u.test(text);
}

/** A pattern that matches the text and contains none of its special characters: each sequence of those matches anything. */
export function loosely(text: string): string {
  return text.split(/[^A-Za-z0-9_ -]+/).join('.+');
}

/** Ids are `file > group > name`. The files come last: some options consume all words that follow. */
export function byNameInFiles(ids: readonly string[]): string[] {
  const parts = ids.map((id) => id.split(' > '));
  const names = parts.map(([, ...titles]) => titles.map(loosely).join('.+'));
  const files = [...new Set(parts.map(([file = '']) => file))];
  return ['-t', `'^(${names.join('|')})$'`, ...(files.every(isPlainPath) ? files : [])];
}

/** The groups and the name of a test, without the file. */
export function titlesOf(id: string, hasFile: (path: string) => boolean): string[] {
  const [first = '', ...others] = id.split(' > ');
  return hasFile(first) ? others : [first, ...others];
}
