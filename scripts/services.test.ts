import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { explainMissingServices, findServices } from './services.mjs';
import { TemporaryProject } from './temporary-project.ts';

function useOnly(folder: string): void {
  const { PATH } = process.env;
  onTestFinished(() => {
    process.env.PATH = PATH;
  });
  process.env.PATH = folder;
}

test('finds servers on the PATH', () => {
  const project = new TemporaryProject();
  const folder = join(project.root, 'servers');
  for (const name of ['redis-server', 'initdb', 'postgres']) project.write(`servers/${name}`, '#!/bin/sh\n', 0o755);
  useOnly(folder);
  expect(findServices()).toEqual({ redis: join(folder, 'redis-server'), postgres: folder });
  expect(explainMissingServices()).toBeNull();
});

test('names what is missing and the command that installs it', () => {
  useOnly('');
  expect(findServices().redis).toBeNull();
  expect(explainMissingServices()).toMatch(
    /^no redis-server\b.* found; install it, on Debian with `apt-get install redis-server/,
  );
});
