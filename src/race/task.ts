// The task of a race that is not on the command line: written in the user's editor.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hydraError } from '../contract/index.ts';
import { createOwnedFolder, runInteractively } from '../exec/index.ts';

const HINT = `
# Write the task for the agents above. Lines that begin with # are left out.
`;

/** Empty when the user wrote nothing. */
export async function writeTaskInEditor(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const editor = env.VISUAL || env.EDITOR || 'vi';
  const folder = createOwnedFolder();
  try {
    const file = join(folder, 'TASK.md');
    writeFileSync(file, HINT);
    const { exitCode } = await runInteractively(editor, file);
    if (exitCode !== 0) {
      const reason = exitCode === null ? 'it could not be started' : `exit code ${exitCode}`;
      throw hydraError('editor_failed', { editor, reason }, { value: editor });
    }
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .join('\n')
      .trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
