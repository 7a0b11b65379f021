// How a browser gets access to `hydra ui`: through a file, once, and without a secret in the list of processes.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureProgram, MAIN } from '../integration/run-hydra.ts';
import { createRepository, temporaryFolder, until } from '../temporary-repository.ts';
import { accessibilityProblems, isWithoutBrowser, openWindow, startUi } from './open-page.ts';

describe.skipIf(isWithoutBrowser)('access to the page', () => {
  let folder: string;
  beforeAll(async () => {
    await ensureProgram();
    folder = createRepository({ 'a.txt': 'a\n' });
  }, 120_000);

  test('the browser gets a file that only the user can read, and the code in it works once', async () => {
    const programs = temporaryFolder();
    const seen = join(programs, 'seen');
    for (const name of ['xdg-open', 'open']) {
      writeFileSync(join(programs, name), `#!/bin/sh\nprintf '%s' "$*" > '${seen}.part' && mv '${seen}.part' '${seen}'\n`);
      chmodSync(join(programs, name), 0o755);
    }
    const env = { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH ?? ''}` };
    const child = spawn(process.execPath, [MAIN, 'ui', '--port', '0'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    let printed = '';
    child.stderr.on('data', (piece) => {
      printed += piece;
    });
    try {
      await until(() => existsSync(seen));
      const argument = readFileSync(seen, 'utf8');
      const file = fileURLToPath(argument);
      const [, address = ''] = /url=([^"]+)"/.exec(readFileSync(file, 'utf8')) ?? [];
      const { origin, searchParams } = new URL(address);
      expect(argument).not.toContain(searchParams.get('code'));
      expect(statSync(file).mode & 0o777).toBe(0o600);
      // The printed address has a code of its own.
      expect(printed).not.toContain(searchParams.get('code'));
      const { page, context, problems } = await openWindow();
      await page.goto(argument);
      await page.getByText('This repository has no runs yet.').waitFor();
      expect(page.url()).toBe(`${origin}/`);
      expect(problems).toEqual([]);
      // Neither the code nor the token is in the address or the history, and the cookie is not the token.
      expect(await page.evaluate('[history.length <= 2, location.hash]')).toEqual([true, '']);
      const cookies = (await context.cookies()).map(({ value, httpOnly, sameSite }) => ({ value, httpOnly, sameSite }));
      const token = await page.evaluate("localStorage.getItem('hydra-token')");
      expect(cookies).toEqual([{ value: expect.not.stringContaining(String(token)), httpOnly: true, sameSite: 'Strict' }]);
      await page.reload();
      await page.getByText('This repository has no runs yet.').waitFor();
      expect(existsSync(file)).toBe(false);
      await context.close();

      const other = await openWindow();
      await other.page.goto(address);
      await other.page.getByRole('heading', { name: 'This code was used or is unknown' }).waitFor();
      expect(await accessibilityProblems(other.page)).toEqual([]);
      await other.context.close();
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
  });

  test('explains a missing key, and Enter in the terminal prints an address that works', async () => {
    const server = await startUi(folder);
    const { page, context } = await openWindow();
    await page.goto(server.origin);
    await page.getByRole('heading', { name: 'This page needs a key' }).waitFor();
    await page.goto(await server.newAddress());
    await page.getByText('This repository has no runs yet.').waitFor();
    await context.close();
    await server.stop();
  });
});
