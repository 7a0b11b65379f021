// The task written in an editor.
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-repository.ts';
import { writeTaskInEditor } from './task.ts';

function editor(script: string): string {
  const file = join(temporaryFolder(), 'my editor');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return `'${file}' --wait`;
}

test('uses the text without the hint; VISUAL overrides EDITOR, and may have arguments', async () => {
  const write = `[ "$1" = --wait ] && { echo 'fix it'; echo; echo 'all of it'; cat "$2"; } > "$2.new" && mv "$2.new" "$2"`;
  expect(await writeTaskInEditor({ VISUAL: editor(write), EDITOR: editor('exit 1') })).toBe('fix it\n\nall of it');
});

test('an empty text is an empty task', async () => {
  expect(await writeTaskInEditor({ EDITOR: editor('true') })).toBe('');
});

test('an editor that fails is an error, and leaves no file', async () => {
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith('hydra-task-'));
  await expect(writeTaskInEditor({ EDITOR: editor('exit 3') })).rejects.toMatchObject({
    code: 'editor_failed',
    message: expect.stringMatching(/failed: exit code 3\.$/),
  });
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('hydra-task-'))).toEqual(before);
});
