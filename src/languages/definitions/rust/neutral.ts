// Tokens of Rust without a meaning: rustfmt adds and removes them.

import { CodeView } from '../../shared/code-view.ts';
import { contains } from '../../shared/rules.ts';
import type { Token } from '../../token.ts';

export function normalize(tokens: readonly Token[]): Token[] {
  const view = new CodeView(withoutExpressionBlocks(new CodeView(tokens)));
  return view.tokens.filter((_token, at) => !isNeutralComma(view, at));
}

/** `A => { b }` is `A => b,`, and `|a| { b }` is `|a| b`. */
function withoutExpressionBlocks(view: CodeView): Token[] {
  return view.tokens.flatMap((token, at): Token[] => {
    const open = view.is(at, '}') ? view.partner(at) : at;
    if (!isExpressionBlock(view, open)) return [token];
    const isArm = view.is(view.previous(open), '=>');
    return isArm && at !== open && !view.is(view.next(at), ',', '}', ')') ? [{ ...token, text: ',' }] : [];
  });
}

/** Braces around one expression, in a match arm, a closure or an import of one name. */
function isExpressionBlock(view: CodeView, open: number): boolean {
  const close = view.partner(open);
  if (!view.is(open, '{') || close === -1 || view.next(open) === close) return false;
  const before = view.previous(open);
  if (view.is(before, '::')) return !contains(view, open, ',');
  // The arms of a macro end with a semicolon.
  return view.is(before, '=>', '|') && !view.is(view.next(close), ';') && !contains(view, open, ';');
}

/** `f(a,)` is `f(a)`, but `(a,)` is a tuple. After the block of a match arm a comma has no meaning. */
function isNeutralComma(view: CodeView, at: number): boolean {
  if (!view.is(at, ',')) return false;
  const close = view.next(at);
  if (view.is(close, ']', '}', '>', '|')) return true;
  if (view.is(close, ')')) return isCall(view, view.partner(close)) || contains(view, view.partner(close), ',', at);
  // `where A: B, {`
  if (view.is(close, '{') && !view.is(view.enclosing(at), '(', '[')) return true;
  const block = view.previous(at);
  return view.is(block, '}') && view.is(view.previous(view.partner(block)), '=>');
}

function isCall(view: CodeView, open: number): boolean {
  const before = view.previous(open);
  return view.isKind(before, 'word') || view.is(before, '>', '!', ')', ']');
}
