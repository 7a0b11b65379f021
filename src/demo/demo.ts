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

export interface ScoredDemo {
  /** The repository of the demo, which is kept. */
  repository: string;
  /** With the repository and the folders of the candidates, to delete. */
  home: string;
  folder: RunFolder;
  scorecard: Scorecard;
}

/** The project and its run stay, so that every command can be tried on them. */
export async function scoreDemo(options: Omit<ScoreOptions, 'cwd'>): Promise<ScoredDemo> {
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
    return { repository: base, home, folder, scorecard };
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
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
