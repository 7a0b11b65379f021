// A program that the user works with, on the user's own terminal and with the user's own environment.
import { spawn } from 'node:child_process';

/** `command` is the user's own setting, such as EDITOR, which may have arguments: a shell reads it, as git does. */
export function runInteractively(command: string, file: string): Promise<{ exitCode: number | null }> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', `${command} "$1"`, command, file], { stdio: 'inherit' });
    child.once('error', () => resolve({ exitCode: null }));
    child.once('exit', (exitCode) => resolve({ exitCode }));
  });
}
