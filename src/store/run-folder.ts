// The paths of the files of a run, and reading and writing them by kind.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson, hydraError, parseStored, type Stored, type StoredKind, type Subject } from '../contract/index.ts';
import { writeFileAtomically } from './atomic-files.ts';

export { BASELINE, type Subject } from '../contract/index.ts';

export interface RunFolder {
  id: string;
  path: string;
}

/** Next to a candidate's captures: the result of its agent. */
export const AGENT_FOLDER = 'agent';

export function runFile(
  run: RunFolder,
  name: 'run.json' | 'facts.json' | 'scorecard.json' | 'events.jsonl' | 'manifest.json',
): string {
  return join(run.path, name);
}

export function subjectFolder(run: RunFolder, subject: Subject): string {
  if (subject.kind === 'baseline') return join(run.path, 'baseline');
  return join(run.path, subject.kind === 'candidate' ? 'candidates' : 'sources', subject.name);
}

export function captureFolder(run: RunFolder, subject: Subject, check: string): string {
  return join(subjectFolder(run, subject), check);
}

export function writeStored<Kind extends StoredKind>(_kind: Kind, file: string, value: Stored<Kind>): void {
  writeFileAtomically(file, canonicalJson(value));
}

export function readStored<Kind extends StoredKind>(kind: Kind, file: string): Stored<Kind> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'it is missing' : String(error);
    throw hydraError('file_unreadable', { what: `${kind} file`, reason }, { place: { file } });
  }
  return parseStored(kind, text, file);
}

export function readStoredIfPresent<Kind extends StoredKind>(kind: Kind, file: string): Stored<Kind> | null {
  return existsSync(file) ? readStored(kind, file) : null;
}
