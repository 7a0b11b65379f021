// Finds scripts in Node's NODE_V8_COVERAGE output, without parsing all of it.
import type { ScriptFunction } from '../../parse/index.ts';

/** The functions of every script with this URL. Only these parts of the text are parsed. */
export function scriptsOf(text: string, href: string): ScriptFunction[][] {
  const mark = `"url":"${href}`;
  const scripts: ScriptFunction[][] = [];
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + mark.length)) {
    const rest = /^(?:[?#][^"]{0,1000})?","functions":(?=\[)/.exec(text.slice(at + mark.length, at + mark.length + 1100));
    const start = rest === null ? -1 : at + mark.length + rest[0].length;
    const functions = start === -1 ? null : parseFunctions(text.slice(start, endOfArray(text, start)));
    if (functions !== null) scripts.push(functions);
  }
  return scripts;
}

/** The index after the bracket that closes the one at `start`. */
function endOfArray(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') at = endOfString(text, at);
    else if (character === '[') depth += 1;
    else if (character === ']') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at;
}

function parseFunctions(text: string): ScriptFunction[] | null {
  try {
    const functions = JSON.parse(text) as unknown;
    return Array.isArray(functions) && functions.every(isFunction) ? functions : null;
  } catch {
    return null;
  }
}

function isFunction(value: unknown): value is ScriptFunction {
  const { ranges } = (value ?? {}) as { ranges?: unknown };
  if (!Array.isArray(ranges)) return false;
  return ranges.every((range) => {
    const { startOffset, endOffset, count } = (range ?? {}) as Record<string, unknown>;
    return [startOffset, endOffset, count].every((each) => typeof each === 'number');
  });
}
