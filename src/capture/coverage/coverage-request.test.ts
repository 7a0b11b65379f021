import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-repository.ts';
import { coverageCommand, coverageVariables, measurableFiles } from './coverage-request.ts';

describe('files that a run of the test command can measure', () => {
  const paths = ['src/a.js', 'src/b.ts', 'c.py', 'd/e.go', 'f.rs'];
  test.each<[string, string, Record<string, string>, string[], string[]]>([
    ['node:test', 'node --test', {}, [], ['src/a.js', 'src/b.ts']],
    ['a script', 'npm test', { test: 'mocha' }, [], ['src/a.js', 'src/b.ts']],
    ['pytest', 'PYTHONPATH=src python3 -m pytest -q', {}, [], ['c.py']],
    ['Go', 'go test ./...', {}, [], ['d/e.go']],
    ['Vitest with its package', 'npx vitest run', {}, ['@vitest/coverage-v8'], ['src/a.js', 'src/b.ts']],
    ['Vitest without it', 'npm test', { test: 'vitest run' }, ['vitest'], []],
    ['Go in a script, where no option can be added', 'npm test', { test: 'go test ./...' }, [], ['src/a.js', 'src/b.ts']],
    ['another tool', 'cargo test', {}, [], []],
  ])('%s', (_, command, scripts, packages, expected) => {
    expect(measurableFiles(paths, command, scripts, new Set(packages))).toEqual(expected);
  });
});

describe('the variables', () => {
  const request = (scripts: string[], paths: string[], env = {}, pytestSettings = '') => {
    const folder = join(temporaryFolder(), 'coverage');
    const variables = coverageVariables({ scripts, paths, tree: '/w', folder, env, pytestSettings });
    return { folder, variables };
  };
  const common = (folder: string, paths: string) => ({
    HYDRA_COVERAGE: folder,
    HYDRA_COVERAGE_PATHS: paths,
    HYDRA_COVERAGE_ROOT: '/w',
  });

  test('request coverage from Node', () => {
    const { folder, variables } = request(['node --test'], ['a.js', 'b.js']);
    expect(variables).toEqual({ ...common(folder, 'a.js\nb.js'), NODE_V8_COVERAGE: join(folder, 'v8') });
  });

  test.each(['npx jest', 'vitest run'])('leave that to `%s`, which measures coverage itself', (command) => {
    const { folder, variables } = request([command], ['a.js']);
    expect(variables).toEqual(common(folder, 'a.js'));
  });

  test('point Python to a module of Hydra, before the folders of the user', () => {
    const { folder, variables } = request(['pytest'], ['a.py'], { PYTHONPATH: '/lib' });
    expect(variables).toEqual({ ...common(folder, 'a.py'), PYTHONPATH: `${join(folder, 'python')}:/lib` });
    expect(existsSync(join(folder, 'python/sitecustomize.py'))).toBe(true);
  });

  test.each([
    ['the command', ['pytest --cov=x'], ''],
    ['its settings', ['pytest'], '[pytest]\naddopts = -q --cov'],
  ])('disable pytest-cov if %s requests it', (_, scripts, settings) => {
    expect(request(scripts, ['a.py'], { PYTEST_ADDOPTS: '-x' }, settings).variables.PYTEST_ADDOPTS).toBe('-x --no-cov');
  });
});

describe('the command', () => {
  const folder = '/r/coverage';
  const run = (command: string, ...paths: string[]) => coverageCommand(command, { paths, folder });

  test('requests a profile of the changed packages from Go', () => {
    expect(run('go test -json ./...', 'a.go', 'sub/b.go', 'sub/c.go')).toBe(
      'go test -coverprofile=/r/coverage/go.out -coverpkg=.,./sub -json ./...',
    );
  });

  test('still points Python to the module if it sets the variable itself', () => {
    expect(run('PYTHONPATH=src pytest', 'a.py')).toBe('PYTHONPATH=/r/coverage/python:src pytest');
  });

  test('stays unchanged otherwise', () => {
    expect(run('npm test', 'a.js')).toBe('npm test');
  });

  test('quotes paths', () => {
    const quoted = coverageCommand('go test ./...', { paths: ["it's $x/a.go"], folder: '/a b' });
    expect(quoted).toBe("go test -coverprofile='/a b/go.out' -coverpkg='./it'\\''s $x' ./...");
  });
});
