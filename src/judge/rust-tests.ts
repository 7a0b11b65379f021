// Tests inside Rust sources: `#[cfg(test)] mod tests { … }`, and `#[cfg(test)] mod tests;` for a file of tests.
import { holdsTests, maskText } from '../languages/index.ts';

/** Replaces the candidate's `#[cfg(test)] mod tests { … }` with the base's. */
export function pinRustTests(path: string, baseText: string, text: string): string {
  if (!holdsTests(path)) return text;
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
  /#\[cfg\(test\)\]\s{0,200}(?:#\[[^\]\n]{0,200}\]\s{0,200}){0,5}(?:pub(?:\([^)\n]{0,80}\))?\s{1,80})?mod\s{1,80}\w{1,80}\s{0,80}[{;]/g;

/** The positions of the test modules in a Rust source, including the attribute. None if the source cannot be read. */
function testModules(text: string): Span[] {
  const bare = maskText('x.rs', text)?.bare ?? '';
  const spans: Span[] = [];
  for (const { 0: found, index: start } of bare.matchAll(RUST_TEST_MODULE)) {
    if (start < (spans.at(-1)?.end ?? 0)) continue;
    const end = found.endsWith(';') ? start + found.length : closingBrace(bare, start + found.length - 1);
    // Without its end, the rest of the file is not valid Rust.
    if (end === null) break;
    spans.push({ start, end });
  }
  return spans;
}

/** The index after the brace that closes the one at `open`. */
function closingBrace(bare: string, open: number): number | null {
  const brace = /[{}]/g;
  brace.lastIndex = open;
  let depth = 0;
  for (let found = brace.exec(bare); found !== null; found = brace.exec(bare)) {
    depth += found[0] === '{' ? 1 : -1;
    if (depth === 0) return brace.lastIndex;
  }
  return null;
}
