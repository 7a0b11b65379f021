// What Hydra knows about a language. Each one is a file or folder of definitions/.
import type { Token } from './token.ts';

export interface Language {
  readonly id: string;
  /** Languages that can replace each other in one module are a family. Null for a language that no product is written in. */
  readonly family: string | null;
  /** The extensions of its files, without dots. One with capitals counts in that spelling only. */
  readonly extensions: string;
  /** Names of its files that have none of the extensions. */
  readonly names?: string;
  /** The extensions of files that only declare what other files define. */
  readonly declarations?: string;
  /** Whether the indentation of a line has a meaning. */
  readonly isIndented?: true;
  /** Reads tokens that can be compared. Never throws. */
  readonly tokenize?: (text: string, path: string) => ReadTokens;
  /** Reads comments and strings, for a language whose tokens are not known: every other character counts. */
  readonly readQuiet?: (text: string) => ReadTokens;
  /** Sections in another language. The rest is markup. */
  readonly sections?: readonly Section[];
  readonly tests?: TestSyntax;
}

/** A text that cannot be read up to its end, for example because a string has none, is code from `end` on. */
export interface ReadTokens {
  readonly tokens: readonly Token[];
  /** How far the text could be read. */
  readonly end: number;
}

export interface Section {
  /** Sticky. */
  readonly open: RegExp;
  readonly close: RegExp;
  /** The extension of a file with such content. */
  readonly extension: string;
}

/** Comments that contain tests. */
export interface TestsInComments {
  /** Matches the text of a file that can have them. */
  readonly file: RegExp;
  readonly comment: RegExp;
  /** The lines that a run reads, of comments with only white space between them. In doubt a line is one of them. */
  linesOf(lines: readonly string[]): string[];
}

export interface TestSyntax {
  /** Matches the names, without extension, of files with tests. */
  readonly file?: RegExp;
  /** Matches a line that starts a test. */
  readonly definition?: RegExp;
  /** Matches a file that imports a library for tests, which product source does not. */
  readonly library?: RegExp;
  /** Whether product source contains tests of its own. */
  readonly areInSource?: true;
  readonly inComments?: TestsInComments;
}
