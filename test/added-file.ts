// A diff that adds one file, with its patch.
import type { Diff } from '../src/contract/index.ts';
import { textChange } from './text-change.ts';

export function addedFile(path: string, lines: readonly string[]): { diff: Diff; patch: string } {
  const patch = [
    `diff --git a/${path} b/${path}`,
    'new file mode 100644',
    '--- /dev/null',
    `+++ b/${path}`,
    `@@ -0,0 +1,${lines.length} @@`,
    ...lines.map((line) => `+${line}`),
    '',
  ].join('\n');
  const counts = { added: lines.length, removed: 0, added_normalized: lines.length, removed_normalized: 0 };
  const marks = { binary: false, marked_generated: false, marked_vendored: false };
  const file = { path, old_path: null, status: 'added' as const, old_mode: '000000', mode: '100644', ...counts, ...marks };
  const text = textChange(path, null, lines.join('\n'));
  return { diff: { schema_version: 1, base_tree: 'b', tree: 't', files: [{ ...file, ...text }] }, patch };
}

/** The same for several files. */
export function addedFiles(files: Readonly<Record<string, readonly string[]>>): { diff: Diff; patch: string } {
  const parts = Object.entries(files).map(([path, lines]) => addedFile(path, lines));
  const [first] = parts;
  if (first === undefined) return { diff: { schema_version: 1, base_tree: 'b', tree: 't', files: [] }, patch: '' };
  return {
    diff: { ...first.diff, files: parts.flatMap(({ diff }) => diff.files) },
    patch: parts.map(({ patch }) => patch).join(''),
  };
}
