// Detects which test runner a command starts. Pure. A command that is not one simple
// call of a known runner is not analyzed, and runs only as the user wrote it.
import { RUNNERS } from './runners/index.ts';
import type { TestRunner } from './tool.ts';

export interface TestCommand {
  runner: TestRunner;
  /** The words that start the runner, as written. */
  start: readonly string[];
  /** Its arguments, as written. */
  args: readonly string[];
  /** If a script of package.json starts it: the words before additional arguments; null if the command itself does. */
  behind: { words: readonly string[]; isWrapped: boolean } | null;
}

/** A word without shell syntax; quoted parts may contain spaces. */
const WORD = /(?:[\w@%+=:,./*?~^-]|'[^'\n]*'|"[^"$`\\!\n]*")+/y;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;

export function understandTestCommand(command: string, scripts: Readonly<Record<string, string>>): TestCommand | null {
  const words = splitWords(command);
  if (words === null) return runnerInChain(command, false);
  const script = scriptCalled(words);
  if (script === null) return startsRunner(words, null);
  const text = Object.hasOwn(scripts, script.name) ? scripts[script.name] : undefined;
  const inner = text === undefined ? null : splitWords(text);
  const isWrapped = ['pre', 'post'].some((when) => Object.hasOwn(scripts, when + script.name));
  if (inner === null) return text === undefined || isWrapped ? null : runnerInChain(text, true);
  if (scriptCalled(inner) !== null) return null;
  return startsRunner(inner, { words: script.passesOn, isWrapped });
}

/** Programs that only read the sources, so that tests do not depend on them. */
const LINTER =
  /^(?:npx(?: --no-install)? )?(?:xo|eslint|standard|prettier|biome|tslint|oxlint|stylelint|ruff|flake8|black|mypy|tsc --noEmit|tsc -p \S+ --noEmit)(?: |$)/;

/** `eslint . && jest && tsd`: the only runner in a chain, if only linters precede it. */
function runnerInChain(text: string, isScript: boolean): TestCommand | null {
  const parts = text.split('&&').map((part) => part.trim());
  const found = parts.map((part) => {
    const words = splitWords(part);
    return words === null || scriptCalled(words) !== null ? null : startsRunner(words, null);
  });
  const at = found.findIndex((runner) => runner !== null);
  const isAlone = found.filter((runner) => runner !== null).length === 1;
  const runner = found[at];
  if (parts.length < 2 || !isAlone || runner === undefined || runner === null) return null;
  if (!parts.slice(0, at).every((part) => LINTER.test(part) && splitWords(part) !== null)) return null;
  // Arguments cannot be added to the script: they would go to its last command.
  return isScript ? { ...runner, behind: { words: [], isWrapped: false } } : runner;
}

/** Null if the text is more than plain words. */
function splitWords(command: string): string[] | null {
  const text = command.trim();
  const words: string[] = [];
  for (let at = 0; at < text.length; ) {
    WORD.lastIndex = at;
    const word = WORD.exec(text)?.[0];
    if (word === undefined) return null;
    words.push(word);
    at += word.length;
    const gap = /^[ \t]+/.exec(text.slice(at))?.[0].length ?? 0;
    if (gap === 0 && at < text.length) return null;
    at += gap;
  }
  return words;
}

const NPM_QUIET = new Set(['-s', '--silent', '--quiet', '-q']);

/** The script of package.json that a package manager runs, and the words to which arguments can be added. */
function scriptCalled(words: readonly string[]): { name: string; passesOn: string[] } | null {
  const [manager = '', ...rest] = words;
  if (!['npm', 'pnpm', 'yarn'].includes(manager)) return null;
  const [verb = '', ...others] = rest.filter((word) => !NPM_QUIET.has(word));
  const isRun = verb === 'run' || verb === 'run-script';
  const name = isRun ? others[0] : ['test', 't', 'tst'].includes(verb) ? 'test' : undefined;
  if (name === undefined || others.length > (isRun ? 1 : 0)) return null;
  return { name, passesOn: manager === 'npm' ? [...words, '--'] : [...words] };
}

/** Programs that start another one, with the words that may follow. */
const LAUNCHERS: readonly RegExp[] = [
  /^npx(?: (?:--no-install|--no|--yes|-y))?$/,
  /^(?:pnpm|yarn) exec$/,
  /^(?:pnpm|yarn)$/,
  /^bundle exec$/,
  /^(?:poetry|uv|pipenv|pdm|hatch) run$/,
  /^cross-env$/,
  /^(?:c8|nyc)$/,
  /^php$/,
];

function startsRunner(words: readonly string[], behind: TestCommand['behind']): TestCommand | null {
  let at = 0;
  for (let moved = true; moved; ) {
    const before = at;
    while (ASSIGNMENT.test(words[at] ?? '')) at += 1;
    const length = [2, 1].find((count) => LAUNCHERS.some((launcher) => launcher.test(words.slice(at, at + count).join(' '))));
    at += length ?? 0;
    moved = at > before;
  }
  for (const runner of RUNNERS) {
    const length = firstOf(runner.starts?.map((start) => start(words.slice(at))) ?? []);
    if (length !== null) return { runner, start: words.slice(0, at + length), args: words.slice(at + length), behind };
  }
  return null;
}

function firstOf(lengths: readonly (number | null)[]): number | null {
  return lengths.find((length) => length !== null) ?? null;
}
