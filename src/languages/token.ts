// The tokens of a source text, without its layout.

/** break: a newline or a change of indentation that has a meaning. */
export type TokenKind = 'word' | 'number' | 'string' | 'operator' | 'comment' | 'break';

export interface Token {
  readonly kind: TokenKind;
  /** Tokens with equal texts are equal, however they were spelled. A comment has one token for each word. */
  readonly text: string;
  /** The index of its first character. */
  readonly start: number;
  /** The index after its last character; the words of a comment and the parts of a string have that of the whole. */
  readonly end: number;
  /** Whether a newline separates it from the last token that is not a comment. */
  readonly afterNewline: boolean;
  /** Whether a statement starts here although no token says so. */
  readonly startsStatement?: true;
}
