// Terminal colors. The caller decides whether to use them.

const CODES = { strong: '1', faint: '2', bad: '31', good: '32', caution: '33' } as const;

export type Paint = (style: keyof typeof CODES, text: string) => string;

export function painter(colour: boolean): Paint {
  return (style, text) => (colour ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text);
}
