// The changed lines of a diff that are likely to be executable. Decided from the text; the coverage report
// decides which of them the runtime can execute.

import type { Diff } from '../contract/index.ts';
import { isDeclaration } from '../languages/index.ts';
import { classifyFiles } from './classify-file.ts';
import { addedCode, isSource, type PatchFile, parsePatch } from './integrity/index.ts';

export interface ChangedLines {
  path: string;
  /** Line numbers of the candidate's version, ascending. */
  lines: readonly number[];
}

/** The code under test: no tests, settings, generated or vendored files. Omits files without such lines. */
export function changedCodeLines(diff: Diff, patch: string): ChangedLines[] {
  const files = parsePatch(patch, diff);
  const classes = classifyFiles(diff, files);
  return files
    .filter((file) => isSource(file) && !isDeclaration(file.path) && classes.get(file.path) === 'source')
    .map((file) => ({ path: file.path, lines: codeLines(file) }))
    .filter(({ lines }) => lines.length > 0);
}

/** Longer lines are generated code, and scanning them costs time for each character. */
const MAX_LINE_LENGTH = 400;

function codeLines(file: PatchFile): number[] {
  return addedCode(file)
    .filter(({ code }) => doesSomething(code.slice(0, MAX_LINE_LENGTH)))
    .map(({ line }) => line);
}

/** Only brackets, and words that only separate blocks. */
const STRUCTURE =
  /^[\s{}()[\];,:]*(?:(?:else|try|finally|do|default|begin|ensure|end|fi|done|esac|then|pass)\b[\s{}()[\];,:]*)*$/;
/** A single name: an item of an import, a list or a call over several lines. */
const NAME_ALONE = /^\s*(?!(?:return|break|continue|yield|raise|throw)\b)[\w$]+(?:\s+as\s+[\w$]+)?,?$/;
/** Statements that run once when a file is loaded, whatever tests do. */
const DECLARATION = new RegExp(
  [
    // Imports.
    String.raw`(?:import|from|package|use|using|require|require_relative|include|extern|mod|namespace)\b(?!\s*[(=.:,)])`,
    String.raw`export\s*(?:type\b|[*{])`,
    String.raw`\}\s*from\b`,
    String.raw`(?:const|let|var)\b[\w$\s,:{}]*=\s*require\(\s*["'][^"']*["']\s*\)(?:\.\w+)*;?$`,
    `["']use (?:strict|client|server)["'];?$`,
    // Functions and types, without their bodies.
    String.raw`(?:(?:export|default|declare|pub|public|private|protected|static|final|abstract|async|unsafe|data|sealed)\s+)*(?:function\b|func\b(?!\s*=)|(?:fn|def|class|interface|type|struct|enum|trait|impl|protocol|extension|module|record)\s+[\w$<])`,
    String.raw`(?:export\s+)?(?:(?:const|let|var)\s+)?[\w$.]+\s*=\s*(?:async\s*)?(?:function\b[^{]*|\([^()]*\)\s*=>|[\w$]+\s*=>)\s*\{?$`,
    String.raw`@[\w.]+(?:\(.*\))?$`,
  ]
    .map((part) => `^\\s*(?:${part})`)
    .join('|'),
);
/** A function whose body is on the same line is executable. */
const ONE_LINE_BODY = /\{[^{}]*[\w$][^{}]*\}[;,]?$|^\s*(?:async\s+)?def\b[^:]*:\s*[^\s:]/;

function doesSomething(code: string): boolean {
  if (STRUCTURE.test(code) || NAME_ALONE.test(code)) return false;
  return !DECLARATION.test(code) || (/\b(?:function|func|fn|def)\b/.test(code) && ONE_LINE_BODY.test(code));
}
