// Parentheses that do not change the meaning of an expression. Formatters add and remove them.
import type { CodeView } from '../../shared/code-view.ts';
import { BINARY_WORDS } from './words.ts';

/** How strongly an operator binds. Everything else in parentheses binds strongest. */
const BINDING = new Map<string, number>([
  [',', 0],
  ...['=>', '=', '?', ':', 'yield', '...'].map((text): [string, number] => [text, 1]),
  ...['+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '**=', '&&=', '||=', '??='].map((text): [string, number] => [
    text,
    1,
  ]),
  ['??', 2],
  ['||', 2],
  ['&&', 3],
  ['|', 4],
  ['^', 5],
  ['&', 6],
  ...['==', '!=', '===', '!=='].map((text): [string, number] => [text, 7]),
  ...['<', '>', '<=', '>=', ...BINARY_WORDS].map((text): [string, number] => [text, 8]),
  ['<<', 9],
  ['+', 10],
  ['-', 10],
  ['*', 11],
  ['/', 11],
  ['%', 11],
]);
const UNARY = 12;
const UNARY_MARKS = new Set(['!', '~', '+', '-', '++', '--', 'typeof', 'void', 'delete', 'await', 'new', '**', '@', '#']);
const STRONGEST = 20;

/** Something that a whole expression follows. */
const BEFORE_EXPRESSION = new Set([
  '=',
  '=>',
  'return',
  'throw',
  '(',
  '[',
  ',',
  ':',
  '?',
  '${',
  '...',
  '+=',
  '-=',
  '??=',
  '||=',
  '&&=',
]);
const AFTER_EXPRESSION = new Set([')', ']', '}', ',', ';', ':']);

/** Both parentheses of every pair without a meaning. */
export function redundantParentheses(view: CodeView): Set<number> {
  const redundant = new Set<number>();
  for (let open = 0; open < view.tokens.length; open += 1) {
    const close = view.partner(open);
    if (!view.is(open, '(') || close === -1) continue;
    if (isSingleParameter(view, open, close) || isElement(view, open, close) || isWholeExpression(view, open, close)) {
      redundant.add(open).add(close);
    }
  }
  return redundant;
}

/** `(a) => b` is `a => b`. */
function isSingleParameter(view: CodeView, open: number, close: number): boolean {
  const inner = view.next(open);
  return view.is(view.next(close), '=>') && view.next(inner) === close && view.isKind(inner, 'word');
}

/** An element of JSX ends itself, whatever stands around it. */
function isElement(view: CodeView, open: number, close: number): boolean {
  const [first, last] = [view.tokens[view.next(open)], view.tokens[view.previous(close)]];
  const isJsx = first?.kind === 'string' && first.text === '<' && last?.kind === 'string' && /^\/?>$/.test(last.text);
  return isJsx && !view.is(view.next(close), '.', '(', '[') && !view.isKind(view.previous(open), 'word');
}

/** `= (a + b);` is `= a + b;`, and `(a && b) || c` is `a && b || c`. */
function isWholeExpression(view: CodeView, open: number, close: number): boolean {
  const [before, after] = [view.previous(open), view.next(close)];
  const outside = Math.max(bindingBefore(view, before), bindingAfter(view, after));
  if (outside >= STRONGEST || view.next(open) === close) return false;
  // The body of an arrow function would become a block.
  if (view.is(before, '=>') && view.is(view.next(open), '{')) return false;
  return bindingInside(view, open) >= outside;
}

/** The weakest binding that may follow without parentheses. */
function bindingBefore(view: CodeView, before: number): number {
  if (before === -1) return STRONGEST;
  const text = view.text(before);
  if (BEFORE_EXPRESSION.has(text)) return 1;
  // `a<b>(c)` calls a function.
  if (text === '>' || (UNARY_MARKS.has(text) && isUnary(view, before))) return STRONGEST;
  const binding = BINDING.get(text);
  // Operators group from the left: `a - (b - c)` is not `a - b - c`.
  return binding === undefined || binding < 2 ? STRONGEST : binding + 1;
}

function bindingAfter(view: CodeView, after: number): number {
  if (after === -1) return 1;
  const text = view.text(after);
  if (AFTER_EXPRESSION.has(text)) return 1;
  if (text === '?') return 2;
  const binding = BINDING.get(text);
  if (binding !== undefined) return binding < 2 ? STRONGEST : binding;
  // Another statement starts.
  return view.isKind(after, 'word') && view.tokens[after]?.afterNewline ? 1 : STRONGEST;
}

function bindingInside(view: CodeView, open: number): number {
  let weakest = STRONGEST;
  for (const at of view.directlyInside(open)) {
    const binding = BINDING.get(view.text(at));
    if (isUnary(view, at)) weakest = Math.min(weakest, UNARY);
    else if (binding !== undefined) weakest = Math.min(weakest, binding);
  }
  return weakest;
}

/** Whether the operator has no expression on its left. */
function isUnary(view: CodeView, at: number): boolean {
  if (!UNARY_MARKS.has(view.text(at))) return false;
  const before = view.previous(at);
  if (!view.is(at, '+', '-')) return true;
  return before === -1 || (view.isKind(before, 'operator') && !view.is(before, ')', ']', '}')) || view.is(before, 'return');
}
