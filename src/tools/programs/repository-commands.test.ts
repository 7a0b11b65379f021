import { describe, expect, test } from 'vitest';
import { commandsOf, whyNotRun } from './repository-commands.ts';

function tree(files: Readonly<Record<string, string>>) {
  return { files: Object.keys(files), read: (path: string) => files[path] ?? null };
}

const namesOf = (files: Readonly<Record<string, string>>) => [...commandsOf(tree(files), 'pytest').keys()].sort();

describe('the commands of a repository', () => {
  test.each<[string, Readonly<Record<string, string>>, string[]]>([
    ['bin of package.json', { 'package.json': '{"name":"@a/tool","bin":"./cli.js"}', 'cli.js': '' }, ['tool']],
    [
      'a table of bins',
      { 'package.json': '{"bin":{"a":"bin/a.js","b":"gone.js","c;d":"bin/a.js"}}', 'bin/a.js': '' },
      ['a', 'a.js'],
    ],
    [
      'scripts of pyproject.toml',
      { 'pyproject.toml': '[project.scripts]\nslug = "slug.cli:main"\n[other]\nno = "a.b:c"\n' },
      ['slug'],
    ],
    ['scripts of poetry', { 'pyproject.toml': "[tool.poetry.scripts]\nslug = 'slug.cli:main'\n" }, ['slug']],
    [
      'entry points of setup.cfg',
      { 'setup.cfg': '[options.entry_points]\nconsole_scripts =\n    slug = slug.cli:main\n' },
      ['slug'],
    ],
    [
      'a binary crate',
      { 'Cargo.toml': '[package]\nname = "slug"\n', 'src/main.rs': '', 'src/bin/more.rs': '' },
      ['more', 'slug'],
    ],
    ['a library crate', { 'Cargo.toml': '[package]\nname = "slug"\n', 'src/lib.rs': '' }, []],
    [
      'commands in Go',
      { 'go.mod': 'module example.com/tool/v2\n', 'main.go': 'package main\n', 'cmd/x/main.go': 'package main\n' },
      ['tool', 'x'],
    ],
    ['executables', { 'bin/run-it': '#!/bin/sh\n', 'lib/other': '' }, ['run-it']],
    ['no manifests at all', { 'package.json': '[', 'README.md': '' }, []],
  ])('are found in %s', (_name, files, names) => {
    expect(namesOf(files)).toEqual(names);
  });
});

test('a command line runs if it starts a program of the tree', () => {
  const files = tree({ 'slug/__main__.py': '', 'cli.js': '', 'run.sh': '' });
  const commands = new Map([['slug', '']]);
  const why = (line: string) => whyNotRun(line, files, commands);
  for (const line of [
    'slug a',
    'echo a | slug',
    'DEBUG=1 npx slug',
    'python -m slug x',
    'node ./cli.js',
    './run.sh',
    'cargo run -- x',
  ])
    expect([line, why(line)]).toEqual([line, null]);
  expect(why('curl example.com')).toBe('`curl` is not a command of this repository');
  expect(why('python -m pip install x')).toBe('`python` is not a command of this repository');
  expect(why('cargo build')).toBe('`cargo` is not a command of this repository');
});
