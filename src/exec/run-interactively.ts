// Runs an interactive program on the user's terminal with the user's environment.
import { startProcess } from './start-process.ts';

/** `command` is a setting of the user, such as EDITOR, which may have arguments: a shell parses it, as in git. */
export function runInteractively(command: string, file: string): Promise<{ exitCode: number | null }> {
  return new Promise((resolve) => {
    const child = startProcess('/bin/sh', ['-c', `${command} "$1"`, command, file], {
      stdio: ['inherit', 'inherit', 'inherit'],
    });
    child.once('error', () => resolve({ exitCode: null }));
    child.once('exit', (exitCode) => resolve({ exitCode }));
  });
}
