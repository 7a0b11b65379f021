// The line of a failed test run that says why tests could not be compiled or loaded. Then they did not fail, and they are not hidden.

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what escape sequences begin with
const ESCAPES = /\u001b\[[0-?]*[ -/]*[@-~]/g;
const MAX_LINE = 300;
const MAX_LINES = 20_000;

/** `when` is a line that only such a run prints; the cause is the first line that matches `line`, from there on if it is below. */
interface Sign {
  when: RegExp;
  line: RegExp;
  isBelow?: true;
}

const SIGNS: readonly Sign[] = [
  {
    when: /\bERROR collecting |\berrors? during collection\b|ImportError while loading conftest/,
    line: /^E\s+(?:\w+\.)*\w*(?:Error|Exception)\b|^(?:\w+\.)*\w*Error: /,
  },
  {
    when: /^ImportError: Failed to import test module/,
    line: /^(?!ImportError: Failed to import)(?:\w+\.)*\w*Error: /,
    isBelow: true,
  },
  { when: /^error: could not compile /, line: /^error(?:\[E\d+\])?: (?!could not compile)/ },
  {
    when: /^FAIL\t\S+ \[(?:build|setup) failed\]/,
    line: /^(?:vet: )?\S+\.go:\d+(?::\d+)?: |^(?:# )?\S+: .*(?:cannot find|no required module|is not in)/,
  },
  {
    when: /● Test suite failed to run/,
    line: /error TS\d+|^\s*(?:Cannot find module|\w*Error: |Jest encountered)|Cannot find module/,
    isBelow: true,
  },
  { when: /⎯ Failed Suites \d+ ⎯/, line: /^\s*(?:\w+\.)*\w*Error: /, isBelow: true },
  { when: /\[ERROR\] COMPILATION ERROR/, line: /^\[ERROR\] \S+:\[\d+,\d+\] / },
  {
    when: /Compilation failed; see the compiler|Execution failed for task ':\S*compile/i,
    line: /^(?:e: )?\S+\.(?:java|kts?|groovy|scala)(?::\d+|:\d+:\d+)?:? .*|^\S+\.java:\d+: error: /,
  },
  { when: /^== Compilation error in file|^\*\* \((?:CompileError|SyntaxError|TokenMissingError)\)/, line: /^\*\* \(|^error: / },
  {
    when: /An error occurred while loading |cannot load such file -- |\(LoadError\)|: syntax errors? found|: syntax error, unexpected/,
    line: /cannot load such file|syntax error|(?:NameError|SyntaxError)\b../,
  },
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

/** Null for a run that passes or whose output has no such line. */
export function findLoadError(exitCode: number | null, output: string): string | null {
  if (exitCode === 0) return null;
  const lines = output.split('\n', MAX_LINES).map((line) => line.slice(0, MAX_LINE).replace(ESCAPES, '').trimEnd());
  for (const { when, line, isBelow } of SIGNS) {
    const at = lines.findIndex((text) => when.test(text));
    const cause = at === -1 ? undefined : lines.slice(isBelow ? at : 0).find((text) => line.test(text));
    if (cause !== undefined) return cause.replace(/^(?:E\s+|# )/, '').trim();
  }
  return null;
}
