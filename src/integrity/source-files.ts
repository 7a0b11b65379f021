// Which changed files are the code under test.

import type { PatchFile } from './patch.ts';
import { supportRole } from './test-support.ts';

export function isSource({ path }: Pick<PatchFile, 'path'>): boolean {
  return (
    supportRole(path) === null &&
    (/\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|rb|php|c|cc|cpp|h|hpp|cs|swift|scala|ex|exs|dart|sh|bash|lua|pl)$/.test(path) ||
      // Programs of a shell mostly have no ending.
      /(?:^|\/)bin\/[\w-]+$/.test(path))
  );
}
