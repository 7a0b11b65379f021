// Tests inside Rust sources: `#[cfg(test)] mod tests { … }`, and `#[cfg(test)] mod tests;` for a file of tests.

/** Replaces the candidate's `#[cfg(test)] mod tests { … }` with the base's. */
export function pinRustTests(path: string, baseText: string, text: string): string {
  if (!path.endsWith('.rs')) return text;
  const ofBase = testModules(baseText);
  const own = testModules(text);
  if (ofBase.length === 0 && own.length === 0) return text;
  const blocks = ofBase.map(({ start, end }) => baseText.slice(start, end));
  const same = own.map(({ start, end }) => text.slice(start, end)).join('\n') === blocks.join('\n');
  if (same) return text;
  const code =
    own.map(({ start }, index) => text.slice(own[index - 1]?.end ?? 0, start)).join('') + text.slice(own.at(-1)?.end ?? 0);
  return `${[code.trimEnd(), ...blocks].join('\n\n')}\n`;
}

/** The text of the test modules inside a Rust source. */
export function rustTestModules(text: string): string {
  return testModules(text)
    .map(({ start, end }) => text.slice(start, end))
    .join('\n');
}

interface Span {
  start: number;
  end: number;
}

const RUST_TEST_MODULE =
  /#\[cfg\(test\)\]\s{0,200}(?:#\[[^\]\n]{0,200}\]\s{0,200}){0,5}(?:pub(?:\([^)\n]{0,80}\))?\s{1,80})?mod\s{1,80}\w{1,80}\s{0,80}[{;]/y;

/** The positions of the test modules in a Rust source, including the attribute. One pass that skips comments and strings. */
function testModules(text: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  while (at < text.length) {
    const skipped = skipLiteral(text, at);
    if (skipped === null) break;
    const open = skipped > at ? null : matchEnd(RUST_TEST_MODULE, text, at);
    const end = open === null ? null : moduleEnd(text, open);
    // Without its end, the rest of the file is not valid Rust.
    if (open !== null && end === null) break;
    if (end !== null) spans.push({ start: at, end });
    at = end ?? Math.max(skipped, at + 1);
  }
  return spans;
}

/** `open` is the index after the brace or semicolon. */
function moduleEnd(text: string, open: number): number | null {
  return text.charAt(open - 1) === ';' ? open : closingBrace(text, open - 1);
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

const CHARACTER = /'(?:[^'\\\n]|\\[^\n]{1,12}?)'/y;
const RAW_STRING = /r(#{0,16})"/y;

/** The end of the comment, string or character at `at`; `at` itself if there is none; null if it never ends. */
function skipLiteral(text: string, at: number): number | null {
  const character = text.charAt(at);
  if (character === '/') return skipComment(text, at);
  if (character === '"') return skipString(text, at);
  if (character === "'") return matchEnd(CHARACTER, text, at) ?? at;
  if (character !== 'r') return at;
  RAW_STRING.lastIndex = at;
  const raw = RAW_STRING.exec(text);
  if (raw === null || /[ac-z0-9_]/i.test(text.charAt(at - 1))) return at;
  const close = `"${raw[1] ?? ''}`;
  return endOf(text.indexOf(close, at + raw[0].length), close.length);
}

/** Block comments of Rust can be nested. */
function skipComment(text: string, start: number): number | null {
  if (text.startsWith('//', start)) return endOf(text.indexOf('\n', start), 1);
  if (!text.startsWith('/*', start)) return start;
  const mark = /\/\*|\*\//g;
  mark.lastIndex = start;
  let depth = 0;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return null;
}

function skipString(text: string, start: number): number | null {
  const mark = /["\\]/g;
  mark.lastIndex = start + 1;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    if (found[0] === '"') return mark.lastIndex;
    mark.lastIndex += 1;
  }
  return null;
}

function endOf(found: number, length: number): number | null {
  return found === -1 ? null : found + length;
}

function matchEnd(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match === null ? null : at + match[0].length;
}
