import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-repository.ts';
import { readTask, readTaskFile } from './read-task.ts';

const stdin = Object.getOwnPropertyDescriptor(process, 'stdin');
afterEach(() => {
  if (stdin !== undefined) Object.defineProperty(process, 'stdin', stdin);
});

function standardInput(content: Buffer | null): void {
  const stream = Object.assign(Readable.from(content === null ? [] : [content]), { isTTY: content === null });
  Object.defineProperty(process, 'stdin', { value: stream, configurable: true });
}

/** Null for a terminal. */
function readPiped(content: Buffer | null): Promise<string> {
  standardInput(content);
  return readTask('-');
}

const folder = temporaryFolder();
const file = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

describe('the task of a run', () => {
  test('is the text that was given', async () => {
    expect(await readTask(' Fix slug() ')).toBe('Fix slug()');
    expect(await readTask('See ISSUE.md and\nfix it')).toBe('See ISSUE.md and\nfix it');
    expect(await readTask('src')).toBe('src');
  });

  test('is the content of a file, without a byte order mark', async () => {
    expect(await readTask(file('issue', '\ufeff# Title\n\nText\n'))).toBe('# Title\n\nText');
  });

  test('is standard input for `-`', async () => {
    standardInput(Buffer.from('From a pipe: é\n'));
    expect(await readTask('-')).toBe('From a pipe: é');
  });

  test.each<[string, () => Promise<string>, string]>([
    ['a terminal as standard input', () => readPiped(null), 'from standard input: standard input is a terminal'],
    ['an empty pipe', () => readPiped(Buffer.from('\n')), 'No task was given.'],
    ['binary input', () => readPiped(Buffer.from([0xff, 0xfe, 0])), 'standard input: it is not text.'],
    ['a mistyped name of a file', () => readTask('no-such-issue.md'), 'Cannot read the task file: there is no such file.'],
    ['a folder', () => readTask(`${folder}/`), 'Cannot read the task file: it is a folder.'],
    [
      'a binary file',
      () => readTask(file('image.png', Buffer.from([0x89, 0x50, 0]))),
      'Cannot read the task file: it is not text.',
    ],
    ['a file without text', () => readTask(file('empty.md', ' \n')), 'No task was given.'],
    [
      'a file that is too large',
      () => readTask(file('log.txt', 'a'.repeat(1024 * 1024 + 1))),
      'it is larger than 1048576 bytes.',
    ],
    ['an endless device', () => readTaskFile('/dev/zero'), 'it is larger than 1048576 bytes.'],
  ])('refuses %s', async (_name, read, sentence) => {
    await expect(read()).rejects.toThrow(sentence);
  });
});
