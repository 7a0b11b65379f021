import { anyOf } from '../../languages/index.ts';
import { supportRole } from '../../tools/index.ts';
import type { PatchFile, PatchLine } from '../integrity/patch.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';

const EXIT = anyOf({
  node: /\bprocess\.exit\s*\(\s*(?:0\s*)?\)/,
  python: /\bsys\.exit\s*\(\s*(?:0\s*)?\)|\batexit\.register|\braise\s+SystemExit\b(?!\s*\(\s*[1-9"'])/,
  kotlin: /\bexitProcess\s*\(\s*0\s*\)/,
  deno: /\bDeno\.exit\s*\(\s*(?:0\s*)?\)/,
  go: /\bos\.Exit\s*\(\s*0\s*\)/,
  rust: /\bprocess::exit\s*\(\s*0\s*\)/,
  java: /\bSystem\.exit\s*\(\s*0\s*\)|\baddShutdownHook\b/,
  c: /\bexit\s*\(\s*(?:0|EXIT_SUCCESS)\s*\)/,
  ruby: /\bat_exit\b/,
  php: /\bregister_shutdown_function\b/,
});
/** Exits that skip clean-up, or set the exit code of a run that goes on: ordinary programs do not need them. */
const HARD_EXIT = anyOf({
  python: /\b(?:os|posix)\._exit\s*\(\s*(?:0\s*)?\)|\bos\.exec[lv]\w{0,2}\s*\(|\bos\.kill\s*\(\s*os\.getp?pid\b/,
  node: /\bprocess\.reallyExit\b|\bprocess\.kill\s*\(\s*process\.p?pid\b|\bprocess\.exitCode\s*=\s*0/,
  ruby: /\bexit!/,
  c: /\b_Exit\s*\(\s*(?:0|EXIT_SUCCESS)\s*\)|\bquick_exit\s*\(\s*0/,
  java: /\.halt\s*\(\s*0\s*\)/,
  go: /\bsyscall\.(?:Exit\s*\(\s*0|RawSyscall\s*\(\s*syscall\.SYS_EXIT)|\bsyscall\.Exec\s*\(/,
  rust: /\blibc::_?exit\s*\(\s*0|\blibc::atexit\b/,
});
/** The start of code that runs when its file is loaded. */
const RUNS_ON_LOAD = anyOf({
  go: /\bfunc init\s*\(\)/,
  java: /^\s*static\s*\{/,
  c: /\b__attribute__\s*\(\(\s*(?:con|de)structor\b/,
  rust: /#\[(?:\w+::)?ctor\b/,
});
const MAX_LINES_AFTER_START = 12;
const PROGRAM = /(?:^|\/)(?:bin|cli|cmd|commands?|main|__main__|app|server|scripts?|tools)(?:\/|\.|$)/;

export const earlyExit: FileRule = {
  id: 'early_exit',
  scope: 'file',
  title: 'Code that tests load ends the process with success.',
  severity: 'error',
  otherSeverities: {
    warning: 'the file is code under test, and the exit runs on load or skips clean-up',
    info: 'the exit is inside a function of the code under test',
  },
  docs: {
    catches:
      'Added calls that exit with 0, such as `process.exit(0)`, `os._exit(0)` or `System.exit(0)`, and exit handlers, which can change the exit code. Not in programs (`bin/`, `cli`, `cmd/`, `main`, `scripts/` and similar), in strings, or where the call was there before.',
    why: 'A process that exits with 0 before the last test is green, although tests did not run or failed.',
    example: { 'test/cart.test.js': ['+process.exit(0);'] },
    allow: 'Allow programs whose path does not show that they are one.',
  },
  find({ patch }) {
    return patch.flatMap((file) => {
      const lines = file.added.filter(exits);
      const before = file.removed.filter(exits).length;
      if (lines.length <= before || PROGRAM.test(pathWithoutPackages(file.path))) return [];
      const severity = supportRole(file.path) !== null ? 'error' : runsOnLoad(file, lines) ? 'warning' : 'info';
      return [fileFinding(severity, 'ends the process with success', file.path, lines)];
    });
  },
};

function exits({ text }: PatchLine): boolean {
  const code = withoutStrings(text);
  return EXIT.test(code) || HARD_EXIT.test(code);
}

/** Code in a string runs in another process, as in tests that start a program. */
function withoutStrings(text: string): string {
  return text.slice(0, 2000).replace(/"[^"\\]{0,300}"|'[^'\\]{0,300}'|`[^`\\]{0,300}`/g, '""');
}

/** Inside a function an exit may be what the program is for; at the top level it runs when tests load the file. */
function runsOnLoad({ added }: PatchFile, exitLines: readonly PatchLine[]): boolean {
  const starts = added.filter(({ text }) => RUNS_ON_LOAD.test(text)).map(({ line }) => line);
  return exitLines.some(
    ({ text, line }) =>
      HARD_EXIT.test(text) || /^\S/.test(text) || starts.some((start) => start <= line && line - start <= MAX_LINES_AFTER_START),
  );
}

/** In Java, Kotlin and Scala the folders are package names: `app/` there is no program. */
function pathWithoutPackages(path: string): string {
  return /(?:^|\/)src\/main\/(?:java|kotlin|scala)\//.test(path) ? path.slice(path.lastIndexOf('/') + 1) : path;
}
