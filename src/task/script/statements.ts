// Code of JavaScript in statements, each with the comments that belong to it.
import { maskText } from '../../languages/index.ts';

export interface ScriptStatement {
  readonly code: string;
  /** The comment behind it. */
  readonly comment: string;
  /** The lines of comments directly below it. */
  readonly below: readonly string[];
  /** Its first and last line, from 0. */
  readonly from: number;
  readonly to: number;
}

export type ScriptPart =
  | { readonly kind: 'statement'; readonly statement: ScriptStatement }
  | { readonly kind: 'comment'; readonly text: string };

const CONTINUES = /(?:[=,(<?:&|*/%^.[{]|=>|(?<!\+)\+|(?<!-)-)$/;
const CONTINUED = /^(?:\?\.|\.(?!\.\.)|[?:&|*,)\]}]|=(?!=)|(?:instanceof|in|of)\b)/;
const MAX_STATEMENTS = 500;

interface Line {
  readonly code: string;
  readonly bare: string;
  readonly comment: string;
}

/** Null for a text that cannot be read as code. */
export function scriptParts(text: string): ScriptPart[] | null {
  const masked = maskText('example.ts', text);
  if (masked === null || !masked.isComplete) return null;
  const bare = masked.bare.split('\n');
  const lines = text.split('\n').map((line, index): Line => {
    const end = (bare[index] ?? '').trimEnd().length;
    return { code: line.slice(0, end), bare: (bare[index] ?? '').trimEnd(), comment: plainComment(line.slice(end)) };
  });
  return new PartReader(lines).read();
}

function plainComment(text: string): string {
  return text
    .trim()
    .replace(/^(?:\/\/+|\/\*+)\s?/, '')
    .replace(/\*+\/$/, '')
    .trimEnd();
}

class PartReader {
  readonly #lines: readonly Line[];
  readonly #parts: ScriptPart[] = [];

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
  }

  read(): ScriptPart[] {
    for (let at = 0; at < this.#lines.length && this.#parts.length < MAX_STATEMENTS; ) {
      const line = this.#lines[at];
      if (line === undefined) break;
      if (line.bare.trim() !== '') at = this.#statement(at);
      else {
        if (line.comment !== '') this.#parts.push({ kind: 'comment', text: line.comment });
        at += 1;
      }
    }
    return this.#parts;
  }

  /** Returns the line after it. */
  #statement(from: number): number {
    let depth = 0;
    let to = from;
    for (; to < this.#lines.length; to += 1) {
      const bare = this.#lines[to]?.bare ?? '';
      depth += balanceOf(bare);
      if (depth <= 0 && !CONTINUES.test(bare) && !CONTINUED.test(this.#codeAfter(to))) break;
    }
    const last = Math.min(to, this.#lines.length - 1);
    const code = this.#lines.slice(from, last + 1);
    let next = last + 1;
    while ((this.#lines[next]?.bare.trim() ?? 'x') === '' && this.#lines[next]?.comment !== '') next += 1;
    const below = this.#lines.slice(last + 1, next).map(({ comment }) => comment);
    this.#add(code, { from, to: last, below });
    return next;
  }

  #codeAfter(line: number): string {
    const next = this.#lines[line + 1];
    return next?.bare.trim() ?? '';
  }

  /** Statements on one line are separate; the comment behind them belongs to the last. */
  #add(lines: readonly Line[], { from, to, below }: Pick<ScriptStatement, 'from' | 'to' | 'below'>): void {
    const whole = lines.map(({ code }) => code).join('\n');
    const codes = lines.length === 1 ? separated(whole, lines[0]?.bare ?? '') : [whole.trim()];
    for (const [index, code] of codes.entries()) {
      const isLast = index === codes.length - 1;
      const comment = isLast ? (lines.at(-1)?.comment ?? '') : '';
      this.#parts.push({ kind: 'statement', statement: { code, comment, below: isLast ? below : [], from, to } });
    }
  }
}

function balanceOf(bare: string): number {
  let depth = 0;
  for (const char of bare) {
    if (char === '(' || char === '[' || char === '{') depth += 1;
    else if (char === ')' || char === ']' || char === '}') depth -= 1;
  }
  return depth;
}

/** `a(); b();` */
function separated(code: string, bare: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at <= bare.length; at += 1) {
    depth += balanceOf(bare.charAt(at));
    if (at === bare.length || (bare.charAt(at) === ';' && depth === 0)) {
      const part = code.slice(start, at).trim();
      if (part !== '') parts.push(part);
      start = at + 1;
    }
  }
  return parts;
}
