// Room compare: a file of the candidate with the parts put back that decide a check, as the base has them.
// For files that hold both: settings of tools in package.json and pyproject.toml, tests inside Rust sources.
import { mixedFile } from './test-support.ts';

/** The members of package.json that tell runners and linters what to do. */
const PACKAGE_MEMBERS = [
  'scripts',
  'jest',
  'mocha',
  'ava',
  'vitest',
  'nyc',
  'c8',
  'tap',
  'eslintConfig',
  'eslintIgnore',
  'prettier',
  'stylelint',
  'babel',
];

/** Null when nothing has to be put back. */
export function pinContent(path: string, baseText: string, text: string): string | null {
  const mixed = mixedFile(path);
  const pinned =
    mixed === 'package.json'
      ? pinPackage(baseText, text)
      : mixed === 'pyproject.toml'
        ? pinToolTables(baseText, text)
        : pinRustTests(path, baseText, text);
  return pinned === text ? null : pinned;
}

function pinPackage(baseText: string, text: string): string {
  let base: Record<string, unknown>;
  let own: Record<string, unknown>;
  try {
    base = JSON.parse(baseText) as Record<string, unknown>;
    own = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return baseText;
  }
  const differs = PACKAGE_MEMBERS.some((name) => JSON.stringify(base[name]) !== JSON.stringify(own[name]));
  if (!differs) return text;
  const kept = Object.entries(own).filter(([name]) => !PACKAGE_MEMBERS.includes(name));
  const restored = PACKAGE_MEMBERS.filter((name) => base[name] !== undefined).map((name) => [name, base[name]]);
  return `${JSON.stringify(Object.fromEntries([...kept, ...restored]), null, 2)}\n`;
}

/** Every [tool.…] table as the base has it; dependencies and the like stay the candidate's. */
function pinToolTables(baseText: string, text: string): string {
  const isTool = (block: string) => /^\[\[?tool\./.test(block);
  const own = tables(text);
  const base = tables(baseText);
  const [ownTools, baseTools] = [own.filter(isTool).join(''), base.filter(isTool).join('')];
  if (ownTools.trim() === baseTools.trim()) return text;
  const rest = own.filter((block) => !isTool(block)).join('');
  return `${rest}${rest === '' || rest.endsWith('\n') ? '' : '\n'}${baseTools}`;
}

/** The text before the first header, then each table with its header. */
function tables(text: string): string[] {
  const blocks: string[] = [''];
  for (const line of text.split(/(?<=\n)/)) {
    if (/^\[/.test(line)) blocks.push(line);
    else blocks[blocks.length - 1] += line;
  }
  return blocks;
}

const RUST_TEST_MODULE = /#\[cfg\(test\)\]\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*\{/g;

/** `#[cfg(test)] mod tests { … }` of the base in place of the candidate's. */
function pinRustTests(path: string, baseText: string, text: string): string {
  if (!path.endsWith('.rs')) return text;
  const ofBase = testModules(baseText);
  const own = testModules(text);
  if (ofBase.length === 0 && own.length === 0) return text;
  const code = own.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
  const blocks = ofBase.map(({ start, end }) => baseText.slice(start, end));
  const same = own.map(({ start, end }) => text.slice(start, end)).join('\n') === blocks.join('\n');
  return same ? text : `${code.trimEnd()}\n\n${blocks.join('\n\n')}\n`;
}

interface Span {
  start: number;
  end: number;
}

/** More is no source file but an attempt to keep Hydra busy. */
const MAX_TEST_MODULES = 50;

/** Where the test modules of a Rust source stand, attribute included. */
export function testModules(text: string): Span[] {
  return [...text.matchAll(RUST_TEST_MODULE)].slice(0, MAX_TEST_MODULES).flatMap((match) => {
    const end = closingBrace(text, match.index + match[0].length - 1);
    return end === null ? [] : [{ start: match.index, end }];
  });
}

/** The index after the brace that closes the one at `open`; comments, strings and characters are skipped. */
function closingBrace(text: string, open: number): number | null {
  let depth = 0;
  let at = open;
  while (at < text.length) {
    const skipped = skipLiteral(text, at);
    if (skipped === null) return null;
    if (skipped > at) {
      at = skipped;
      continue;
    }
    const character = text.charAt(at);
    at += 1;
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (character === '}' && depth === 0) return at;
  }
  return null;
}

const STRING = /"(?:[^"\\]|\\[\s\S])*"/y;
const CHARACTER = /'(?:[^'\\\n]|\\[^\n]{1,12}?)'/y;
const RAW_STRING = /r(#{0,16})"/y;

/** Where the comment, string or character at `at` ends; `at` itself when there is none; null when it never ends. */
function skipLiteral(text: string, at: number): number | null {
  if (text.startsWith('//', at)) return endOf(text.indexOf('\n', at), 1);
  if (text.startsWith('/*', at)) return endOf(text.indexOf('*/', at + 2), 2);
  const character = text.charAt(at);
  if (character === '"') return matchEnd(STRING, text, at);
  if (character === "'") return matchEnd(CHARACTER, text, at) ?? at;
  if (character !== 'r') return at;
  RAW_STRING.lastIndex = at;
  const raw = RAW_STRING.exec(text);
  if (raw === null || /\w/.test(text.charAt(at - 1))) return at;
  const close = `"${raw[1] ?? ''}`;
  return endOf(text.indexOf(close, at + raw[0].length), close.length);
}

function endOf(found: number, length: number): number | null {
  return found === -1 ? null : found + length;
}

function matchEnd(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match === null ? null : at + match[0].length;
}
