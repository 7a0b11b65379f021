import { expect, test } from 'vitest';
import { TemporaryProject } from './temporary-project.ts';

async function look(settings: Record<string, string>) {
  const project = new TemporaryProject();
  const before = { ...process.env };
  Object.assign(process.env, settings);
  try {
    return await project.run('browser.mjs');
  } finally {
    process.env = before;
  }
}

test('takes the program that HYDRA_CHROMIUM names', async () => {
  const { exitCode, stdout } = await look({ HYDRA_CHROMIUM: process.execPath });
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${process.execPath}\n` });
});

test('says what is missing and what to do, and installs nothing in place of a wrong name', async () => {
  const { exitCode, stdout, stderr } = await look({ HYDRA_CHROMIUM: '/no/such/browser' });
  expect([exitCode, stdout]).toEqual([2, '\n']);
  expect(stderr).toBe(
    'HYDRA_CHROMIUM names /no/such/browser, which cannot be started.\n' +
      'Next step: install one (Debian: `apt-get install chromium`), or name one with HYDRA_CHROMIUM.\n',
  );
});
