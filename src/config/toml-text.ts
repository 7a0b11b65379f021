// Formats keys and values as in hydra.toml, for messages and listings.

export type KeyPath = readonly (string | number)[];

const MAX_SHOWN_LENGTH = 80;

/** `scoring.weights.tests`, `agents."my.agent".command`, `workspace.copy[0]`. */
export function formatKey(path: KeyPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    const key = /^[\w-]+$/.test(part) ? part : formatString(part);
    return text === '' ? key : `${text}.${key}`;
  }, '');
}

/** A value that TOML can represent. Null is `false`, which disables a setting in hydra.toml. */
export function formatValue(value: unknown): string {
  if (value === null) return 'false';
  if (typeof value === 'string') return formatString(value);
  if (Array.isArray(value)) return `[${value.map(formatValue).join(', ')}]`;
  // Written out, it would be an integer too large to read back.
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) return value.toExponential();
  // A table with members is never a single value.
  if (typeof value === 'object') return '{}';
  return String(value);
}

/** Formats text of the file for a sentence: one line, no control characters, limited length. */
export function abridge(text: string): string {
  const start = text.slice(0, MAX_SHOWN_LENGTH + 1);
  const line = escapeControls(start.replace(/\s+/g, ' ').trim());
  if (start.length <= MAX_SHOWN_LENGTH) return line;
  return `${line.slice(0, MAX_SHOWN_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

function formatString(text: string): string {
  return escapeControls(JSON.stringify(text));
}

/** JSON does not escape DEL and the C1 range, but TOML rejects the first and terminals interpret the others. */
function escapeControls(text: string): string {
  return text.replace(/\p{Cc}/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
