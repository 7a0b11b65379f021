// Words of JavaScript and TypeScript that change how the tokens around them are read.

/** An expression follows. */
export const OPERATOR_WORDS: ReadonlySet<string> = new Set(
  'return typeof case in of delete void throw new else do instanceof yield await default extends'.split(' '),
);

/** They connect the expressions or types on both sides. */
export const BINARY_WORDS: ReadonlySet<string> = new Set(['in', 'instanceof', 'of', 'as', 'satisfies', 'is', 'extends']);

/** A newline after one of them ends the statement. */
export const RESTRICTED_WORDS: ReadonlySet<string> = new Set(['return', 'break', 'continue', 'throw', 'yield', 'async']);

/** Words of TypeScript that start a declaration only if its name is on the same line. */
export const DECLARING_WORDS: ReadonlySet<string> = new Set(['type', 'declare', 'abstract', 'namespace', 'module', 'interface']);

/** Words that may also be a part of what follows, so that a semicolon after them has a meaning. */
export const CONTEXTUAL_WORDS: ReadonlySet<string> = new Set([
  ...['let', 'get', 'set', 'static', 'async', 'await', 'yield', 'using', 'accessor', 'type', 'interface', 'declare'],
  ...['abstract', 'namespace', 'module', 'readonly', 'public', 'private', 'protected', 'override', 'enum', 'else', 'do'],
  ...['return', 'break', 'continue', 'throw', 'of', 'out', 'keyof', 'infer', 'unique', 'asserts'],
]);

/** No statement starts after one of them. */
export const LEADING_WORDS: ReadonlySet<string> = new Set([
  ...CONTEXTUAL_WORDS,
  ...OPERATOR_WORDS,
  ...BINARY_WORDS,
  ...['const', 'var', 'function', 'class', 'import', 'export', 'from', 'if', 'for', 'while', 'switch', 'try', 'finally', 'catch'],
  ...['implements', 'global', 'default'],
]);
