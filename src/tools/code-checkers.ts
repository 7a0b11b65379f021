// What the linters and scanners have in common, by their id.
import { LINTERS } from './linters/index.ts';
import { SCANNERS } from './scanners/index.ts';

export const CONFIG_FILES = ofEach('configFiles');
export const SUPPRESSIONS = ofEach('suppression');
export const FILE_SUPPRESSIONS = ofEach('fileSuppression');

function ofEach(part: 'configFiles' | 'suppression' | 'fileSuppression'): Readonly<Record<string, RegExp>> {
  return Object.fromEntries(
    [...LINTERS, ...SCANNERS].flatMap(({ id, [part]: pattern }) => (pattern === undefined ? [] : [[id, pattern]])),
  );
}
