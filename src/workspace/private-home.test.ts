import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-repository.ts';
import { hasOtherFiles, writePrivateHome } from './private-home.ts';
import { TOOL_SETTINGS } from './tool-settings.ts';

/** What is left of a settings file. */
function kept(path: string, text: string): string | null {
  return TOOL_SETTINGS[path]?.(text) ?? null;
}

test.each([
  [
    '.npmrc',
    '//registry.example.org/:_authToken=abc\n_auth=abc\nregistry=https://registry.example.org/\nemail=a@b\n',
    'registry=https://registry.example.org/',
  ],
  [
    '.npmrc',
    '@scope:registry=https://npm.example.org\n//npm.example.org/:username=a\nkey="-----BEGIN"\ncert=abc',
    '@scope:registry=https://npm.example.org',
  ],
  [
    '.config/pip/pip.conf',
    '[global]\nindex-url = https://me:pw@example.org/simple\ntimeout = 60\npin = 4711\n',
    '[global]\ntimeout = 60',
  ],
  [
    '.config/pip/pip.conf',
    '[global]\nextra-index-url =\n    https://a.example.org/simple\n    https://me:pw@b.example.org\n',
    '[global]\nextra-index-url =\n    https://a.example.org/simple',
  ],
  [
    '.cargo/config.toml',
    '[build]\nrustflags = [\n  "-D",\n  "warnings",\n]\n[registries.own]\nindex = "sparse+https://example.org/"\nseed = "abc"\n',
    '[build]\nrustflags = [\n  "-D",\n  "warnings",\n]\n[registries.own]\nindex = "sparse+https://example.org/"',
  ],
  [
    '.gradle/gradle.properties',
    'org.gradle.parallel=true\nsigning.keyId=ABC\nnexusUser=me\nossrhPin=abc\n',
    'org.gradle.parallel=true',
  ],
  [
    '.gitconfig',
    '[user]\n\tname = A\n\tsigningkey = ABC\n[credential]\n\thelper = store\n[url "https://a:b@example.org"]\n\tinsteadOf = x\n',
    '[user]\n\tname = A\n[credential]',
  ],
  [
    '.yarnrc.yml',
    'nodeLinker: node-modules\nnpmAuthIdent: abc\nnpmScopes:\n  own:\n    npmAuthToken: abc\n',
    'nodeLinker: node-modules',
  ],
  ['.bundle/config', '---\nBUNDLE_PATH: "vendor"\nBUNDLE_GEMS__EXAMPLE__ORG: "me:pw"\n', 'BUNDLE_PATH: "vendor"'],
  ['.config/go/env', 'GOPROXY=https://proxy.example.org\nGOAUTH=netrc\n', 'GOPROXY=https://proxy.example.org'],
  [
    '.m2/settings.xml',
    '<settings><servers><server><password>p</password></server></servers><mirrors><mirror><url>https://m.example.org</url></mirror></mirrors></settings>',
    '<settings>\n<mirrors><mirror><url>https://m.example.org</url></mirror></mirrors>\n</settings>',
  ],
  [
    '.nuget/NuGet/NuGet.Config',
    '<configuration><packageSources><add key="a" value="https://a" /></packageSources><packageSourceCredentials><a/></packageSourceCredentials><apikeys/></configuration>',
    '<configuration>\n<packageSources><add key="a" value="https://a" /></packageSources>\n</configuration>',
  ],
  [
    '.sbt/repositories',
    '[repositories]\n  local\n  own: https://repo.example.org\n  mine: https://me:pw@repo.example.org\n',
    '[repositories]\n  local\n  own: https://repo.example.org',
  ],
  [
    '.condarc',
    'channels:\n  - conda-forge\n  - https://conda.example.org/t/tk-abc/own\nanaconda_upload: true\n',
    'channels:\n  - conda-forge',
  ],
])('keeps the known settings of %s: %j', (path, text, expected) => {
  expect(kept(path, text)?.trim()).toBe(expected);
});

test('leaves out a file without a known setting', () => {
  expect(kept('.npmrc', '//r/:_authToken=abc\nseed=abc\n')).toBe(null);
  expect(kept('.m2/settings.xml', '<settings><profiles><profile><password>x</password></profile></profiles></settings>')).toBe(
    null,
  );
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
  expect(readFileSync(join(own, '.npmrc'), 'utf8')).toBe('fund=false\n');
  expect(hasOtherFiles(own)).toBe(false);
  writeFileSync(join(own, 'installed'), '');
  expect(hasOtherFiles(own)).toBe(true);
});
