// The commands in a chained script of package.json: `xo && ava && tsd` has three; nested scripts are followed.
import type { ProposedCheck } from './proposal.ts';

export interface ScriptPart {
  /** As written in the script: assignments first, then the program and its arguments. */
  text: string;
  program: string;
}

const MAX_DEPTH = 5;
const MAX_PARTS = 40;

/** Programs of npm packages by their check. */
const PROGRAMS: Record<ProposedCheck, ReadonlySet<string>> = {
  test: new Set([
    ...['ava', 'borp', 'brittle', 'jasmine', 'jest', 'lab', 'mocha', 'poku', 'qunit', 'tap', 'tape', 'uvu', 'vitest'],
    ...['react-scripts', 'wtr', 'web-test-runner', 'karma', 'tsx', 'ts-mocha', 'bun', 'node', 'deno'],
  ]),
  lint: new Set([
    ...[
      'biome',
      'eslint',
      'gts',
      'jshint',
      'next',
      'ng',
      'oxlint',
      'prettier',
      'semistandard',
      'standard',
      'stylelint',
      'tslint',
      'ts-standard',
      'xo',
    ],
  ]),
  build: new Set([
    ...['babel', 'esbuild', 'microbundle', 'next', 'ng', 'parcel', 'rolldown', 'rollup', 'swc', 'tsc', 'tsdown', 'tsup'],
    ...['unbuild', 'vite', 'vue-tsc', 'webpack'],
  ]),
};
/** For programs with several purposes: the words that select this check. */
const ARGUMENTS: Record<ProposedCheck, Readonly<Record<string, RegExp>>> = {
  test: {
    node: /\s--test\b|\s\S*tests?\b\S*\.[cm]?[jt]s\b/,
    tsx: /\s--test\b/,
    bun: /^\S+\s+test\b/,
    deno: /^\S+\s+test\b/,
    'react-scripts': /\stest\b/,
  },
  lint: {
    gts: /\s(?:lint|check)\b/,
    next: /\slint\b/,
    ng: /\slint\b/,
    prettier: /\s(?:-c|--check|-l|--list-different)(?=\s|$)/,
  },
  build: { next: /\sbuild\b/, ng: /\sbuild\b/, vite: /\sbuild\b/ },
};
/** Programs that only start another one. */
const WRAPPERS = /^(?:c8|nyc|cross-env|cross-env-shell|npx|dotenv|env-cmd)$/;
const ASSIGNMENT = /^[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s"']*)\s+/;
/** Characters that a shell interprets; such a part is not a plain command. */
const NOT_PLAIN = /[`$(){}<>|;&\\\n]/;

/** The parts of a script that belong to a check, in their order. */
export function partsFor(check: ProposedCheck, name: string, scripts: Readonly<Record<string, string>>): ScriptPart[] {
  return scriptParts(name, scripts).filter((part) => isFor(check, part));
}

const CHANGES_FILES = /--(?:fix|write|apply)\b/;

/** The scripts that start nothing but programs of a check and change no file; a formatter alone does not count. */
export function scriptsOnlyFor(check: ProposedCheck, scripts: Readonly<Record<string, string>>): string[] {
  const names = Object.keys(scripts).filter((name) => !/^(?:pre|post)/.test(name));
  return names.filter((name) => {
    const parts = scriptParts(name, scripts);
    const isOnly = parts.length > 0 && parts.every((part) => isFor(check, part) && !CHANGES_FILES.test(part.text));
    return isOnly && parts.some(({ program }) => program !== 'prettier');
  });
}

function isFor(check: ProposedCheck, { program, text }: ScriptPart): boolean {
  if (!PROGRAMS[check].has(program)) return false;
  const words = ARGUMENTS[check][program];
  return words === undefined || words.test(withoutAssignments(text).rest);
}

/** Every plain command that a script runs, including nested scripts. */
export function scriptParts(name: string, scripts: Readonly<Record<string, string>>, way: readonly string[] = []): ScriptPart[] {
  if (way.includes(name) || way.length >= MAX_DEPTH) return [];
  const parts = plainCommands(Object.hasOwn(scripts, name) ? scripts[name] : '').flatMap((command) => {
    const nested = nestedScripts(command, scripts);
    return nested.length === 0 ? [toPart(command)] : nested.flatMap((next) => scriptParts(next, scripts, [...way, name]));
  });
  return parts.slice(0, MAX_PARTS);
}

function plainCommands(script = ''): string[] {
  const commands = script.split(/&&|\|\||;/).map((part) => withoutPipe(part).trim());
  return commands.filter((command) => command !== '' && !NOT_PLAIN.test(command));
}

/** `standard | snazzy` is standard: the second program only formats the results. */
function withoutPipe(command: string): string {
  return command.replace(/^([^|"'`]*)\|[^"'`]*$/, '$1');
}

const RUN_SEVERAL = /^(?:run-s|run-p|npm-run-all|npm-run-all2)$/;
const MANAGERS = /^(?:npm|pnpm|yarn|bun)$/;

/** `npm run lint`, `pnpm lint` and `run-s lint unit` run other scripts. */
function nestedScripts(command: string, scripts: Readonly<Record<string, string>>): string[] {
  const { rest } = withoutAssignments(command);
  const [program = '', ...words] = rest.split(/\s+/);
  const names = words.filter((word) => !word.startsWith('-'));
  if (RUN_SEVERAL.test(program)) return names.flatMap((name) => matchingScripts(name, scripts));
  if (!MANAGERS.test(program)) return [];
  const [first = '', second = ''] = names;
  const isRun = first === 'run' || first === 'run-script';
  const name = isRun ? second : first;
  const isShort = first === 'test' || first === 't' || program === 'pnpm' || program === 'yarn';
  const script = name === 't' ? 'test' : name;
  return (isRun || isShort) && Object.hasOwn(scripts, script) ? [script] : [];
}

/** `run-s lint:*` runs every script with this prefix. */
function matchingScripts(pattern: string, scripts: Readonly<Record<string, string>>): string[] {
  const beginning = /^([\w:.-]+):\*{1,2}$/.exec(pattern)?.[1];
  if (beginning === undefined) return Object.hasOwn(scripts, pattern) ? [pattern] : [];
  return Object.keys(scripts).filter((name) => name.startsWith(`${beginning}:`));
}

function toPart(command: string): ScriptPart {
  let { assignments, rest } = withoutAssignments(command);
  for (;;) {
    const [, wrapper, behind] = /^(\S+)\s+((?:--?[\w-]+(?:=\S+)?\s+)*.*)$/.exec(rest) ?? [];
    if (wrapper === undefined || behind === undefined || !WRAPPERS.test(wrapper)) break;
    const inner = withoutAssignments(behind.replace(/^(?:--?[\w-]+(?:=\S+)?\s+)*/, ''));
    if (inner.rest === '') break;
    assignments += inner.assignments;
    rest = inner.rest;
  }
  return { text: `${assignments}${rest}`, program: /^\S+/.exec(rest)?.[0] ?? '' };
}

function withoutAssignments(command: string): { assignments: string; rest: string } {
  let rest = command.trim();
  for (let found = ASSIGNMENT.exec(rest); found !== null; found = ASSIGNMENT.exec(rest)) rest = rest.slice(found[0].length);
  return { assignments: command.trim().slice(0, command.trim().length - rest.length), rest };
}
