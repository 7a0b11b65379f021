// Tokens of Python without a meaning: formatters add and remove them.

import { CodeView, without } from '../../shared/code-view.ts';
import { contains } from '../../shared/rules.ts';
import type { Token } from '../../token.ts';

const KEYWORDS = new Set(
  'and as assert async await case class def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** An assignment or a return: the rest of the line is one expression, or a tuple without parentheses. */
const BEFORE_TUPLE = new Set([
  ...['=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '@=', '**=', '//=', '<<=', '>>=', 'return', 'yield', 'del', 'import'],
]);
/** Something that a whole expression follows. */
const BEFORE_EXPRESSION = new Set([
  ...BEFORE_TUPLE,
  ...['->', ':', ',', '(', '[', '{', 'if', 'elif', 'while', 'assert', 'raise', 'with', 'except'],
]);
const AFTER_EXPRESSION = new Set([')', ']', '}', ',', ':', '=', 'as', 'for']);
/** How far the `for` of an `in` is looked for. */
const MAX_TARGET = 30;

export function normalize(tokens: readonly Token[]): Token[] {
  const view = new CodeView(tokens);
  return without(tokens, (at) => isTrailingComma(view, at) || isRedundantParenthesis(view, at));
}

/** `f(a,)` is `f(a)` and `(a, b,)` is `(a, b)`, but `(a,)` is a tuple, and so is the index of `a[b,]`. */
function isTrailingComma(view: CodeView, at: number): boolean {
  const close = view.next(at);
  if (!view.is(at, ',') || !view.is(close, ')', ']', '}')) return false;
  const open = view.partner(close);
  if (open === -1) return false;
  if (view.is(close, '}') || view.is(view.previous(open), 'import') || contains(view, open, ',', at)) return true;
  const follows = followsOperand(view, open);
  return view.is(close, ')') ? follows : !follows;
}

/** Whether the bracket is a call or an index. */
function followsOperand(view: CodeView, open: number): boolean {
  const before = view.previous(open);
  if (view.isKind(before, 'word')) return !KEYWORDS.has(view.text(before));
  return view.is(before, ')', ']', '}') || view.isKind(before, 'string') || view.isKind(before, 'number');
}

function isRedundantParenthesis(view: CodeView, at: number): boolean {
  const open = view.is(at, ')') ? view.partner(at) : at;
  const close = view.partner(open);
  if (!view.is(open, '(') || close === -1) return false;
  const [before, after] = [view.previous(open), view.next(close)];
  if (view.next(open) === close) return isEmptyClass(view, before);
  if (view.is(before, 'for') && view.is(after, 'in')) return true;
  if (view.is(after, '=') && (before === -1 || view.isKind(before, 'break'))) return true;
  const isAtEnd = view.isKind(after, 'break');
  if (isAtEnd && BEFORE_TUPLE.has(view.text(before))) return true;
  if (!BEFORE_EXPRESSION.has(view.text(before)) && !isLoop(view, before)) return false;
  // A generator keeps its parentheses: without them its `for` could belong to what is around it.
  const isWhole = isAtEnd || AFTER_EXPRESSION.has(view.text(after));
  return isWhole && !contains(view, open, ',') && !contains(view, open, 'for');
}

/** Whether the token is the `in` of a loop. The operator `in` binds stronger than what may be in parentheses after it. */
function isLoop(view: CodeView, at: number): boolean {
  if (!view.is(at, 'in')) return false;
  let before = view.previous(at);
  for (let steps = 0; steps < MAX_TARGET && before !== -1 && !view.isKind(before, 'break'); steps += 1) {
    if (view.is(before, 'for')) return true;
    if (view.is(before, 'in', 'if', 'or', 'and', 'not', 'return', '=')) return false;
    before = view.previous(before);
  }
  return false;
}

/** `class A():` is `class A:`. */
function isEmptyClass(view: CodeView, name: number): boolean {
  return view.isKind(name, 'word') && view.is(view.previous(name), 'class');
}
