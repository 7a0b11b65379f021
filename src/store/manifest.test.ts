import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { SCHEMA_VERSION } from '../contract/index.ts';
import { checkManifest, findChangedFiles, updateManifest, writeManifest } from './manifest.ts';
import { type RunFolder, readStored, runFile } from './run-folder.ts';

function finishedRun(): RunFolder {
  const run = { id: 'r1', path: temporaryFolder() };
  writeFiles(run.path, {
    'run.json': '{}',
    'baseline/test/stdout.log': 'out\n',
    'candidates/a/diff.patch': '',
    'live.json': '{}',
  });
  writeFiles(run.path, { 'run.json~1-2': '', 'candidates/a/test~1-3/stdout.log': '' });
  writeManifest(run);
  return run;
}

test('records every file except the manifest, the live marker and temporary files', () => {
  const run = finishedRun();
  const { files, ...others } = readStored('manifest', runFile(run, 'manifest.json'));
  expect(others).toEqual({ schema_version: SCHEMA_VERSION, run_id: 'r1' });
  expect(files.map(({ path, bytes }) => [path, bytes])).toEqual([
    ['baseline/test/stdout.log', 4],
    ['candidates/a/diff.patch', 0],
    ['run.json', 2],
  ]);
  expect(checkManifest(run)).toEqual([]);
});

describe('reports each fault', () => {
  test.each<[string, (run: RunFolder) => void, string[]]>([
    [
      'an added empty folder, also in an empty one',
      ({ path }) => mkdirSync(join(path, 'candidates/b/test'), { recursive: true }),
      [
        'candidates/b is an empty folder, which is not in the manifest',
        'candidates/b/test is an empty folder, which is not in the manifest',
      ],
    ],
    [
      'a changed byte',
      ({ path }) => writeFileSync(join(path, 'run.json'), '[]'),
      ['run.json was changed: its hash is not the recorded one'],
    ],
    ['a longer file', ({ path }) => appendFileSync(join(path, 'run.json'), ' '), ['run.json has 3 bytes, recorded were 2']],
    ['a missing file', ({ path }) => rmSync(join(path, 'candidates/a/diff.patch')), ['candidates/a/diff.patch is missing']],
    ['a file too many', ({ path }) => writeFiles(path, { 'baseline/extra': '' }), ['baseline/extra is not in the manifest']],
    [
      'a renamed file',
      ({ path }) => {
        writeFiles(path, { 'baseline/test/stdout.txt': 'out\n' });
        rmSync(join(path, 'baseline/test/stdout.log'));
      },
      ['baseline/test/stdout.txt is not in the manifest', 'baseline/test/stdout.log is missing'],
    ],
    [
      'a file that is now a link to the same content',
      ({ path }) => {
        const moved = join(temporaryFolder(), 'moved');
        renameSync(join(path, 'run.json'), moved);
        symlinkSync(moved, join(path, 'run.json'));
      },
      ['run.json is a link or a special file', 'run.json is missing'],
    ],
    [
      'a link to a folder',
      ({ path }) => symlinkSync('/tmp', join(path, 'baseline/more')),
      ['baseline/more is a link or a special file'],
    ],
    ['no manifest', ({ path }) => rmSync(join(path, 'manifest.json')), ['manifest.json is missing: the run was not finished']],
    [
      'a manifest in another form',
      (run) => writeFileSync(runFile(run, 'manifest.json'), `${readFileSync(runFile(run, 'manifest.json'), 'utf8')} `),
      ['manifest.json is not in its canonical form'],
    ],
  ])('%s', (_title, damage, faults) => {
    const run = finishedRun();
    damage(run);
    expect(checkManifest(run)).toEqual(faults);
  });

  test('reports why a manifest cannot be read', () => {
    const run = finishedRun();
    writeFileSync(runFile(run, 'manifest.json'), '{"schema_version":99}');
    expect(() => checkManifest(run)).toThrow(expect.objectContaining({ code: 'schema_future' }));
    writeFileSync(runFile(run, 'manifest.json'), '{');
    expect(() => checkManifest(run)).toThrow(expect.objectContaining({ code: 'json_syntax' }));
  });
});

test('an update records the given files again and hides no other change', () => {
  const run = finishedRun();
  writeManifest(run);
  writeFileSync(join(run.path, 'run.json'), '{"a":1}');
  writeFileSync(join(run.path, 'baseline/test/stdout.log'), 'forged\n');
  updateManifest(run, ['run.json']);
  expect(checkManifest(run)).toEqual([expect.stringContaining('baseline/test/stdout.log')]);
});

test('finds changed and missing files, but no added ones', () => {
  const run = finishedRun();
  writeFiles(run.path, { 'note.txt': 'mine\n' });
  expect(findChangedFiles(run)).toEqual([]);
  writeFiles(run.path, { 'run.json': '[]', 'candidates/a/diff.patch': null });
  expect(findChangedFiles(run)).toEqual([
    'candidates/a/diff.patch is missing',
    'run.json was changed: its hash is not the recorded one',
  ]);
});
