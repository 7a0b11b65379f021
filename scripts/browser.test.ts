import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TemporaryProject } from './temporary-project.ts';

test('prints the program that HYDRA_CHROMIUM names', async () => {
  const project = new TemporaryProject();
  const ended = await project.runWith({ HYDRA_CHROMIUM: process.execPath }, 'browser.mjs');
  expect(ended).toEqual({ exitCode: 0, stdout: `${process.execPath}\n`, stderr: '' });
});

test('prints the first program on the PATH', async () => {
  const project = new TemporaryProject();
  project.write('bin/chromium-browser', '#!/bin/sh\n', 0o755);
  const ended = await project.runWith({ HYDRA_CHROMIUM: '', PATH: join(project.root, 'bin') }, 'browser.mjs');
  expect(ended).toEqual({ exitCode: 0, stdout: `${join(project.root, 'bin/chromium-browser')}\n`, stderr: '' });
});

test('rejects a HYDRA_CHROMIUM that cannot be executed, although another program is on the PATH', async () => {
  const project = new TemporaryProject();
  project.write('bin/chromium', '#!/bin/sh\n', 0o755);
  const ended = await project.runWith({ HYDRA_CHROMIUM: '/no/such/browser' }, 'browser.mjs');
  expect(ended).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'HYDRA_CHROMIUM is /no/such/browser, which is not an executable file; set it to the path of a Chromium\n',
  });
});

test.skipIf(process.platform === 'darwin')('says in one line how to get a browser, and starts no installer', async () => {
  const project = new TemporaryProject();
  project.write('bin/apt-get', `#!/bin/sh\ntouch "${join(project.root, 'installed')}"\n`, 0o755);
  const ended = await project.runWith({ HYDRA_CHROMIUM: '', PATH: join(project.root, 'bin') }, 'browser.mjs');
  expect(ended).toEqual({
    exitCode: 1,
    stdout: '',
    stderr:
      'no Chromium found (chromium, chromium-browser, google-chrome, google-chrome-stable); install one, on Debian with ' +
      '`apt-get install chromium`, or set HYDRA_CHROMIUM to its path\n',
  });
  expect(readdirSync(project.root)).not.toContain('installed');
});
