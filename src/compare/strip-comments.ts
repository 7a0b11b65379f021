// Lines of code without comments and insignificant white space, to distinguish a change of code from a change of comments or
// formatting. If a line is ambiguous it is kept, so that no change of code is overlooked.
import { anyOf, StringEnds } from '../integrity/index.ts';

export interface CommentSyntax {
  line: readonly string[];
  /** Start and end marks of comments over several lines. */
  blocks: readonly (readonly [string, string])[];
  quotes: string;
  /** The marks at both ends of strings over several lines. */
  texts: readonly string[];
  /** Whether indentation is significant. */
  indents: boolean;
}

const C_LIKE: CommentSyntax = { line: ['//'], blocks: [['/*', '*/']], quotes: '"\'', texts: ['`'], indents: false };
const PYTHON: CommentSyntax = { line: ['#'], blocks: [], quotes: '"\'', texts: ['"""', "'''"], indents: true };
const HASH: CommentSyntax = { line: ['#'], blocks: [], quotes: '"\'', texts: [], indents: false };
const DASHES: CommentSyntax = { line: ['--'], blocks: [['/*', '*/']], quotes: '"\'', texts: [], indents: false };
const MARKUP: CommentSyntax = { line: [], blocks: [['<!--', '-->']], quotes: '', texts: [], indents: false };

const SYNTAXES: readonly { path: RegExp; syntax: CommentSyntax }[] = [
  { path: /\.(?:[cm]?[jt]sx?|go|java|kts?|c|cc|cpp|cxx|h|hh|hpp|cs|swift|scala|dart|zig|proto|groovy|gradle)$/, syntax: C_LIKE },
  // `'a` is a lifetime, not the start of a string.
  { path: /\.rs$/, syntax: { ...C_LIKE, quotes: '"', texts: [] } },
  { path: /\.(?:css|scss|less)$/, syntax: { ...C_LIKE, line: [], texts: [] } },
  { path: /\.php$/, syntax: { ...C_LIKE, line: ['//', '#'], texts: [] } },
  { path: /\.pyi?$/, syntax: PYTHON },
  { path: /\.(?:rb|rake|gemspec)$/, syntax: { ...HASH, blocks: [['=begin', '=end']] } },
  { path: /\.(?:sh|bash|zsh|toml|r|R|pl|pm|exs?|jl|cmake)$/, syntax: HASH },
  { path: /\.(?:ya?ml|mk)$|(?:^|\/)(?:GNUmakefile|[Mm]akefile|Dockerfile)$/, syntax: { ...HASH, indents: true } },
  { path: /\.(?:sql|hs)$/, syntax: { ...DASHES, indents: true } },
  { path: /\.lua$/, syntax: { ...DASHES, blocks: [['--[[', ']]']] } },
  { path: /\.(?:html?|xml|xhtml)$/, syntax: MARKUP },
];

/** Null for a language with unknown comment syntax. */
export function commentSyntaxOf(path: string): CommentSyntax | null {
  return SYNTAXES.find((entry) => entry.path.test(path))?.syntax ?? null;
}

