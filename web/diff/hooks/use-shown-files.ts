// The files of a patch, prepared for display. A file that did not change stays the same object, so that only the file whose
// context was widened is prepared again.
import { useMemo, useState } from 'react';
import type { PatchFile } from '../../../src/patch/index.ts';
import { type DiffMarks, type ShownFile, showFile } from '../lines/diff-lines.ts';

export function useShownFiles(files: readonly PatchFile[], marks: DiffMarks): readonly ShownFile[] {
  const [known] = useState(() => new WeakMap<PatchFile, ShownFile>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks change only with the patch.
  return useMemo(
    () =>
      files.map((file, index) => {
        const shown = known.get(file) ?? showFile(file, index, marks);
        known.set(file, shown);
        return shown;
      }),
    [files],
  );
}
