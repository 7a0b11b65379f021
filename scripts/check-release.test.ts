import { expect, test } from 'vitest';
import { TemporaryProject } from './temporary-project.ts';

const PACKAGE = { name: 'hydra-score', version: '1.2.3', repository: 'r', homepage: 'h', bugs: 'b' };

function released(manifest: object, changelog: string, unpackedSize = 4_400_000): TemporaryProject {
  const project = new TemporaryProject();
  project.replaceNpm(`console.log(${JSON.stringify(JSON.stringify([{ unpackedSize }]))});`);
  project.write('package.json', JSON.stringify(manifest));
  project.write('CHANGELOG.md', changelog);
  return project;
}

test('accepts a tag that package.json and the changelog agree with', async () => {
  const project = released(PACKAGE, '# Changelog\n\n## 1.2.3 - 2026-11-17\n');
  expect(await project.run('check-release.mjs', 'v1.2.3')).toEqual({
    ...{ exitCode: 0, stdout: 'hydra-score 1.2.3 can be published.\n', stderr: '' },
  });
});

test('names everything that is missing', async () => {
  const project = released({ name: 'hydra-score', version: '1.2.3' }, '# Changelog\n\n## 1.2.30 - 2026-11-17\n');
  expect(await project.run('check-release.mjs', 'v1.3.0')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: [
      'The tag is `v1.3.0`, but package.json has version 1.2.3: expected v1.2.3.',
      'CHANGELOG.md has no section `## 1.2.3 - YYYY-MM-DD`.',
      'package.json has no `repository`.',
      'package.json has no `homepage`.',
      'package.json has no `bugs`.',
      'Next step: follow docs/releasing.md.\n',
    ].join('\n'),
  });
});

test('rejects a section of the changelog without a date', async () => {
  const project = released(PACKAGE, '## 1.2.3\n');
  const { exitCode, stderr } = await project.run('check-release.mjs', 'v1.2.3');
  expect([exitCode, stderr.split('\n')[0]]).toEqual([1, 'The heading `## 1.2.3` in CHANGELOG.md has no date.']);
});

test('rejects a package of more than 4,400,000 bytes', async () => {
  const project = released(PACKAGE, '## 1.2.3 - 2026-11-17\n', 4_400_001);
  expect(await project.run('check-release.mjs', 'v1.2.3')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: [
      'The unpacked package has 4,400,001 bytes, the limit is 4,400,000; `npm pack --dry-run` lists its files.',
      'Next step: follow docs/releasing.md.\n',
    ].join('\n'),
  });
  expect(project.npmCalls()).toEqual(['pack --dry-run --json --loglevel=error']);
});
