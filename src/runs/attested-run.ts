// What an attestation says about a run: its stored files, and the tree object of its winner.
import { join } from 'node:path';
import { hydraError, type StoredFile } from '../contract/index.ts';
import { createObjectStore, findRepository, readTreeObject } from '../git/index.ts';
import { describeFile, type RunFolder, readStored, runFile } from '../store/index.ts';
import { createWorkArea, removeFolder } from '../workspace/index.ts';
import { commitOfCandidate } from './candidate-commit.ts';
import { isFinished } from './lifecycle.ts';
import { type RunResult, readResult } from './runs.ts';
import { refuseUnfinished } from './status.ts';

/** The result, and the manifest with the hashes of all other files. */
const ATTESTED_FILES = ['manifest.json', 'scorecard.json'] as const;

export function readAttestedRun(folder: RunFolder): RunResult & { files: StoredFile[] } {
  if (!isFinished(folder)) refuseUnfinished(folder);
  const files = ATTESTED_FILES.map((name) => describeFile(runFile(folder, name), name));
  return { ...readResult(folder), files };
}

/** From the repository, or from the stored patch if the repository does not have it. */
export async function readCandidateTree(cwd: string, folder: RunFolder, candidate: string): Promise<Uint8Array> {
  const repository = await findRepository(cwd);
  const { candidates, base } = readStored('run', runFile(folder, 'run.json'));
  const entry = candidates.find(({ name }) => name === candidate);
  if (entry === undefined) {
    const suggestion = `\`hydra show ${folder.id}\` lists them.`;
    throw hydraError('unknown_candidate', { candidate, suggestion }, { value: candidate });
  }
  const area = createWorkArea(`tree-${process.pid}`);
  try {
    const objects = await createObjectStore(repository, join(area, 'objects'));
    const { tree } = await commitOfCandidate({ repository, objects, folder }, entry, base);
    return await readTreeObject(objects, tree);
  } finally {
    await removeFolder(area);
  }
}
