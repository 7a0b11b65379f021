// The canonical text of a path. git's names are bytes; Hydra stores, compares and shows text: UTF-8
// unchanged, and for a name that is not UTF-8, each byte outside ASCII as \xNN.

/** From a string with one character per byte. */
export function pathText(latin1: string): string {
  return pathOfPercent(latin1.replace(/[%\x80-\xff]/g, (byte) => percent(byte.charCodeAt(0))));
}

const SHORT: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

/**
 * Parses a path in quotes with C escapes, as git writes unusual names into patches. Returns it with the rest of the text,
 * or null without quotes.
 */
export function readQuotedPath(text: string): { path: string; rest: string } | null {
  const [whole, inner] = /^"((?:[^"\\]|\\.)*)"/s.exec(text) ?? [];
  return whole === undefined || inner === undefined ? null : { path: unescaped(inner), rest: text.slice(whole.length) };
}

function unescaped(inner: string): string {
  const pieces = inner.matchAll(/\\([0-3][0-7]{2})|\\(.)|[^\\]+/gs);
  const encoded = Array.from(pieces, ([piece, octal, letter]) => {
    if (octal !== undefined) return percent(Number.parseInt(octal, 8));
    const byte = letter === undefined ? undefined : SHORT[letter];
    return byte === undefined ? encodeURIComponent(piece.replace(/\p{Surrogate}/gu, '\ufffd')) : percent(byte);
  });
  return pathOfPercent(encoded.join(''));
}

function percent(byte: number): string {
  return `%${byte.toString(16).padStart(2, '0')}`;
}

function pathOfPercent(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded.replace(/%([0-9a-f]{2})/gi, (_whole, hex: string) => {
      const byte = Number.parseInt(hex, 16);
      return byte < 0x80 ? String.fromCharCode(byte) : `\\x${hex.toLowerCase()}`;
    });
  }
}
