// A piece of Go or Rust in its parts: imports, tests, and the statements of what runs, each with the comment behind it.
import { bracketEnd, findTests, type MaskedSource, maskSource } from '../../languages/index.ts';

export type ProgramLanguage = 'go' | 'rust';

export interface Statement {
  readonly code: string;
  /** What the comment behind it says, or the comment lines below it; empty when there is none. */
  readonly comment: string;
  /** The first line, from 0. */
  readonly line: number;
  /** The last line, with that of the comment. */
  readonly lastLine: number;
}

export interface Program {
  /** Import declarations, one per line: specifications in Go, `use` in Rust. */
  readonly imports: string;
  /** Whole tests, with their attributes. */
  readonly tests: readonly Statement[];
  /** What runs: the body of `main`, or everything outside of functions. */
  readonly statements: readonly Statement[];
  /** Declarations outside of `main` and of tests. */
  readonly items: string;
}

const MAX_STATEMENTS = 200;
/** Longer code is no example. */
const MAX_CODE = 20_000;
const ITEM = {
  go: /^(?:func|type|const|var)\b/,
  rust: /^(?:#!?\[|(?:pub(?:\([^()]*\))? )?(?:(?:async|const|unsafe) )?(?:fn|struct|enum|trait|impl|mod|type|const|static|union|macro_rules!)\b)/,
};
const IMPORT = { go: /^(?:import|package)\b/, rust: /^(?:(?:pub )?use|extern crate)\b|^#!\[/ };
const MAIN = { go: /^func main\(\)/, rust: /^(?:pub )?fn main\(\)/ };

/** Null if the code cannot be read. */
export function splitProgram(text: string, language: ProgramLanguage): Program | null {
  if (text.length > MAX_CODE) return null;
  const code = language === 'rust' ? withHiddenLines(text) : text;
  const source = maskSource(language === 'go' ? 'x.go' : 'x.rs', code);
  if (source === null) return null;
  const parts = statementsIn(source, 0, code.length);
  const isTest = testStarts(source);
  const main = parts.find((part) => MAIN[language].test(part.code));
  const tests = parts.filter((part) => isTest(part));
  const others = parts.filter((part) => part !== main && !isTest(part));
  const items = others.filter((part) => ITEM[language].test(part.code) && !isLocal(part, language));
  const inside = main === undefined ? [] : bodyOf(source, main);
  const outside = others.filter((part) => !IMPORT[language].test(part.code) && !items.includes(part));
  return {
    imports: importsOf(others, language),
    tests,
    statements: main === undefined ? outside : inside,
    items: items.map((part) => part.code).join('\n'),
  };
}

/** `var x = f()` of Go and `const` are statements too. */
function isLocal({ code }: Statement, language: ProgramLanguage): boolean {
  return language === 'go' && /^(?:var|const)\b/.test(code);
}

/** `# use crate::f;` in a documentation test. */
function withHiddenLines(text: string): string {
  return text.replace(/^([ \t]{0,20})# (?=\S)/gm, '$1  ');
}

function testStarts(source: MaskedSource): (part: Part) => boolean {
  const starts = findTests(source).map(({ start }) => start);
  return ({ start, end }) => starts.some((at) => at >= start && at < end);
}

function importsOf(parts: readonly Statement[], language: ProgramLanguage): string {
  const lines = parts.filter(({ code }) => IMPORT[language].test(code)).map(({ code }) => code);
  if (language === 'rust') return lines.filter((line) => !line.startsWith('#')).join('\n');
  const specifications = lines.flatMap((line) => [
    ...line.matchAll(/(?:^|[\n;(]|^import)[ \t]{0,20}((?:[\w.]{1,100}[ \t]{1,20})?"[\w./~-]{1,300}")/g),
  ]);
  return specifications.map(([, each = '']) => each.replace(/^import[ \t]+/, '')).join('\n');
}

interface Part extends Statement {
  readonly start: number;
  readonly end: number;
}

function bodyOf(source: MaskedSource, main: Part): Part[] {
  const open = source.bare.indexOf('{', main.start);
  const end = bracketEnd(source, open);
  return open === -1 || end === null ? [] : statementsIn(source, open + 1, end - 1);
}

function statementsIn(source: MaskedSource, from: number, to: number): Part[] {
  const parts: Part[] = [];
  for (let at = from; at < to && parts.length < MAX_STATEMENTS; ) {
    const start = at + source.bare.slice(at, to).search(/\S/);
    if (start < at) break;
    const end = endOfStatement(source, start, to);
    parts.push(partOf(source, start, end, to));
    at = end;
  }
  return parts;
}

const BLOCK = /^(?:if|for|while|loop|match|unsafe|switch|select|\{)/;

function endOfStatement(source: MaskedSource, start: number, to: number): number {
  const { bare, language } = source;
  const rest = bare.slice(start, start + 200);
  const isBlock = BLOCK.test(rest) || (language === 'rust' && ITEM.rust.test(rest));
  let depth = 0;
  for (let at = start; at < to; at += 1) {
    const char = bare.charAt(at);
    if ('([{'.includes(char)) depth += 1;
    if (')]}'.includes(char)) depth -= 1;
    if (depth < 0) return at;
    const end = depth > 0 ? null : endAt(source, { start, at, isBlock });
    if (end !== null) return end;
  }
  return to;
}

/** Where a statement ends if it ends with the character outside of brackets; null if it goes on. */
function endAt(
  { bare, language }: MaskedSource,
  { start, at, isBlock }: { start: number; at: number; isBlock: boolean },
): number | null {
  const char = bare.charAt(at);
  // `if got := f(); got != 1 {`
  if (char === ';') return language === 'go' && isBlock ? null : at + 1;
  if (language === 'go') return char === '\n' && endsLine(bare.slice(start, at), bare.slice(at, at + 80)) ? at : null;
  return isBlock && char === '}' && !/^\s{0,80}else\b/.test(bare.slice(at + 1, at + 90)) ? at + 1 : null;
}

/** A line of Go goes on after an operator or a comma; many texts break chains before the dot. */
function endsLine(before: string, after: string): boolean {
  return !/[,.+\-*/%&|^<>=!(]\s*$/.test(before) || /(?:\+\+|--)\s*$/.test(before) ? !/^\s*\./.test(after) : false;
}

const COMMENT = /^[ \t]{0,80};?[ \t]{0,80}\/\/+[ \t]{0,8}([^\n]{0,500})/;

function partOf({ text, bare }: MaskedSource, start: number, end: number, to: number): Part {
  const lineOf = (at: number) => text.slice(0, at).split('\n').length - 1;
  const trimmedEnd = start + bare.slice(start, end).trimEnd().length;
  const lines: string[] = [];
  let at = trimmedEnd;
  for (;;) {
    const match = COMMENT.exec(text.slice(at, Math.min(to, at + 700)));
    if (match === null) break;
    lines.push(match[1] ?? '');
    at += match[0].length;
    // Comment lines directly below belong to it.
    if (!/^\n[ \t]{0,80}\/\//.test(text.slice(at, at + 90))) break;
    at += 1;
  }
  const below = lines.length > 0 ? [] : commentBelow(text.slice(trimmedEnd, Math.min(to, trimmedEnd + 2000)));
  return {
    ...{ start, end, code: dedented(text.slice(start, trimmedEnd)) },
    comment: [...lines, ...below].join('\n').trim(),
    line: lineOf(start),
    lastLine: lineOf(at) + below.length,
  };
}

/** `// Output: x` on the lines after a statement. */
function commentBelow(rest: string): string[] {
  const [found] = /^[ \t]{0,80}\n(?:[ \t]{0,80}\/\/[^\n]{0,500}(?:\n|$)){1,20}/.exec(rest) ?? [];
  const lines = (found ?? '').split('\n').flatMap((line) => /^\s*\/\/+[ \t]?(.*)$/.exec(line)?.[1] ?? []);
  return /^\s*(?:(?:unordered )?output|prints?|=>|->|→)/i.test(lines[0] ?? '') ? lines : [];
}

/** The first line begins at the margin already. */
function dedented(code: string): string {
  const [first = '', ...others] = code.split('\n');
  const widths = others.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const width = Math.min(...widths, 200);
  return [first, ...others.map((line) => line.slice(width))].join('\n');
}
