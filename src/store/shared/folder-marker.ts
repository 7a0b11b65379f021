// The file that marks a folder as a shared store. Without it, an unmounted mount point would look like an empty store.
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson, hydraError } from '../../contract/index.ts';
import { codeOf } from './folder-errors.ts';
import { parseJsonObject } from './json-object.ts';

export const MARKER_FILE = 'hydra-store.json';
const MARKER_VERSION = 1;

/** The marker's content, or null if the folder is empty. */
export async function readMarker(folder: string): Promise<{ id: string } | null> {
  const file = join(folder, MARKER_FILE);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return (await isEmpty(folder)) ? null : await readAgain(folder, file);
  }
  return parseMarker(folder, text);
}

export function newMarker(): string {
  return canonicalJson({ version: MARKER_VERSION, id: randomBytes(16).toString('hex') });
}

/** Temporary files of other machines that initialize the store at the same time do not count. */
async function isEmpty(folder: string): Promise<boolean> {
  return (await readdir(folder)).every((name) => name.includes('~') || name === 'lost+found');
}

/** Another machine may have written the marker and the first file between the two looks at the folder. */
async function readAgain(folder: string, file: string): Promise<{ id: string }> {
  try {
    return parseMarker(folder, await readFile(file, 'utf8'));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    const reason = `it contains files, but no ${MARKER_FILE}`;
    throw hydraError('store_foreign', { folder, reason }, { place: { file: folder } });
  }
}

function parseMarker(folder: string, text: string): { id: string } {
  const file = join(folder, MARKER_FILE);
  const { version, id } = parseJsonObject(text);
  if (typeof version !== 'number' || typeof id !== 'string') {
    throw hydraError('store_foreign', { folder, reason: `its ${MARKER_FILE} is damaged` }, { place: { file } });
  }
  if (version > MARKER_VERSION) {
    const details = { what: 'marker of the shared store', version: String(version), known: String(MARKER_VERSION) };
    throw hydraError('schema_future', details, { place: { file } });
  }
  return { id };
}
