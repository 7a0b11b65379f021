// Which files of a diff are folded at first, and why.
import type { FileClass } from '../../../src/contract/index.ts';
import { languageOf } from '../../../src/languages/index.ts';
import type { PatchFile, PatchHunk } from '../../../src/patch/index.ts';

const LOCKFILES =
  /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|pdm\.lock|Gemfile\.lock|composer\.lock|go\.sum|mix\.lock|flake\.lock|Package\.resolved|gradle\.lockfile)$/;
const GENERATED = /\.min\.(js|css)$|\.(js|css)\.map$|\.pb\.(go|cc|h)$|_pb2(_grpc)?\.pyi?$|\.g\.dart$|\.designer\.cs$/i;
const VENDORED = /(^|\/)(node_modules|vendor|third_party)\//;

/** A file with more changed lines is folded. */
const MAX_LINES = 100_000;

/** Null when the file is not folded. `known` is the class that the run determined. */
export function foldReason(file: PatchFile, known: FileClass | undefined): string | null {
  const { path } = file;
  if (known === 'lockfile' || (known === undefined && LOCKFILES.test(path))) return 'lockfile';
  if (known === 'generated' || (known === undefined && GENERATED.test(path))) return 'generated file';
  if (known === 'vendored' || (known === undefined && VENDORED.test(path))) return 'vendored file';
  if (file.hunks.length > 0 && !isIndented(path) && file.hunks.every(changesOnlyWhitespace)) return 'only whitespace changed';
  return file.added + file.removed > MAX_LINES ? 'very long' : null;
}

/** In an unknown language, indentation may have a meaning. */
function isIndented(path: string): boolean {
  const language = languageOf(path);
  return language === null || language.isIndented === true;
}

function changesOnlyWhitespace({ lines }: PatchHunk): boolean {
  const textOf = (without: 'added' | 'removed') =>
    lines
      .filter(({ kind }) => kind !== without)
      .map(({ text }) => text.replace(/[ \t\r]+/g, ''))
      .join('');
  return textOf('added') === textOf('removed');
}
