// Common parts of commands that run only some tests. Names of tests and files are untrusted: only
// characters that are known to be harmless reach a shell.
import type { Runner, TestCommand } from './test-command.ts';

/** Beyond this, running everything is hardly more work, and command lines have a limit. */
export const MAX_TESTS = 300;
const MAX_COMMAND_LENGTH = 30_000;

/** The input of a builder that selects tests by id. */
export interface SelectRequest extends Pick<TestCommand, 'start' | 'args'> {
  ids: readonly string[];
  hasFile(path: string): boolean;
  seed: number | null;
}

/** The input of a builder that selects all tests of some files. */
export interface FileRequest extends Pick<TestCommand, 'start' | 'args'> {
  files: readonly string[];
  hasFile(path: string): boolean;
  /** The text of one of the files. */
  read(path: string): string | null;
}

/** The new command; null if there is none or it is too long. */
export function render(command: TestCommand, selected: readonly string[] | null): string | null {
  const rendered = selected === null ? null : withArguments(command, selected);
  return rendered !== null && rendered.length <= MAX_COMMAND_LENGTH ? rendered : null;
}

function withArguments({ runner, start, args, behind }: TestCommand, selected: readonly string[]): string | null {
  const direct = [...start, ...selected].join(' ');
  if (behind === null) return direct;
  const isAddition = behind.words.length > 0 && args.every((word, index) => selected[index] === word);
  if (isAddition) return [...behind.words, ...selected.slice(args.length)].join(' ');
  if (behind.isWrapped) return null;
  // Node is found without the package manager; other programs are those of the project.
  if (runner === 'node') return direct;
  // The package manager finds a plain name in the project; a path or a variable before it is something else.
  return RUNNERS_OF_PACKAGES.has(runner) && /^[\w-]+$/.test(start[0] ?? '') ? `npx --no-install ${direct}` : null;
}

const RUNNERS_OF_PACKAGES = new Set<Runner>(['ava', 'jest', 'mocha', 'tap', 'vitest']);

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
