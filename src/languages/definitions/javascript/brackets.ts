// The open brackets of a JavaScript text. They tell a division from a regular expression, and a block from an object.
import type { Scanner } from '../../shared/scanner.ts';
import { OPERATOR_WORDS } from './words.ts';

/** What a bracket belongs to. `head` is the parenthesis of a statement such as `if`. */
export type Bracket =
  | 'head'
  | '('
  | '['
  | 'block'
  | 'object'
  | 'template'
  | 'attribute'
  | 'child'
  | 'tag'
  | 'end tag'
  | 'children';

/** What each open bracket belongs to. */
export class Brackets {
  readonly open: Bracket[] = [];
  /** How many of them belong to a template or an element. */
  #texts = 0;
  /** The bracket that was closed last. */
  closed: Bracket | undefined;

  get top(): Bracket | undefined {
    return this.open.at(-1);
  }

  /** Whether an expression may start here: then a slash starts a regular expression. */
  expectsOperand({ last, tokens }: Scanner): boolean {
    if (last === undefined) return true;
    if (last.kind === 'word') return OPERATOR_WORDS.has(last.text) && tokens.at(-2)?.text !== '.';
    if (last.kind !== 'operator') return false;
    if (last.text === ')') return this.closed === 'head';
    if (last.text === '}') return this.closed === 'block';
    return last.text !== ']' && last.text !== '++' && last.text !== '--';
  }

  /** Whether a template or an element has no end yet. */
  get isInText(): boolean {
    return this.#texts > 0;
  }

  push(bracket: Bracket): void {
    this.open.push(bracket);
    if (isText(bracket)) this.#texts += 1;
  }

  close(): Bracket | undefined {
    this.closed = this.open.pop();
    if (this.closed !== undefined && isText(this.closed)) this.#texts -= 1;
    return this.closed;
  }
}

function isText(bracket: Bracket): boolean {
  return !/^(?:head|[([]|block|object)$/.test(bracket);
}
