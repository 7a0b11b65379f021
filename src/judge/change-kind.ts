// Classifies a diff: code, tests, comments, documentation, formatting or nothing.

import { CHANGE_KINDS, type ChangeKind, type Diff, type DiffFile, type TextChange } from '../contract/index.ts';
import { holdsTests, isImage, isProse, isSourceFile } from '../languages/index.ts';
import { supportRole } from '../tools/index.ts';
import { type PatchFile, type PatchHunk, parsePatch } from './integrity/index.ts';

export interface Changes {
  /** The most significant kind among the changed files. */
  kind: ChangeKind;
  /** The files whose tests are changed, by their path on the base: test files, and Rust sources with tests inside. */
  testFiles: string[];
}

/**
 * `patch` is the stored patch of `diff`; `baseTests` the text of the base's tests, if it is stored; `known` the changed files that
 * the base's layout makes tests, undefined if only names are known.
 */
export function describeChanges(diff: Diff, patch: string, baseTests = '', known?: readonly string[] | undefined): Changes {
  const patches = new Map(parsePatch(patch).map((file) => [file.path, file]));
  const isTest = (path: string) => known?.includes(path) ?? supportRole(path) === 'test';
  const kinds = diff.files.map((file) => kindOfFile(file, patches.get(file.path), baseTests, isTest));
  const hasTests = ({ path, old_path }: DiffFile) =>
    supportRole(old_path ?? path) === 'test' || isTest(old_path ?? path) || touchesRustTests(patches.get(path), baseTests);
  return {
    kind: CHANGE_KINDS.find((kind) => kinds.includes(kind)) ?? 'nothing',
    testFiles: diff.files.filter(hasTests).map(({ path, old_path }) => old_path ?? path),
  };
}

function kindOfFile(
  file: DiffFile,
  patch: PatchFile | undefined,
  baseTests: string,
  isTest: (path: string) => boolean,
): ChangeKind {
  const places = file.old_path === null || file.status === 'copied' ? [file.path] : [file.path, file.old_path];
  if (places.every(isTest)) return 'tests';
  if (places.every(isDocumentation)) return 'documentation';
  // A new mode, a rename, a link and a binary file count as code; so does an empty file.
  const isEdited = file.status === 'modified' && file.old_mode === file.mode;
  const hasLines = patch !== undefined && patch.hunks.length > 0 && !file.binary;
  if (!hasLines || !(isEdited || file.status === 'added' || file.status === 'deleted')) return 'code';
  return kindOfLines(patch, file.text, baseTests);
}

/** A file that could not be read as a whole counts as code. */
function kindOfLines(patch: PatchFile, text: TextChange | undefined, baseTests: string): ChangeKind {
  if (text?.change === 'comments') return 'comments';
  if (text?.change === 'spacing') return 'formatting';
  return isOnlyRustTests(patch, baseTests) ? 'tests' : 'code';
}

const NOT_PROSE =
  /(?:^|\/)(?:CMakeLists|(?:dev-|test-)?requirements[^/]*|constraints[^/]*|robots)\.txt$|(?:^|\/)requirements\/[^/]+\.txt$/i;
const NOTICE =
  /(?:^|\/)(?:LICEN[CS]E|COPYING|NOTICE|CHANGELOG|CHANGES|HISTORY|NEWS|README|AUTHORS|CONTRIBUTORS|MAINTAINERS|CODEOWNERS|CODE_OF_CONDUCT|CONTRIBUTING|SECURITY)(?:[-.][\w.-]+)?$/i;
const DOCS_FOLDER = /^(?:docs?|documentation)\//i;
const SETTINGS = /\.(?:json|toml|ya?ml|mk)$/;

export function isDocumentation(path: string): boolean {
  if (NOT_PROSE.test(path)) return false;
  if (isProse(path) || isImage(path)) return true;
  if (NOTICE.test(path)) return !isProgram(path);
  return DOCS_FOLDER.test(path) && (!isProgram(path) || /(?:^|\/)conf\.py$/.test(path));
}

function isProgram(path: string): boolean {
  return isSourceFile(path) || SETTINGS.test(path);
}

function sameLines(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((line, index) => line === after[index]);
}

const RUST_TESTS = /^\s*#\[cfg\(test\)\]/;

function isOnlyRustTests(patch: PatchFile, baseTests: string): boolean {
  if (!holdsTests(patch.path) || patch.status !== 'modified') return false;
  return patch.hunks.every((hunk) => isInRustTests(patch, hunk, baseTests));
}

function touchesRustTests(patch: PatchFile | undefined, baseTests: string): boolean {
  if (patch === undefined || !holdsTests(patch.path) || patch.status === 'added') return false;
  return patch.hunks.some((hunk) => isInRustTests(patch, hunk, baseTests));
}

/** A test module is at the end of a file: a hunk after its beginning, or with text of the base's tests, is inside. */
function isInRustTests({ hunks }: PatchFile, hunk: PatchHunk, baseTests: string): boolean {
  const marks = (lines: PatchHunk['before']) => lines.some(({ text }) => RUST_TESTS.test(text));
  const earlier = hunks.slice(0, hunks.indexOf(hunk));
  if (earlier.some(({ before }) => marks(before))) return true;
  const from = hunk.before.findIndex(({ text }) => RUST_TESTS.test(text));
  if (from !== -1) {
    const above = (lines: PatchHunk['before']) => lines.slice(0, from).map((line) => line.text);
    return sameLines(above(hunk.before), above(hunk.after));
  }
  const text = hunk.before.map((line) => line.text).join('\n');
  return /\w/.test(text) && hunk.before.length >= 3 && baseTests.includes(text);
}
