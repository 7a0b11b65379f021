// `hydra demo`: scores a small temporary repository with four attempts at a task.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Scorecard } from '../contract/index.ts';
import { createRepository } from '../git/index.ts';
import { type ScoreOptions, scoreCandidates } from '../pipeline/index.ts';
import type { RunFolder } from '../store/index.ts';
import { DEMO_BASE, DEMO_CANDIDATES, DEMO_TASK, type FileSet } from './demo-project.ts';

export { DEMO_TASK };

/** `look` gets the run before it is removed. */
export async function scoreDemo(options: Omit<ScoreOptions, 'cwd'>, look: (run: RunFolder) => void): Promise<Scorecard> {
  const home = mkdtempSync(join(tmpdir(), 'hydra-demo-'));
  try {
    const base = join(home, 'base');
    writeFiles(base, DEMO_BASE);
    const candidates = Object.entries(DEMO_CANDIDATES).map(([name, files]) => {
      const folder = join(home, name);
      cpSync(base, folder, { recursive: true });
      writeFiles(folder, files);
      return `${name}=${folder}`;
    });
    await createRepository(base, 'The project as the agents found it');
    const request = { candidates, base: 'HEAD', task: DEMO_TASK, config: null, overrides: {} };
    const { folder, scorecard } = await scoreCandidates({ ...options, ...request, cwd: base });
    look(folder);
    return scorecard;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function writeFiles(folder: string, files: FileSet): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    if (content === null) {
      rmSync(file);
      continue;
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}
