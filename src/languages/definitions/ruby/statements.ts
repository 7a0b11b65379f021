// Adds the ends of Ruby's statements to its tokens: a semicolon, or a newline after which no other part of the statement follows.

import { CodeView, without } from '../../shared/code-view.ts';
import { isTrailingComma } from '../../shared/rules.ts';
import type { Token } from '../../token.ts';

const END: Pick<Token, 'kind' | 'text'> = { kind: 'break', text: '\n' };
const CONTINUED_AFTER = /^(?:do|then|else|begin|ensure|and|or|not)$/;

export function withStatementEnds(tokens: readonly Token[]): Token[] {
  const view = new CodeView(tokens);
  const ended = tokens.flatMap((token, at): Token[] => {
    if (view.is(at, ';')) return [{ ...token, ...END }];
    const next = view.next(at);
    const isEnd = token.kind !== 'comment' && view.tokens[next]?.afterNewline && endsBetween(view, at, next);
    return isEnd ? [token, { ...token, ...END }] : [token];
  });
  return withoutNeutral(ended);
}

function endsBetween(view: CodeView, at: number, next: number): boolean {
  if (view.is(next, '.', '&.', ')', ']', '}', ';')) return false;
  if (view.isKind(at, 'operator')) return view.is(at, ')', ']', '}');
  return !CONTINUED_AFTER.test(view.text(at)) || view.is(view.previous(at), '.', '&.', ':', 'def');
}

/** Several ends are one, and none is needed before a closing bracket. */
function withoutNeutral(tokens: readonly Token[]): Token[] {
  const view = new CodeView(tokens);
  return without(tokens, (at) => {
    if (isTrailingComma(view, at, ')', ']', '}')) return true;
    const next = view.next(at);
    return view.isKind(at, 'break') && (view.isKind(next, 'break') || view.is(next, ')', ']', '}'));
  });
}
