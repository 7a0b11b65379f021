// The tests that a source file defines: their names, and which part of the file belongs to each.
import { bracketEnd, type Range } from './brackets.ts';
import type { MaskedLanguage, MaskedSource } from './mask-source.ts';

export interface FoundTest extends Range {
  /** A function name, or the title in JavaScript. */
  name: string;
  /** Where the name is. */
  at: Range;
}

const MAX_TESTS = 300;

const FINDERS: Record<MaskedLanguage, (source: MaskedSource) => FoundTest[]> = {
  python: findInPython,
  javascript: findInJavaScript,
  go: (source) => findFunctions(source, /^func (Test(?!Main\b)\w+)\(\w+ \*testing\.T\) \{/gm),
  rust: (source) =>
    findFunctions(
      source,
      /#\[(?:\w{1,30}::){0,3}test\](?:\s*#\[[^\]\n]{0,200}\])*\s*(?:pub )?(?:async )?fn (\w+)\s*\(\)[^{;]{0,200}\{/g,
    ),
  java: (source) =>
    findFunctions(
      source,
      /@(?:Test|ParameterizedTest)\b(?:\([^()\n]{0,200}\))?(?:\s*@\w+(?:\([^()\n]{0,200}\))?)*\s*(?:(?:public|private|protected|final)\s+)*void\s+(\w+)\s*\([^()]{0,300}\)[^{;]{0,200}\{/g,
    ),
  php: (source) =>
    findFunctions(source, /^[ \t]*(?:(?:public|final)\s+)*function\s+(test\w+)\s*\([^()]{0,300}\)[^{;]{0,100}\{/gm),
};

/** Tests inside of tests are part of the outer one. */
export function findTests(source: MaskedSource): FoundTest[] {
  let end = -1;
  return FINDERS[source.language](source)
    .slice(0, MAX_TESTS)
    .filter((test) => {
      if (test.start < end) return false;
      end = test.end;
      return true;
    });
}

/** Functions whose body is in braces. The pattern ends with the opening brace. */
function findFunctions(source: MaskedSource, pattern: RegExp): FoundTest[] {
  return [...source.bare.matchAll(pattern)].slice(0, MAX_TESTS).flatMap((match) => {
    const [whole, name = ''] = match;
    const end = bracketEnd(source, match.index + whole.length - 1);
    if (end === null) return [];
    const from = match.index + whole.lastIndexOf(name, whole.lastIndexOf('('));
    return [{ name, at: { start: from, end: from + name.length }, start: match.index, end }];
  });
}

function findInPython({ bare }: MaskedSource): FoundTest[] {
  const found = [...bare.matchAll(/^([ \t]*)(?:async )?def (test\w*)\s*\(/gm)].slice(0, MAX_TESTS);
  return found.map((match) => {
    const [whole, indent = '', name = ''] = match;
    const from = match.index + whole.indexOf(name, indent.length + 4);
    return {
      name,
      at: { start: from, end: from + name.length },
      start: decoratorsBefore(bare, match.index, indent),
      end: blockEnd(bare, match.index + whole.length, indent.length),
    };
  });
}

/** The start of the lines above a function that belong to its decorators. */
function decoratorsBefore(bare: string, line: number, indent: string): number {
  let start = line;
  let [at, lines] = [line, 0];
  while (at > 0 && lines < 200) {
    const before = bare.lastIndexOf('\n', at - 2) + 1;
    const text = bare.slice(before, at - 1);
    const isPart = text.startsWith(`${indent} `) || text.startsWith(`${indent}\t`) || /^[\])}]/.test(text.slice(indent.length));
    const isDecorator = text.startsWith(`${indent}@`);
    if (!isDecorator && !isPart) break;
    if (isDecorator) start = before;
    at = before;
    lines += 1;
  }
  return start;
}

/** The first line that is not blank and not indented further, after the brackets of the signature. */
function blockEnd(bare: string, start: number, indent: number): number {
  let depth = 1;
  let at = start;
  for (; at < bare.length && depth > 0; at += 1) {
    if ('([{'.includes(bare.charAt(at))) depth += 1;
    if (')]}'.includes(bare.charAt(at))) depth -= 1;
  }
  for (let line = bare.indexOf('\n', at); line !== -1; line = bare.indexOf('\n', line + 1)) {
    const [, space = '', first = ''] = /^([ \t]*)(\S?)/.exec(bare.slice(line + 1, line + 200)) ?? [];
    if (first !== '' && space.length <= indent && !')]}'.includes(first)) return line + 1;
  }
  return bare.length;
}

function findInJavaScript(source: MaskedSource): FoundTest[] {
  const { bare, text, strings } = source;
  const byStart = new Map(strings.map((token) => [token.start, token]));
  const found = [...bare.matchAll(/(?<![\w$.])(?:test|it|specify)(?:\.(?:only|concurrent|serial))?\s*\(\s*(?=['"`])/g)];
  return found.slice(0, MAX_TESTS).flatMap((match) => {
    const token = byStart.get(match.index + match[0].length);
    const end = bracketEnd(source, match.index + match[0].indexOf('('));
    if (token === undefined || !token.isPlain || end === null) return [];
    const name = text.slice(token.from, token.to);
    if (name === '' || name.includes('\\')) return [];
    return [{ name, at: { start: token.from, end: token.to }, start: match.index, end }];
  });
}
