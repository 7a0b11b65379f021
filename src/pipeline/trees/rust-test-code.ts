// The tests inside of a Rust source as code that a program outside of the crate could contain.
import { rustTestModules } from '../../judge/index.ts';

const MAX_LENGTH = 200_000;
const RELATIVE_USE = /^[ \t]*(?:pub[ \t]+)?use\s{1,8}(?:super|self|crate)\b[^;]{0,2000};/gm;
const RELATIVE_PATH = /(?<![\w:])(?:super|self|crate)::(?:[a-z_]\w{0,80}::){0,6}(?=[A-Za-z_])/g;

/** Names of the crate are looked up again: what is private cannot be called from outside. */
export function rustTestCode(text: string): string {
  const code = [...documentationTests(text), rustTestModules(text)].join('\n');
  return code.slice(0, MAX_LENGTH).replace(RELATIVE_USE, '').replace(RELATIVE_PATH, '');
}

/** The code in the comments that document an item. */
function documentationTests(text: string): string[] {
  const lines: string[] = [];
  let isOpen = false;
  for (const line of text.slice(0, MAX_LENGTH).split('\n')) {
    const comment = /^\s{0,80}\/\/[/!] ?(.{0,500})$/.exec(line)?.[1];
    if (comment === undefined) isOpen = false;
    else if (/^\s{0,8}```/.test(comment))
      isOpen =
        !isOpen &&
        /^\s{0,8}```\s{0,8}(?:rust|\s{0,8}$|should_panic|no_run)?/.test(comment) &&
        !/```\s*(?:text|ignore|console|toml|none|c|python)/.test(comment);
    else if (isOpen) lines.push(comment.replace(/^(\s{0,20})# /, '$1'));
  }
  return lines.length === 0 ? [] : [`fn documentation() {\n${lines.join('\n')}\n}`];
}
