// Room git: a path as it is stored, shown and compared everywhere in Hydra.

/** From one character a byte. UTF-8 as it is; where that cannot be, each byte beyond ASCII as \xNN. */
export function pathText(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return latin1.replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
  }
}
