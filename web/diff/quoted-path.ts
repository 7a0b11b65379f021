// Room web: paths as git writes them into patches: bare, or in quotes with C escapes.

const SHORT: Record<string, number> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

/** The path, and what stands behind it. Null when the text does not begin with a well-formed quoted path. */
export function readQuotedPath(text: string): { path: string; rest: string } | null {
  const [whole, inner] = /^"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  return whole === undefined || inner === undefined ? null : { path: unescaped(inner), rest: text.slice(whole.length) };
}

function unescaped(inner: string): string {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [piece, octal, short] of inner.matchAll(/\\([0-3][0-7]{2})|\\(.)|[^\\]+/g)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else if (short === undefined) bytes.push(...encoder.encode(piece));
    else if (SHORT[short] !== undefined) bytes.push(SHORT[short]);
    else bytes.push(...encoder.encode(piece));
  }
  return pathText(new Uint8Array(bytes));
}

/** UTF-8 as it is; bytes that are not UTF-8 as \xNN, as everywhere in a run. */
function pathText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`)).join('');
  }
}
