// Tokens of JavaScript and TypeScript without a meaning: formatters add and remove them.

import { CodeView } from '../../shared/code-view.ts';
import { isEmptyConstructor, isTrailingComma } from '../../shared/rules.ts';
import type { Token } from '../../token.ts';
import { redundantParentheses } from './parentheses.ts';
import { BINARY_WORDS, CONTEXTUAL_WORDS, DECLARING_WORDS, LEADING_WORDS, RESTRICTED_WORDS } from './words.ts';

/** The tokens in one spelling. */
export function normalize(tokens: readonly Token[]): Token[] {
  const view = new CodeView(withEnds(new CodeView(tokens)));
  const parentheses = redundantParentheses(view);
  const isKept = (at: number) =>
    !parentheses.has(at) &&
    !isTrailingComma(view, at, ')', ']', '}', '>') &&
    !isImpliedSemicolon(view, at) &&
    !isLeadingBar(view, at) &&
    !isEmptyConstructor(view, at, '.');
  const kept = view.tokens.flatMap((token, at) => (isKept(at) ? [isQuotedKey(view, at) ? unquoted(token) : token] : []));
  return markStatements(kept);
}

/** A newline ends `return` and a line before `++`; the others are only layout. Semicolons precede comments, and several are one. */
function withEnds(view: CodeView): Token[] {
  return view.tokens.flatMap((token, at) => {
    if (view.is(at, ';') && !view.is(view.enclosing(at), '(') && view.previous(at) !== -1) return [];
    const next = view.next(at);
    if (token.kind === 'comment') return [token];
    const isEnd = view.is(next, ';')
      ? !view.is(view.enclosing(next), '(')
      : view.tokens[next]?.afterNewline && endsAtNewline(view, at, next);
    return isEnd ? [token, { ...token, kind: 'operator' as const, text: ';' }] : [token];
  });
}

function endsAtNewline(view: CodeView, before: number, at: number): boolean {
  if (view.is(at, '++', '--')) return endsOperand(view, before) && !closesHead(view, before);
  if (!isPlainWord(view, before)) return false;
  if (DECLARING_WORDS.has(view.text(before))) return view.isKind(at, 'word') && isContextual(view, before);
  return RESTRICTED_WORDS.has(view.text(before)) && !view.is(at, ';', '}', ',', ')', ':');
}

/** Whether the word is not the name of a property. */
function isPlainWord(view: CodeView, at: number): boolean {
  return view.isKind(at, 'word') && !view.is(view.previous(at), '.', '?.');
}

/** A semicolon that the language would insert at a newline, or an empty statement. */
function isImpliedSemicolon(view: CodeView, at: number): boolean {
  if (!view.is(at, ';') || view.is(view.enclosing(at), '(', '[')) return false;
  const before = view.previous(at);
  const after = view.next(at);
  if (after === -1 || view.is(after, '}')) return true;
  if (view.is(before, '{') || closesStatement(view, before)) return true;
  if (!endsOperand(view, before) || closesHead(view, before)) return false;
  return !isContextual(view, before) && startsStatement(view, after);
}

/** Whether the word may belong to what follows it: after an operator it is a name. */
function isContextual(view: CodeView, at: number): boolean {
  if (!CONTEXTUAL_WORDS.has(view.text(at)) || !isPlainWord(view, at)) return false;
  return (
    RESTRICTED_WORDS.has(view.text(at)) ||
    !view.isKind(view.previous(at), 'operator') ||
    view.is(view.previous(at), '{', '}', ';')
  );
}

/** Whether an expression or a type may end with the token. */
function endsOperand(view: CodeView, at: number): boolean {
  if (at === -1) return false;
  if (view.isKind(at, 'operator')) return view.is(at, ')', ']', '}', '++', '--', '>', '!');
  return true;
}

/** Whether the token can only be the first of a statement, after the end of an expression. */
function startsStatement(view: CodeView, at: number): boolean {
  if (view.isKind(at, 'operator')) return view.is(at, '{', '@');
  const { kind, text = '' } = view.tokens[at] ?? {};
  if (kind === 'string') return text.startsWith('"');
  if (view.is(at, 'from') && view.isKind(view.next(at), 'string')) return false;
  return !BINARY_WORDS.has(view.text(at)) || view.is(view.next(at), ':', '=');
}

/** Whether the brace ends the block of a statement: a semicolon after it is an empty statement. */
function closesStatement(view: CodeView, brace: number): boolean {
  if (!view.is(brace, '}')) return false;
  const before = view.previous(view.partner(brace));
  if (view.is(before, 'else', 'try', 'finally')) return isPlainWord(view, before);
  return view.is(before, ')') && (closesHead(view, before) || view.is(view.previous(view.partner(before)), 'catch', 'switch'));
}

/** `if (a);` ends here: without the semicolon the next statement would belong to it. */
function closesHead(view: CodeView, at: number): boolean {
  if (!view.is(at, ')')) return false;
  const head = view.previous(view.partner(at));
  const body = view.previous(head);
  if (view.is(head, 'while') && view.is(body, '}') && view.is(view.previous(view.partner(body)), 'do')) return false;
  return view.is(head, 'if', 'while', 'for', 'with', 'await') && isPlainWord(view, head);
}

/** `type A = | B | C`. */
function isLeadingBar(view: CodeView, at: number): boolean {
  return view.is(at, '|', '&') && view.is(view.previous(at), '=', ':', '(', '<', '=>', ',', '[');
}

/** `{ 'a': 1, '2': 3 }` is `{ a: 1, 2: 3 }`. */
function isQuotedKey(view: CodeView, at: number): boolean {
  if (!view.isKind(at, 'string') || !/^"(?:[A-Za-z_$][\w$]*|0|[1-9]\d{0,14})$/.test(view.tokens[at]?.text ?? '')) return false;
  return view.is(view.next(at), ':') && view.is(view.previous(at), '{', ',') && view.is(view.enclosing(at), '{');
}

function unquoted(token: Token): Token {
  return { ...token, kind: 'word', text: token.text.slice(1) };
}

/** Marks what starts a statement, since most semicolons are gone. */
function markStatements(tokens: readonly Token[]): Token[] {
  const view = new CodeView(tokens);
  return tokens.map((token, at) => {
    if (token.kind === 'comment') return token;
    const before = view.previous(at);
    return opensBlock(view, before, at) || followsStatement(view, before, at) ? { ...token, startsStatement: true } : token;
  });
}

/** Whether the token before is the opening brace of a block that is not empty. */
function opensBlock(view: CodeView, brace: number, at: number): boolean {
  return view.is(brace, '{') && !view.is(at, '}') && view.is(view.previous(brace), ')', '=>', 'else', 'do', 'try', 'finally');
}

function followsStatement(view: CodeView, before: number, at: number): boolean {
  const token = view.tokens[at];
  if ((token?.kind !== 'word' && token?.kind !== 'string') || before === -1 || isInElement(token)) return false;
  const isLed = LEADING_WORDS.has(view.text(before)) && isPlainWord(view, before);
  return !isLed && endsOperand(view, before) && startsStatement(view, at) && !view.is(at, 'else', 'catch', 'finally', 'while');
}

/** Marks and texts of JSX are strings without a quote. */
function isInElement({ kind, text }: Token): boolean {
  return kind === 'string' && !text.startsWith('"');
}
