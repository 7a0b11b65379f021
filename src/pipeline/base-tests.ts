// The source text of the base's tests, stored with the run so that replay gives the same findings.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, type ObjectStore, readTreeFiles } from '../git/index.ts';
import { filesWithTests, textOfTests } from '../judge/index.ts';
import { BASELINE, type RunFolder, subjectFolder, writeFileAtomically } from '../store/index.ts';

export async function storeBaseTests(folder: RunFolder, objects: ObjectStore, tree: string): Promise<void> {
  const paths = filesWithTests(await listFiles(objects, tree));
  writeFileAtomically(fileIn(folder), Buffer.from(textOfTests(await readTreeFiles(objects, tree, paths))));
}

export function readBaseTests(folder: RunFolder): string {
  return readFileSync(fileIn(folder), 'utf8');
}

function fileIn(folder: RunFolder): string {
  return join(subjectFolder(folder, BASELINE), 'tests.txt');
}