/** Comments that compilers, interpreters and checkers interpret. */
const DIRECTIVE = anyOf(
  {
    shebang: /#!/,
    go: /\/\/go:|\/\/ ?\+build|\/\/export /,
    sourceMap: /\/\/#/,
    typescriptReference: /\/\/\/\s*<reference/,
    compiler: /\/[/*]\s*@(?:ts-|jsx|flow|vite|webpack)/,
    bundler: /\/\*\s*(?:webpack|@__)/,
    hash: /#\s*(?:frozen_string_literal|-\*-|type:|pragma|cython:|syntax=|shellcheck)/,
  },
  'y',
);

function isDirective(text: string, at: number): boolean {
  DIRECTIVE.lastIndex = at;
  return DIRECTIVE.test(text);
}

/** Lines without comments and insignificant white space. Lines of which nothing is left are dropped. */
export function strippedLines(lines: readonly string[], syntax: CommentSyntax): string[] {
  return codeOfLines(lines, syntax).filter((code) => code.trim() !== '');
}

/** The same with one result per line. */
export function codeOfLines(lines: readonly string[], syntax: CommentSyntax): string[] {
  let open: Open | null = opensInside(lines, syntax);
  return lines.map((text) => {
    const stripped = stripLine(text, syntax, open);
    open = stripped.open;
    return stripped.code;
  });
}

interface Open {
  end: string;
  isComment: boolean;
}

/** A hunk may start inside a comment: its first line starts with a star, or a comment ends before any starts. */
function opensInside(lines: readonly string[], { blocks }: CommentSyntax): Open | null {
  for (const [begin, end] of blocks) {
    if (begin === '/*' && /^\s*\*(?:\s|\/|$)/.test(lines[0] ?? '')) return { end, isComment: true };
    const beginning = lines.findIndex((line) => line.includes(begin));
    const ending = lines.findIndex((line) => line.trim() === end || (end === '*/' && /^\s*\*\s.*\*\/\s*$/.test(line)));
    if (ending !== -1 && (beginning === -1 || beginning > ending)) return { end, isComment: true };
  }
  return null;
}

function stripLine(text: string, syntax: CommentSyntax, open: Open | null): { code: string; open: Open | null } {
  const stripper = new LineStripper(text, syntax, open);
  return { code: stripper.run(), open: stripper.open };
}

/** One pass from left to right, in linear time: a line may have a megabyte. */
class LineStripper {
  open: Open | null;
  readonly #text: string;
  readonly #syntax: CommentSyntax;
  readonly #writer: CodeWriter;
  readonly #strings: StringEnds;
  readonly #indentation: number;
  #at = 0;

  constructor(text: string, syntax: CommentSyntax, open: Open | null) {
    this.open = open;
    this.#text = text;
    this.#syntax = syntax;
    this.#indentation = text.length - text.trimStart().length;
    this.#writer = new CodeWriter(syntax.indents ? text.slice(0, this.#indentation) : '');
    this.#strings = new StringEnds(text);
  }

  run(): string {
    while (this.#at < this.#text.length) {
      if (this.open !== null) this.#inside(this.open);
      else if (isLineComment(this.#text, this.#at, this.#syntax)) break;
      else this.#code();
    }
    return this.#writer.code;
  }

  /** The rest of a multi-line comment or string. */
  #inside({ end: mark, isComment }: Open): void {
    const end = this.#text.indexOf(mark, this.#at);
    const next = end === -1 ? this.#text.length : end + mark.length;
    if (!isComment) this.#writer.literal(this.#text.slice(this.#at, next));
    if (end !== -1) this.open = null;
    this.#at = next;
  }

  #code(): void {
    const at = this.#at;
    const started = this.#startsAt(at);
    if (started !== null) {
      if (!started.open.isComment) this.#writer.literal(this.#text.slice(at, at + started.length));
      this.open = started.open;
      this.#at += started.length;
      return;
    }
    const isString = this.#syntax.quotes.includes(this.#text.charAt(at));
    this.#at = isString ? this.#strings.after(at) : at + 1;
    if (this.#at > at + 1) this.#writer.literal(this.#text.slice(at, this.#at));
    else this.#writer.character(this.#text.charAt(at));
  }

  /** The comment or string over several lines that starts here. */
  #startsAt(at: number): { open: Open; length: number } | null {
    const block = this.#syntax.blocks.find(([start]) => this.#text.startsWith(start, at));
    if (block !== undefined && !isDirective(this.#text, at))
      return { open: { end: block[1], isComment: true }, length: block[0].length };
    const mark = this.#syntax.texts.find((each) => this.#text.startsWith(each, at));
    if (mark === undefined) return null;
    // A Python text at the start of a line is documentation; elsewhere it is a value.
    const isFirst = at === this.#indentation;
    return { open: { end: mark, isComment: isFirst && mark.length === 3 }, length: mark.length };
  }
}

/** Code with white space only where it separates words or operators. */
class CodeWriter {
  code: string;
  /** Kept apart: reading it from `code` would copy the whole text each time. */
  #last: string;
  #hasGap = false;

  constructor(indentation: string) {
    this.code = indentation;
    this.#last = indentation.at(-1) ?? '';
  }

  character(character: string): void {
    if (/\s/.test(character)) {
      this.#hasGap = true;
      return;
    }
    const last = this.#last;
    const isWord = (one: string) => /[\w$]/.test(one);
    const isBracket = (one: string) => '(){}[],;'.includes(one);
    const separates = isWord(last) === isWord(character) && !isBracket(last) && !isBracket(character);
    this.code += this.#hasGap && last !== '' && separates ? ` ${character}` : character;
    this.#last = character;
    this.#hasGap = false;
  }

  literal(text: string): void {
    this.code += text;
    this.#last = text.at(-1) ?? this.#last;
    this.#hasGap = false;
  }
}

function isLineComment(text: string, at: number, { line }: CommentSyntax): boolean {
  const mark = line.find((each) => text.startsWith(each, at));
  if (mark === undefined || isDirective(text, at)) return false;
  const before = text.charAt(at - 1);
  // Not the `#` of `a#b` and `$#`, nor the slashes of a URL or a regular expression.
  if (mark === '#') return before === '' || /\s|;/.test(before);
  return mark !== '//' || !/[:\\/"'`]/.test(before);
}
