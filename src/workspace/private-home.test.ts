import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-repository.ts';
import { hasOtherFiles, withoutSecrets, writePrivateHome } from './private-home.ts';

test.each([
  ['//registry.example.org/:_authToken=abc', ''],
  ['registry=https://registry.example.org/', 'registry=https://registry.example.org/'],
  ['index-url = https://me:pw@example.org/simple', ''],
  ['password = x', ''],
  ['[user]\n\tname = A\n[credential]\n\thelper = store\n', '[user]\n\tname = A\n'],
  ['<settings><mirror>m</mirror>\n<password>p</password>\n</settings>', '<settings><mirror>m</mirror>\n</settings>'],
])('removes lines that hold credentials: %j', (text, expected) => {
  expect(withoutSecrets(text)).toBe(expected);
});

test('has the settings of tools and nothing else', () => {
  const [user, own] = [temporaryFolder(), join(temporaryFolder(), 'home')];
  mkdirSync(join(user, '.ssh'));
  writeFileSync(join(user, '.ssh/id_rsa'), 'key');
  writeFileSync(join(user, '.netrc'), 'machine a login b password c');
  writeFileSync(join(user, '.npmrc'), 'fund=false\n_password=x');
  mkdirSync(join(user, '.gitconfig'));
  writePrivateHome(own, user);
  expect(readdirSync(own)).toEqual(['.npmrc']);
  expect(readFileSync(join(own, '.npmrc'), 'utf8')).toBe('fund=false');
  expect(hasOtherFiles(own)).toBe(false);
  writeFileSync(join(own, 'installed'), '');
  expect(hasOtherFiles(own)).toBe(true);
});
