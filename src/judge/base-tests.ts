// The text of the base's tests, with their inputs and expected values.

import { holdsTests, isSourceFile } from '../languages/index.ts';
import { supportRole } from '../tools/index.ts';
import { rustTestModules } from './rust-tests.ts';

const [MAX_FILES, MAX_CHARACTERS, MAX_SHARE_OF_FILE] = [400, 2_000_000, 200_000];

/** The files to read, pure test files first. */
export function filesWithTests(paths: readonly string[]): string[] {
  const tests = paths.filter((path) => supportRole(path) === 'test' && isSourceFile(path));
  const mixed = paths.filter((path) => supportRole(path) === null && holdsTests(path));
  return [...tests, ...mixed].slice(0, MAX_FILES);
}

export function textOfTests(files: readonly { path: string; text: string }[]): string {
  const texts = files
    .map(({ path, text }) => (supportRole(path) === 'test' ? text : rustTestModules(text)))
    .filter((text) => text.length > 0 && text.length <= MAX_SHARE_OF_FILE);
  return texts.join('\n').slice(0, MAX_CHARACTERS);
}
