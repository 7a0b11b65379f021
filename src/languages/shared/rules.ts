// Rules about tokens without a meaning that several languages have in common.
import type { CodeView } from './code-view.ts';

/** A comma before one of the closing brackets, after something else than another comma or an opening bracket. */
export function isTrailingComma(view: CodeView, at: number, ...closing: readonly string[]): boolean {
  return view.is(at, ',') && view.is(view.next(at), ...closing) && !view.is(view.previous(at), ',', '[', '(', '{');
}

/** Whether an operator is directly inside a bracket, at another place than `except`. */
export function contains(view: CodeView, open: number, operator: string, except = -1): boolean {
  for (const at of view.directlyInside(open)) if (at !== except && view.is(at, operator)) return true;
  return false;
}

/** The parentheses of `new A()`, which is `new A`; but `new A().b` is not `new A.b`. Separators connect the names of a path. */
export function isEmptyConstructor(view: CodeView, at: number, ...separators: readonly string[]): boolean {
  const open = view.is(at, ')') ? view.partner(at) : at;
  const close = view.next(open);
  if (!view.is(open, '(') || view.partner(open) !== close || view.is(view.next(close), '.', '(', '[', '?.', '->', '?->'))
    return false;
  let name = view.previous(open);
  while (view.isKind(name, 'word') && view.is(view.previous(name), ...separators)) {
    const separator = view.previous(name);
    name = view.previous(separator);
    if (view.is(name, 'new')) return true;
  }
  const before = view.previous(name);
  return view.isKind(name, 'word') && view.is(before, 'new') && !view.is(view.previous(before), '.', '?.', '->', '::');
}
