// Programs that a candidate adds to show a fault, such as `reproduce_issue.py`: tests without a runner, and no product source.
// Pure; names and texts are untrusted.
import type { FileProgram } from '../contract/index.ts';
import { isSourceFile } from '../languages/index.ts';
import { supportRole } from '../tools/index.ts';
import { parsePatch } from './integrity/index.ts';
import { isNamed } from './pinning/layout.ts';

/** A file of a diff with its added lines. */
export interface AddedText {
  path: string;
  isAdded: boolean;
  text: string;
}

/** More of one author add nothing but time. */
const MAX_PROGRAMS = 5;
const MAX_LENGTH = 100_000;
/** The names are part of shell commands and of lines of results. */
const PLAIN_PATH = /^(?![-/])[\w./@+-]{1,200}$/;

const REPRODUCES = new Set(['repro', 'repros', 'reproduce', 'reproduces', 'reproducer', 'reproduction', 'mre', 'mcve', 'poc']);
const REPORTS = new Set(['issue', 'bug', 'bugfix', 'gh', 'ticket']);
const TRIES = new Set(['verify', 'verification', 'validate', 'validation', 'check', 'confirm', 'demo', 'debug', 'sanity', 'try']);
const CHANGES = new Set(['fix', 'fixes', 'fixed', 'change', 'changes', 'patch', 'solution', 'issue', 'bug', 'bugfix']);

/** The new programs in a patch, in its order. */
export function programsIn(patch: string): FileProgram[] {
  const files = parsePatch(patch).filter(({ binary, status, mode }) => !binary && status !== 'deleted' && mode !== '120000');
  return programsAmong(
    files.map(({ path, status, added }) => ({
      path,
      isAdded: status === 'added',
      text: added.map(({ text }) => text).join('\n'),
    })),
  );
}

export function programsAmong(files: readonly AddedText[]): FileProgram[] {
  const product = files.filter(({ path }) => isSourceFile(path) && supportRole(path) === null && !isProgramName(path));
  const names = new Set(product.flatMap(({ path }) => namesIn(path)));
  const source = product.map(({ text }) => text).join('\n');
  return files
    .filter(
      ({ path, isAdded, text }) => isAdded && text.length <= MAX_LENGTH && isProgramName(path) && usesProduct(path, text, names),
    )
    .filter(({ path }) => !isNamed(path, source))
    .slice(0, MAX_PROGRAMS)
    .map(({ path }) => ({ kind: 'file', id: path }));
}

/** Whether a name says that the file reproduces a fault or tries a change, in a language whose files can be run. */
export function isProgramName(path: string): boolean {
  if (!PLAIN_PATH.test(path) || path.includes('..') || supportRole(path) === 'test' || languageOfProgram(path) === null)
    return false;
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const words = stem
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/);
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  return has(REPRODUCES) || (has(REPORTS) && /\d/.test(stem)) || (has(TRIES) && has(CHANGES));
}

/** The language of a file that can be run without a runner; in Rust only examples can. */
function languageOfProgram(path: string): 'python' | 'javascript' | 'go' | 'rust' | 'shell' | null {
  if (/\.py$/.test(path)) return 'python';
  if (/\.[cm]?js$/.test(path)) return 'javascript';
  if (/\.go$/.test(path)) return 'go';
  if (/(?:^|\/)examples\/[\w-]+\.rs$/.test(path)) return 'rust';
  return /\.(?:sh|bash)$/.test(path) ? 'shell' : null;
}

/** Whether it imports the product: what the candidate changes, a file beside it, or for Go and Rust its package. */
function usesProduct(path: string, text: string, names: ReadonlySet<string>): boolean {
  const imported = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
  const isChanged = (name: string) => name.split(/[./]/).some((part) => names.has(part));
  switch (languageOfProgram(path)) {
    case 'python':
      return imported(PYTHON_IMPORT).some(isChanged);
    case 'javascript':
      return imported(NODE_IMPORT).some((name) => name.startsWith('.') || isChanged(name));
    case 'go':
      return /^package main$/m.test(text) && imported(GO_IMPORT).some((name) => /^[\w-]+\./.test(name) || isChanged(name));
    case 'rust':
      return /\bfn main\(/.test(text) && /^[ \t]{0,40}use [a-z]/m.test(text);
    case 'shell':
      return imported(SHELL_WORD).some(isChanged);
    default:
      return false;
  }
}

const PYTHON_IMPORT = /(?:^[ \t]{0,40}(?:import|from)[ \t]{1,8}|\bimport_module\(["'])([\w.]{1,200})/gm;
const NODE_IMPORT = /(?:\brequire\(|\bfrom[ \t]{1,8}|\bimport[ \t(]{1,8})["']([^"'\n]{1,200})["']/g;
const GO_IMPORT = /"([\w./-]{1,200})"/g;
const SHELL_WORD = /([\w./-]{3,200})/g;

/** What a program can call a changed file: its folders, and its own name. */
function namesIn(path: string): string[] {
  const parts = path.split('/');
  return parts
    .map((part, index) => (index === parts.length - 1 ? part.replace(/\.\w+$/, '') : part))
    .filter((part) => part.length > 1);
}
