// Comments and strings of languages without a lexer. Their tokens and layout are unknown, so every other character counts.

import { blockComment, lineComment, quoted } from './shared/readers.ts';
import { type Reader, scan } from './shared/scanner.ts';
import type { Token } from './token.ts';

interface PlainLanguage {
  readonly path: RegExp;
  readonly readers: readonly Reader[];
  /** Text in which a mark of a comment may be content: such a file is not read. */
  readonly ambiguous?: RegExp;
}

/** A string over several lines. */
function longString(open: string, close: string): Reader {
  return (scanner) => {
    if (!scanner.startsWith(open)) return false;
    const end = scanner.text.indexOf(close, scanner.at + open.length);
    if (end === -1) return scanner.fail();
    return scanner.emitString(open, scanner.text.slice(scanner.at + open.length, end), end + close.length);
  };
}

/** A mark after white space or at the start of a line; elsewhere it is part of a word. */
function hashComment(scanner: Parameters<Reader>[0]): boolean {
  return scanner.isAfterSpace && lineComment('#')(scanner);
}

/** Not a comment inside a comment: some languages nest them, and others do not. */
const NESTED_COMMENT = /\/\*(?:(?!\*\/)[\s\S])*\/\*/;

const SLASHES = [lineComment('//'), blockComment()];
const QUOTES = [quoted('"'), quoted("'")];

const LANGUAGES: readonly PlainLanguage[] = [
  {
    path: /\.(?:kts?|swift|scala|groovy|gradle|dart)$/,
    readers: [...SLASHES, longString('"""', '"""'), longString("'''", "'''"), ...QUOTES],
    // Strings of Swift with number signs, interpolated strings, and patterns between slashes.
    ambiguous: new RegExp(`${NESTED_COMMENT.source}|#+"|\\$\\{|\\\\\\(|[=(,]\\s*/[^/*]`),
  },
  { path: /\.(?:zig|proto)$/, readers: [...SLASHES, ...QUOTES], ambiguous: /\\\\/ },
  { path: /\.(?:s[ac]ss|less)$/, readers: [...SLASHES, ...QUOTES], ambiguous: /url\(/ },
  { path: /\.toml$/, readers: [lineComment('#'), longString('"""', '"""'), longString("'''", "'''"), ...QUOTES] },
  { path: /\.(?:ya?ml)$/, readers: [hashComment, ...QUOTES], ambiguous: /[|>][-+0-9]*[ \t]*(?:#.*)?$/m },
  {
    path: /\.(?:sh|bash|zsh)$|(?:^|\/)(?:GNUmakefile|[Mm]akefile|Dockerfile)$/,
    readers: [hashComment, ...QUOTES],
    ambiguous: /<<|`|\$\(/,
  },
  { path: /\.exs?$/, readers: [lineComment('#'), longString('"""', '"""'), ...QUOTES], ambiguous: /~[a-zA-Z]|\?#|'''|#\{/ },
  {
    path: /\.lua$/,
    readers: [blockComment('--[[', ']]'), lineComment('--'), longString('[[', ']]'), ...QUOTES],
    ambiguous: /\[=/,
  },
  {
    path: /\.(?:html?|xml|xhtml)$/,
    readers: [blockComment('<!--', '-->')],
    ambiguous: /<(?:script|style|pre|textarea)\b|<!\[CDATA\[/i,
  },
];

function plainLanguageOf(path: string): PlainLanguage | null {
  return LANGUAGES.find((language) => language.path.test(path)) ?? null;
}

export function isPlainLanguage(path: string): boolean {
  return plainLanguageOf(path) !== null;
}

/** The comments, the strings, and each other character. Null if the text cannot be read. */
export function scanPlain(text: string, path: string): Token[] | null {
  const language = plainLanguageOf(path);
  if (language === null || language.ambiguous?.test(text) === true) return null;
  return scan(text, language.readers);
}
