// Strings of hydra.toml that have the right type but cannot work: control characters, commands without a word, paths that
// point nowhere, names that no environment variable has.
import type { KeyPath } from './toml-text.ts';

export interface TextFault {
  /** Completes the sentence "... cannot be used: ...". */
  problem: string;
  advice: string;
}

type Rule = (text: string) => TextFault | null;

/** `*` stands for one name or index. */
const BY_KEY: readonly (readonly [string, Rule])[] = [
  ['scoring.commands.*', command],
  ['scoring.build.targets.*', command],
  ['scoring.metrics.*.command', command],
  ['workspace.setup', command],
  ['agents.*.command.0', command],
  ['agents.*.usage_file', pathInside],
  ['agents.*.env.*', variable],
  ['scoring.environment.variables.*', variable],
  ['workspace.copy.*', pathInside],
  ['workspace.link.*', pathInside],
  ['sandbox.read.*', pathOfMachine],
  ['scoring.diff_scope.protected_paths.*', pattern],
  ['scoring.diff_scope.allowed_paths.*', pattern],
  ['scoring.tests.may_change.*', pattern],
  ['scoring.integrity.allow.*.*', pattern],
];
const RULES = BY_KEY.map(([key, rule]) => ({ key: key.split('.'), rule }));

/** Null if the text can be used at this key. */
export function unusableText(path: KeyPath, text: string): TextFault | null {
  const rule = RULES.find(({ key }) => isAt(path, key))?.rule;
  return controlCharacter(text) ?? rule?.(text) ?? null;
}

function isAt(path: KeyPath, key: readonly string[]): boolean {
  return path.length === key.length && key.every((part, index) => part === '*' || part === String(path[index]));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for; tabs and line breaks are text
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** The system accepts no NUL in a path, an argument or a variable; the others make output unreadable. */
function controlCharacter(text: string): TextFault | null {
  const found = CONTROL.exec(text)?.[0].codePointAt(0);
  if (found === undefined) return null;
  const code = `U+${found.toString(16).toUpperCase().padStart(4, '0')}`;
  return { problem: `it contains the control character ${code}`, advice: 'Remove the character.' };
}

/** A shell runs an empty command successfully. */
function command(text: string): TextFault | null {
  if (text.trim() !== '') return null;
  return { problem: 'it is only white space', advice: 'Write a command, or remove the key.' };
}

function pathInside(text: string): TextFault | null {
  const parts = text.split('/').filter((part) => part !== '' && part !== '.');
  if (!/^~?\//.test(text) && parts.length > 0 && !parts.includes('..')) return null;
  return {
    problem: 'it is not a path below the top folder of the repository',
    advice: 'Write a path from the top folder, such as "config/.env".',
  };
}

function pathOfMachine(text: string): TextFault | null {
  if (text.startsWith('/') || /^~\/./.test(text)) return null;
  return { problem: 'it is a relative path', advice: 'Write a path that begins with `/` or `~/`.' };
}

/** The longest pattern that the matcher accepts, with room for what is added to it. */
const MAX_PATTERN_LENGTH = 4096;

function pattern(text: string): TextFault | null {
  if (text.length > MAX_PATTERN_LENGTH)
    return { problem: `it is longer than ${MAX_PATTERN_LENGTH} characters`, advice: 'Write several shorter patterns.' };
  const parts = text.replace(/^\.?\//, '').split('/');
  if (!parts.includes('..') && !parts.includes('.')) return null;
  return {
    problem: 'no path in a repository has a part `.` or `..`',
    advice: 'Write the path from the top folder of the repository; "/" is everything.',
  };
}

function variable(text: string): TextFault | null {
  if (/^[A-Za-z_*][A-Za-z0-9_*]*$/.test(text)) return null;
  return { problem: 'it is not the name of an environment variable', advice: 'Write names only, without values.' };
}
