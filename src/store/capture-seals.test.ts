import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { capture } from '../../test/readings-builder.ts';
import { temporaryFolder } from '../../test/temporary-repository.ts';
import { canonicalJson } from '../contract/index.ts';
import { describeFile } from './atomic-files.ts';
import { CaptureSeals } from './capture-seals.ts';

function takeCapture() {
  const folder = join(temporaryFolder(), 'test');
  mkdirSync(folder);
  for (const name of ['stdout.log', 'stderr.log']) writeFileSync(join(folder, name), 'ok\n');
  const taken = capture({
    stdout: describeFile(join(folder, 'stdout.log'), 'stdout.log'),
    stderr: describeFile(join(folder, 'stderr.log'), 'stderr.log'),
  });
  writeFileSync(join(folder, 'capture.json'), canonicalJson(taken));
  const seals = new CaptureSeals();
  seals.add(folder, taken);
  return { folder, taken, seals };
}

test('accepts captures as they were taken', () => {
  expect(() => takeCapture().seals.verify()).not.toThrow();
});

test.each<[string, (folder: string, text: string) => void]>([
  [
    'another exit code',
    (folder, text) => writeFileSync(join(folder, 'capture.json'), text.replace(/"exit_code": ?0/, '"exit_code":1')),
  ],
  ['other output', (folder) => writeFileSync(join(folder, 'stdout.log'), 'changed\n')],
  ['a removed capture', (folder) => rmSync(folder, { recursive: true })],
])('notices %s', (_, change) => {
  const { folder, taken, seals } = takeCapture();
  change(folder, canonicalJson(taken));
  expect(() => seals.verify()).toThrow(`The stored result in ${folder} was changed`);
});

test('forgets captures that Hydra removed', () => {
  const { folder, seals } = takeCapture();
  rmSync(folder, { recursive: true });
  seals.forgetRemoved();
  expect(() => seals.verify()).not.toThrow();
});
