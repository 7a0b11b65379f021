// Languages without a lexer: their comments and strings. From a place on where a mark of a comment may be content, a text is code.
import type { Language } from '../language.ts';
import {
  blockComment,
  escaped,
  interpolated,
  lineComment,
  longString,
  matching,
  nestedComment,
  quoted,
  unreadable,
} from '../shared/readers.ts';
import { type Reader, scan } from '../shared/scanner.ts';
import { DOTNET_TESTS, JUNIT, NATIVE_TEST_FILE } from '../shared/test-syntax.ts';

const reading = (...readers: readonly Reader[]) => ({ readQuiet: (text: string) => scan(text, readers) });

/** A mark after white space or at the start of a line; elsewhere it is part of a word. */
const hashComment: Reader = (scanner) => scanner.isAfterSpace && lineComment('#')(scanner);
const atLineStart =
  (reader: Reader): Reader =>
  (scanner) =>
    (scanner.at === 0 || scanner.text.charAt(scanner.at - 1) === '\n') && reader(scanner);

const SLASHES = [lineComment('//'), blockComment()];
const NESTED_SLASHES = [lineComment('//'), nestedComment()];
const QUOTES = [quoted('"'), quoted("'")];
/** A quote may also be a part of a name, or start one. */
const CHARACTER = matching('string', /'(?:[^'\\\n]|\\[^\n]{1,8}?)'/y);
const NAME = matching('word', /[A-Za-z_][\w']*/y);
const JVM_TEXTS = [unreadable(/"""(?:(?!""")[\s\S])*?\$\{/y), longString('"""'), interpolated('"', { mark: '${' })];
/** A pattern between slashes may contain quotes. */
const SLASH_PATTERN = unreadable(/\/(?<=(?:[=(,~!&|{;]|\b(?:and|grep|if|not|or|return|split|unless|when))\s{0,9}\/)/y);
const SWIFT_EXPRESSION = unreadable(/#+"|"""(?:(?!""")[\s\S])*?\\\(|"(?:[^"\\\n]|\\[^(\n])*\\\(/y);

export const PLAIN_LANGUAGES: readonly Language[] = [
  { id: 'kotlin', family: 'jvm', extensions: 'kt kts', tests: JUNIT, ...reading(...NESTED_SLASHES, ...JVM_TEXTS, quoted("'")) },
  {
    id: 'scala',
    family: 'jvm',
    extensions: 'scala',
    tests: { ...JUNIT, definition: /^\s*(?:"[^"]{1,200}"|it|they)\s+(?:should|must|can|in)\b/ },
    ...reading(...NESTED_SLASHES, ...JVM_TEXTS, CHARACTER),
  },
  { id: 'groovy', family: 'jvm', extensions: 'groovy', tests: JUNIT, ...reading(...groovyReaders()) },
  { id: 'gradle', family: null, extensions: 'gradle gradle.kts', ...reading(...groovyReaders()) },
  {
    id: 'clojure',
    family: 'jvm',
    extensions: 'clj cljs cljc',
    tests: { definition: /^\s*\((?:deftest|ert-deftest|test)\s/ },
    ...reading(escaped, lineComment(';'), interpolated('"', { mark: '', isMultiline: true })),
  },
  {
    id: 'swift',
    family: 'swift',
    extensions: 'swift',
    tests: { ...JUNIT, library: /^[ \t]{0,8}import[ \t]{1,8}(?:XCTest|Testing)\b/m },
    ...reading(...NESTED_SLASHES, SLASH_PATTERN, SWIFT_EXPRESSION, longString('"""'), quoted('"')),
  },
  {
    id: 'dart',
    family: 'dart',
    extensions: 'dart',
    tests: { file: /_test$/ },
    ...reading(
      ...NESTED_SLASHES,
      unreadable(/(?<!\w)r["']/y),
      ...['"""', "'''", '"', "'"].map((quote) => interpolated(quote, { mark: '${' })),
    ),
  },
  {
    id: 'fsharp',
    family: 'dotnet',
    extensions: 'fs fsi fsx',
    isIndented: true,
    tests: DOTNET_TESTS,
    ...reading(
      lineComment('//'),
      nestedComment('(*', '*)'),
      unreadable(/[$@]+"/y),
      longString('"""'),
      quoted('"'),
      CHARACTER,
      NAME,
    ),
  },
  {
    id: 'visual-basic',
    family: 'dotnet',
    extensions: 'vb',
    tests: DOTNET_TESTS,
    ...reading(lineComment("'"), matching('string', /"(?:[^"\n]|"")*"/y)),
  },
  {
    id: 'elixir',
    family: 'elixir',
    extensions: 'ex exs',
    tests: { file: /_test$/ },
    ...reading(
      lineComment('#'),
      unreadable(/~[a-zA-Z]|\?["'#\\]|'''/y),
      ...['"""', '"', "'"].map((quote) => interpolated(quote, { mark: '#{', isMultiline: true })),
    ),
  },
  {
    id: 'erlang',
    family: 'erlang',
    extensions: 'erl hrl',
    tests: { file: NATIVE_TEST_FILE, definition: /^\w+_test_?\(\)\s*->/ },
    ...reading(unreadable(/\$["'%\\]/y), lineComment('%'), interpolated('"', { mark: '', isMultiline: true }), quoted("'")),
  },
  {
    id: 'shell',
    family: 'shell',
    extensions: 'sh bash zsh bats',
    names: '.bashrc',
    tests: { definition: /^\s*@test\s+["']/ },
    ...reading(...shellReaders()),
  },
  // The language of a program without an extension is unknown.
  { id: 'program', family: 'shell', extensions: '' },
  {
    id: 'lua',
    family: 'lua',
    extensions: 'lua',
    tests: { file: new RegExp(`${NATIVE_TEST_FILE.source}|_spec$`) },
    ...reading(unreadable(/(?:--)?\[=/y), blockComment('--[[', ']]'), lineComment('--'), longString('[[', ']]'), ...QUOTES),
  },
  {
    id: 'perl',
    family: 'perl',
    extensions: 'pl pm t',
    tests: { file: /^tests?$/ },
    ...reading(
      escaped,
      atLineStart(unreadable(/__(?:END|DATA)__|=[a-z]/y)),
      unreadable(/<<["'~A-Z]|(?<![\w$@%&])(?:q[qwrx]?|m|s|tr|y)\s{0,9}[^\w\s,;=)]/y),
      SLASH_PATTERN,
      hashComment,
      ...['"', "'", '`'].map((quote) => interpolated(quote, { mark: '', isMultiline: true })),
    ),
  },
  {
    id: 'haskell',
    family: 'haskell',
    extensions: 'hs',
    isIndented: true,
    tests: { file: new RegExp(`${NATIVE_TEST_FILE.source}|(?:Tests?|TestCase|Specs?|IT)$`) },
    ...reading(
      nestedComment('{-', '-}'),
      matching('word', /[!#$%&*+./<=>?@\\^|~:-]*[!#$%&*+./<=>?@\\^|~:][!#$%&*+./<=>?@\\^|~:-]*/y),
      lineComment('--'),
      quoted('"'),
      CHARACTER,
      NAME,
    ),
  },
  {
    id: 'ocaml',
    family: 'ocaml',
    extensions: 'ml mli',
    declarations: 'mli',
    tests: { file: NATIVE_TEST_FILE },
    ...reading(
      nestedComment('(*', '*)'),
      unreadable(/\{[a-z_%]*\|/y),
      interpolated('"', { mark: '', isMultiline: true }),
      CHARACTER,
      NAME,
    ),
  },
  {
    id: 'zig',
    family: 'zig',
    extensions: 'zig',
    tests: { file: NATIVE_TEST_FILE },
    ...reading(lineComment('//'), matching('string', /\\\\[^\n]*/y), ...QUOTES),
  },
  {
    id: 'julia',
    family: 'julia',
    extensions: 'jl',
    tests: { file: NATIVE_TEST_FILE, definition: /^\s*@test(?:set)?\b/ },
    ...reading(
      nestedComment('#=', '=#'),
      lineComment('#'),
      unreadable(/`|"(?:[^"\\]|\\[\s\S])*?\$\(/y),
      longString('"""'),
      interpolated('"', { mark: '', isMultiline: true }),
      CHARACTER,
      NAME,
    ),
  },
  {
    id: 'r',
    family: 'r',
    extensions: 'r',
    tests: { file: NATIVE_TEST_FILE },
    ...reading(
      lineComment('#'),
      unreadable(/(?<!\w)[rR]["']/y),
      ...['"', "'", '`'].map((quote) => interpolated(quote, { mark: '', isMultiline: true })),
    ),
  },
  {
    id: 'fortran',
    family: 'fortran',
    extensions: 'f90 f95 f03 f08',
    tests: { file: NATIVE_TEST_FILE },
    ...reading(lineComment('!'), matching('string', /"[^"\n]*"|'[^'\n]*'/y)),
  },
  {
    id: 'nim',
    family: 'nim',
    extensions: 'nim',
    isIndented: true,
    tests: { file: NATIVE_TEST_FILE },
    ...reading(nestedComment('#[', ']#'), lineComment('#'), unreadable(/\w"/y), longString('"""'), quoted('"'), CHARACTER),
  },
  { id: 'crystal', family: 'crystal', extensions: 'cr', tests: { file: /_spec$/ } },
  // Their comments and strings depend on the tool.
  { id: 'grammar-and-assembler', family: 'c', extensions: 'y l s S' },
  {
    id: 'make',
    family: null,
    extensions: 'mk',
    names: 'GNUmakefile Makefile makefile',
    isIndented: true,
    ...reading(unreadable(/<<|`|\$[({]/y), hashComment, ...QUOTES),
  },
  { id: 'dockerfile', family: null, extensions: '', names: 'Dockerfile', ...reading(...shellReaders()) },
  { id: 'protobuf', family: null, extensions: 'proto', ...reading(...SLASHES, ...QUOTES) },
  { id: 'sass', family: null, extensions: 'scss less', ...reading(unreadable(/url\(/y), ...SLASHES, ...QUOTES) },
  { id: 'ini', family: null, extensions: 'ini cfg conf' },
  { id: 'sql', family: null, extensions: 'sql' },
  { id: 'markdown', family: null, extensions: 'md markdown mdx', isIndented: true },
  { id: 'indented-sass', family: null, extensions: 'sass', isIndented: true },
  { id: 'toml', family: null, extensions: 'toml', ...reading(lineComment('#'), longString('"""'), longString("'''"), ...QUOTES) },
  {
    id: 'yaml',
    family: null,
    extensions: 'yaml yml',
    isIndented: true,
    ...reading(unreadable(/[|>][-+0-9]*[ \t]*(?:#[^\n]*)?\n/y), hashComment, ...QUOTES),
  },
  {
    id: 'markup',
    family: null,
    extensions: 'html htm xhtml xml svg',
    sections: [
      { open: /<script\b[^>]{0,1000}>/iy, close: /<\/script/gi, extension: 'js' },
      { open: /<style\b[^>]{0,1000}>/iy, close: /<\/style/gi, extension: 'css' },
    ],
  },
];

function groovyReaders(): Reader[] {
  return [
    ...SLASHES,
    SLASH_PATTERN,
    unreadable(/\$\//y),
    interpolated("'''", { mark: '' }),
    interpolated('"""', { mark: '${' }),
    interpolated('"', { mark: '${' }),
    quoted("'"),
  ];
}

function shellReaders(): Reader[] {
  return [
    escaped,
    hashComment,
    // Documents, commands in strings, and strings with escapes.
    unreadable(/<<|\$'|"(?:[^"\\]|\\[\s\S])*?(?:`|\$\(|\$\{[^}"]*")/y),
    interpolated('"', { mark: '', isMultiline: true }),
    longString("'"),
  ];
}
