// Runs an interactive program on the user's terminal with the user's environment.
import { spawn } from 'node:child_process';

/** `command` is a setting of the user, such as EDITOR, which may have arguments: a shell parses it, as in git. */
export function runInteractively(command: string, file: string): Promise<{ exitCode: number | null }> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', `${command} "$1"`, command, file], { stdio: 'inherit' });
    child.once('error', () => resolve({ exitCode: null }));
    child.once('exit', (exitCode) => resolve({ exitCode }));
  });
}
