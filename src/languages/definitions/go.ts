// Go. The semicolons that the language inserts at the end of a line are tokens.

import type { Language } from '../language.ts';
import { CodeView, without } from '../shared/code-view.ts';
import { blockComment, lineComment, name, number, operators, quoted } from '../shared/readers.ts';
import { type Reader, scan } from '../shared/scanner.ts';
import type { Token } from '../token.ts';

const readOperator = operators('<- ++ -- == != <= >= := && || << >> &^ += -= *= /= %= &= |= ^= <<= >>= &^= ...');
/** A newline after one of them ends the statement, as after a name, a number and a string. */
const ENDS_STATEMENT = new Set([')', ']', '}', '++', '--']);
const CONTINUES = new Set(
  'case chan const default defer else for func go goto if import interface map package range select struct switch type var'.split(
    ' ',
  ),
);

/** Comments that the compiler reads. A space before them makes them plain comments. */
const directive: Reader = (scanner) => {
  const [text = ''] = /^\/\/(?:[a-z]+:[a-z]|export |line ).*/.exec(scanner.text.slice(scanner.at, scanner.endOfLine())) ?? [];
  return text !== '' && scanner.emitComment([text], scanner.at + text.length);
};

const rawString: Reader = (scanner) => {
  if (!scanner.startsWith('`')) return false;
  const end = scanner.text.indexOf('`', scanner.at + 1);
  return end === -1 ? scanner.fail() : scanner.emitString('`', scanner.text.slice(scanner.at + 1, end), end + 1);
};

export const go: Language = {
  id: 'go',
  family: 'go',
  extensions: 'go',
  tests: {
    file: /_test$/,
    definition: /^\s*func\s+(?:\([^)]{0,80}\)\s*)?(?:Test|Fuzz|Example)\w*\s*\(|^\s*\w{1,20}\.Run\(/,
    library:
      /^[ \t]{0,8}(?:import[ \t]{1,8})?(?:\w{1,40}[ \t]{1,8})?"(?:testing|testing\/\w{1,40}|github\.com\/stretchr\/testify\/\w{1,40})"/m,
    // The output that an example must have.
    inComments: { file: /^\s*\/\/\s*(?:unordered )?output:/im, comment: /^\/\//, linesOf: (lines) => [...lines] },
  },
  tokenize(text) {
    const readers = [
      directive,
      lineComment('//'),
      blockComment(),
      rawString,
      quoted('"'),
      quoted("'"),
      name,
      number,
      readOperator,
    ];
    return scan(text, readers, (tokens) => normalize(withSemicolons(tokens)));
  },
};

function withSemicolons(tokens: readonly Token[]): Token[] {
  const view = new CodeView(tokens);
  return tokens.flatMap((token, at): Token[] => {
    const next = view.tokens[view.next(at)];
    const isLast = token.kind !== 'comment' && (next === undefined || next.afterNewline) && endsStatement(token);
    return isLast ? [token, { ...token, kind: 'operator', text: ';' }] : [token];
  });
}

function endsStatement({ kind, text }: Token): boolean {
  return kind === 'operator' ? ENDS_STATEMENT.has(text) : !CONTINUES.has(text);
}

function normalize(tokens: readonly Token[]): Token[] {
  const view = new CodeView(tokens);
  return without(tokens, (at) => {
    if (view.is(at, ';', ',')) return view.is(view.next(at), ')', '}', ']') || view.is(view.previous(at), ';');
    return isRedundantParenthesis(view, at);
  });
}

/** `if (a) {` is `if a {`, and `((a))` is `(a)`. */
function isRedundantParenthesis(view: CodeView, at: number): boolean {
  const open = view.is(at, ')') ? view.partner(at) : at;
  const close = view.partner(open);
  if (!view.is(open, '(') || close === -1) return false;
  if (view.is(view.previous(open), 'if', 'for', 'switch') && view.is(view.next(close), '{')) return true;
  const inner = view.next(open);
  return view.is(inner, '(') && view.next(view.partner(inner)) === close && view.previous(close) === view.partner(inner);
}
