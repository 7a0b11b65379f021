// The line of a failed test run that says why tests could not be compiled or loaded. Then they did not fail, and they are not hidden.

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what escape sequences begin with
const ESCAPES = /\u001b\[[0-?]*[ -/]*[@-~]/g;
const MAX_LINE = 300;
const MAX_LINES = 20_000;

/** `when` is a line that only such a run prints; the cause is the first line that matches `line`, from there on if it is below. */
export interface LoadErrorSign {
  when: RegExp;
  line: RegExp;
  isBelow?: true;
}

/** Of compilers and interpreters. */
const SIGNS: readonly LoadErrorSign[] = [
  { when: /^(?:PHP )?(?:Fatal|Parse) error: /, line: /^(?:PHP )?(?:Fatal|Parse) error: / },
  { when: /\berror (?:TS|CS|FS|VB)\d+: /, line: /\berror (?:TS|CS|FS|VB)\d+: / },
  { when: /^\S+:\d+:\d+: (?:fatal )?error: /, line: /^\S+:\d+:\d+: (?:fatal )?error: / },
  {
    when: /undefined reference to `|ld returned \d+ exit status|^Undefined symbols for architecture/,
    line: /undefined reference to `|Undefined symbols/,
  },
  {
    when: /^(?:# )?\s*(?:Error \[ERR_[A-Z_]+\]|Error: Cannot find (?:module|package)|SyntaxError(?: \[\w+\])?: |code: 'ERR_(?:MODULE_NOT_FOUND|UNSUPPORTED_DIR_IMPORT)')/,
    line: /^(?:# )?\s*(?:Error \[ERR_[A-Z_]+\]|Error: Cannot find (?:module|package)|SyntaxError(?: \[\w+\])?: )|^\s*error: ['"|].*(?:Cannot find|does not provide)|Cannot find (?:module|package)/,
  },
  { when: /^\s*Failed to load "/, line: /Error: .*|^\s*Failed to load "/ },
  { when: /^Traceback \(most recent call last\):/, line: /^(?:ModuleNotFoundError|ImportError|SyntaxError|IndentationError): / },
];

/** Null for a run that passes or whose output has no such line. `ofRunners` are the signs of test runners. */
export function findLoadError(exitCode: number | null, output: string, ofRunners: readonly LoadErrorSign[]): string | null {
  if (exitCode === 0) return null;
  const lines = output.split('\n', MAX_LINES).map((line) => line.slice(0, MAX_LINE).replace(ESCAPES, '').trimEnd());
  for (const { when, line, isBelow } of [...ofRunners, ...SIGNS]) {
    const at = lines.findIndex((text) => when.test(text));
    const cause = at === -1 ? undefined : lines.slice(isBelow ? at : 0).find((text) => line.test(text));
    if (cause !== undefined) return cause.replace(/^(?:E\s+|# )/, '').trim();
  }
  return null;
}
