// Which programs are on the PATH.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The program that a command starts, if it is not on the PATH. */
export function missingTool(command: string): string | null {
  const program = programOf(command);
  if (program.includes('/') || /[=$"'()`;&|]/.test(program)) return null;
  return isInstalled(program) ? null : program;
}

/** Also the program that a package manager starts for it, if it is neither on the PATH nor one of the packages that are there. */
export function missingProgram(command: string, isThere: (program: string) => boolean): string | null {
  const [, program] =
    /(?:^|\s)(?:npx(?: --no-install)?|bunx(?: --no-install)?|pnpm exec|yarn exec) ([^\s-]\S*)/.exec(command) ?? [];
  return program === undefined || isGlobal(program) || isThere(program) ? missingTool(command) : program;
}

export function isInstalled(program: string): boolean {
  return searchPath().some((folder) => isExecutable(join(folder, program)));
}

/** npm adds the programs of the project that it runs in to the PATH; checks run in another folder. */
function isGlobal(program: string): boolean {
  return searchPath().some((folder) => !folder.endsWith(join('node_modules', '.bin')) && isExecutable(join(folder, program)));
}

function searchPath(): string[] {
  return (process.env.PATH ?? '').split(delimiter);
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
