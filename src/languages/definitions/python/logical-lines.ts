// Adds the newlines and the indentation of Python to its tokens. `if a: b` gets the tokens that it has on two lines, and
// `a; b` those of two lines.

import { NEWLINE, wordsOf } from '../../shared/characters.ts';
import type { Token } from '../../token.ts';

const END_OF_LINE = '\n';
const INDENT = '\n>';
const DEDENT = '\n<';

/** Statements with a block. `match` and `case` may also be names. */
const COMPOUND = /^(?:if|elif|else|for|while|try|except|finally|with|def|class|async|match|case)$/;
const TAB_WIDTH = 8;

interface LogicalLine {
  /** The width of its indentation. */
  width: number;
  tokens: Token[];
}

export function withLogicalLines(tokens: readonly Token[], text: string): Token[] {
  const writer = new LineWriter();
  // Documentation that the file itself reads is data.
  const document = text.includes('__doc__') ? (statement: readonly Token[]) => statement : withDocumentation;
  /** The widths of the indentations around the line. */
  const widths = [0];
  for (const line of splitLines(tokens, text)) {
    while ((widths.at(-1) ?? 0) > line.width) widths.pop();
    if ((widths.at(-1) ?? 0) < line.width) widths.push(line.width);
    for (const { tokens: statement, isInBlock } of splitStatements(line.tokens)) {
      writer.write(document(statement), widths.length - 1 + (isInBlock ? 1 : 0));
    }
  }
  return writer.tokens;
}

class LineWriter {
  readonly tokens: Token[] = [];
  #depth = 0;

  write(statement: readonly Token[], depth: number): void {
    const start = statement[0]?.start ?? 0;
    for (; this.#depth < depth; this.#depth += 1) this.#break(INDENT, start);
    for (; this.#depth > depth; this.#depth -= 1) this.#break(DEDENT, start);
    for (const token of statement) this.tokens.push(token);
    this.#break(END_OF_LINE, start);
  }

  #break(text: string, start: number): void {
    this.tokens.push({ kind: 'break', text, start, end: start, afterNewline: false });
  }
}

/** Lines without those that continue another one inside brackets. Comments on their own line belong to the next line, or the last one. */
function splitLines(tokens: readonly Token[], text: string): LogicalLine[] {
  const lines: LogicalLine[] = [];
  let comments: Token[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'comment' && token.afterNewline && depth === 0) {
      comments.push(token);
      continue;
    }
    if (lines.length === 0 || (token.afterNewline && depth === 0 && token.kind !== 'comment')) {
      lines.push({ width: indentation(text, token.start), tokens: comments });
      comments = [];
    }
    lines.at(-1)?.tokens.push(token);
    depth = Math.max(0, depth + depthChange(token));
  }
  const last = lines.at(-1);
  if (last === undefined && comments.length > 0) lines.push({ width: 0, tokens: comments });
  else for (const comment of comments) last?.tokens.push(comment);
  return lines;
}

function depthChange({ kind, text }: Token): number {
  if (kind !== 'operator') return 0;
  if (text === '(' || text === '[' || text === '{') return 1;
  return text === ')' || text === ']' || text === '}' ? -1 : 0;
}

function indentation(text: string, start: number): number {
  let from = start;
  while (from > 0 && text.charCodeAt(from - 1) !== NEWLINE) from -= 1;
  let width = 0;
  for (const character of text.slice(from, start))
    width = character === '\t' ? width - (width % TAB_WIDTH) + TAB_WIDTH : width + 1;
  return width;
}

interface Statement {
  tokens: Token[];
  /** Whether it belongs to the statement that starts the line. */
  isInBlock: boolean;
}

function splitStatements(line: readonly Token[]): Statement[] {
  const splitter = new StatementSplitter(line);
  for (const token of line) splitter.add(token);
  splitter.finish();
  return splitter.statements;
}

class StatementSplitter {
  readonly statements: Statement[] = [];
  #current: Token[] = [];
  #isInBlock = false;
  #mayOpenBlock: boolean;
  #depth = 0;
  #lambdas = 0;

  constructor(line: readonly Token[]) {
    this.#mayOpenBlock = startsBlock(line.filter(({ kind }) => kind !== 'comment').slice(0, 2));
  }

  add(token: Token): void {
    const isOutside = this.#depth === 0;
    this.#depth += depthChange(token);
    if (isOutside && token.kind === 'operator' && token.text === ';') this.finish();
    else this.#current.push(token);
    if (isOutside && token.kind === 'word' && token.text === 'lambda') this.#lambdas += 1;
    if (isOutside && token.kind === 'operator' && token.text === ':') this.#readColon();
  }

  /** The first colon that belongs to no lambda starts the block. */
  #readColon(): void {
    if (this.#lambdas > 0) this.#lambdas -= 1;
    else if (this.#mayOpenBlock) {
      this.finish();
      this.#isInBlock = true;
      this.#mayOpenBlock = false;
    }
  }

  /** Comments after the last statement belong to it. */
  finish(): void {
    const last = this.statements.at(-1);
    if (last === undefined || this.#current.some(({ kind }) => kind !== 'comment')) {
      this.statements.push({ tokens: this.#current, isInBlock: this.#isInBlock });
    } else for (const token of this.#current) last.tokens.push(token);
    this.#current = [];
  }
}

/** From the first two tokens of a line. */
function startsBlock([first, second]: readonly Token[]): boolean {
  if (first?.kind !== 'word' || !COMPOUND.test(first.text)) return false;
  const isName = /^(?:match|case)$/.test(first.text) && second?.kind === 'operator' && !/^[([{*-]$/.test(second.text);
  return !isName;
}

/** A string that is a statement of its own is documentation, which formatters indent and reflow like a comment. */
function withDocumentation(statement: readonly Token[]): readonly Token[] {
  const code = statement.filter(({ kind }) => kind !== 'comment');
  const isText = code.length > 0 && code.every(({ kind, text }) => kind === 'string' && !/^[a-z]*[bft]/.test(text));
  if (!isText) return statement;
  return statement.flatMap((token) => {
    if (token.kind === 'comment') return [token];
    return wordsOf(token.text.replace(/^[a-z]*"+/, '')).map((word): Token => ({ ...token, kind: 'comment', text: `//${word}` }));
  });
}
