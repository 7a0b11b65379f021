// Which programs are on the PATH.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The program that a command starts, if it is not on the PATH. */
export function missingTool(command: string): string | null {
  const program = programOf(command);
  if (program.includes('/') || /[=$"'()`;&|]/.test(program)) return null;
  return isInstalled(program) ? null : program;
}

export function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program)));
}

/** The first word that is not an assignment of a plain value to a variable. */
function programOf(command: string): string {
  const words = command.trim().split(/\s+/);
  return words.find((word) => !/^[A-Za-z_]\w*=[\w./:,+-]*$/.test(word)) ?? '';
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
