import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-repository.ts';
import { findVisibleFolders, programFolders } from './visible-folders.ts';

/** A home with these files. */
function homeWith(...files: string[]): string {
  const home = temporaryFolder();
  for (const file of files) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), '');
  }
  return home;
}

test('finds toolchains in the home folder, and nothing else of it', () => {
  const home = homeWith('.cargo/bin/cargo', '.cargo/credentials.toml', '.nvm/versions/node', '.ssh/id_rsa', 'documents/text');
  const { toolchains, caches } = findVisibleFolders({ PATH: '/usr/bin' }, home, []);
  const ofHome = toolchains.filter((path) => path.startsWith(home));
  expect(ofHome).toEqual([join(home, '.cargo/bin'), join(home, '.nvm')]);
  expect(caches.filter(({ exists }) => exists)).toEqual([]);
});

test('finds the installation of a program folder on the PATH, without its credentials', () => {
  const home = homeWith('tools/go/bin/go', 'tools/go/lib/a', 'tools/go/credentials', '.local/bin/x', '.local/share/mine');
  const PATH = [join(home, 'tools/go/bin'), join(home, '.local/bin'), '/usr/bin', 'relative', '/nonexistent'].join(':');
  const { toolchains, hidden } = findVisibleFolders({ PATH }, home, []);
  expect(toolchains.filter((path) => path.startsWith(home))).toEqual([join(home, 'tools/go')]);
  expect(hidden).toEqual([join(home, 'tools/go/credentials')]);
});

test('never shows the home folder, a secluded folder or a folder above one', () => {
  const home = homeWith('repository/bin/program', 'bin/own');
  const repository = join(home, 'repository');
  const PATH = [home, repository, dirname(home), '/'].join(':');
  const { toolchains } = findVisibleFolders({ PATH, JAVA_HOME: home, GOROOT: repository }, home, [repository]);
  expect(toolchains.filter((path) => path.startsWith(dirname(home)))).toEqual([]);
});

test('finds caches by variable or place; those that do not exist stay private', () => {
  const home = homeWith('.m2/repository/a', 'modules/b', 'go/pkg/mod/c');
  const { caches } = findVisibleFolders({ PATH: '', GOMODCACHE: join(home, 'modules') }, home, []);
  expect(caches.filter(({ exists }) => exists).map(({ path }) => path)).toEqual([
    join(home, 'modules'),
    join(home, 'go/pkg'),
    join(home, '.m2/repository'),
  ]);
  expect(caches.find(({ path }) => path === join(home, '.cargo/registry'))).toEqual({
    path: join(home, '.cargo/registry'),
    exists: false,
    isKept: true,
  });
});

test('a program of npm needs its whole node_modules', () => {
  const home = homeWith('lib/node_modules/agent/cli.js', 'plain/program');
  mkdirSync(join(home, 'bin'));
  symlinkSync(join(home, 'lib/node_modules/agent/cli.js'), join(home, 'bin/agent'));
  expect(programFolders(join(home, 'bin/agent'))).toEqual([join(realpathSync(home), 'lib/node_modules')]);
  expect(programFolders(join(home, 'plain/program'))).toEqual([join(home, 'plain/program'), join(home, 'plain')]);
  expect(programFolders('/bin/sh')).toEqual([]);
});

test("shows the programs that tools installed in the user's folders of programs, and none of the user's own scripts", () => {
  const home = homeWith('.pyenv/shims/a', '.local/lib/python3.12/site-packages/a.py', '.local/lib/mine/notes', 'private/run');
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text, { mode: 0o755 });
  };
  put('bin/deploy', '#!/bin/sh\ncurl -H "X-Key: abc" https://example.org\n');
  put('bin/notes.txt', 'my pin is 1234\n');
  put('bin/tool', '\x7fELF\x02');
  put('.local/bin/node', '#!/bin/sh\nexec /opt/node/bin/node "$@"\n');
  put(
    '.local/bin/black',
    '#!/usr/bin/python3\nimport re\nimport sys\nfrom black import main\nif __name__ == "__main__":\n    sys.exit(main())\n',
  );
  put('.local/bin/report', '#!/usr/bin/python3\nTOKEN = "abc"\nprint(TOKEN)\n');
  symlinkSync(join(home, '.pyenv/shims/a'), join(home, '.local/bin/shim'));
  symlinkSync(join(home, 'private/run'), join(home, '.local/bin/run'));
  const { toolchains, withheld } = findVisibleFolders({ PATH: join(home, '.local/bin') }, home, []);
  const paths = (...names: string[]) => names.map((name) => join(home, name));
  expect(toolchains.filter((path) => path.startsWith(home)).sort()).toEqual(
    paths('.local/bin/black', '.local/bin/node', '.local/bin/shim', '.local/lib/python3.12', '.pyenv', 'bin/tool'),
  );
  expect(withheld).toEqual(paths('bin/deploy', 'bin/notes.txt', '.local/bin/report', '.local/bin/run'));
});
