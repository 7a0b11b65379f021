// What checks do not get of the user's environment and home, listed once, so that a suite that needs it can be given it.
import { homedir } from 'node:os';
import { cleanEnvironment, findVisibleFolders, withheldVariables } from '../exec/index.ts';
import type { Diagnostic } from './diagnostic.ts';

const MAX_LISTED = 20;

/** Names only: values may be secret. */
export function listWithheld(named: readonly string[]): Diagnostic[] {
  const variables = withheldVariables(process.env, named);
  const home = homedir();
  const env = cleanEnvironment(process.env, named);
  const programs = findVisibleFolders(env, home, []).withheld.map((path) => path.replace(home, '~'));
  return [
    ...describe(variables, 'variables', 'set `variables` under [scoring.environment] for those that checks need'),
    ...describe(programs, 'own programs', 'set `read` under [sandbox] for those that checks need'),
  ];
}

function describe(names: readonly string[], subject: string, how: string): Diagnostic[] {
  if (names.length === 0) return [];
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
  const text = `checks do not get ${names.slice(0, MAX_LISTED).join(', ')}${more}; ${how}`;
  return [{ state: 'ok', subject, text, next: null }];
}
