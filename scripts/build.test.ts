import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TemporaryProject } from './temporary-project.ts';

const MAIN =
  "#!/usr/bin/env node\nimport { greeting } from '../contract/greeting.ts';\n\nconsole.log(greeting, ...process.argv.slice(2));\nprocess.exitCode = 7;\n";

function smallProject(): TemporaryProject {
  const project = new TemporaryProject();
  for (const name of ['tsconfig.json', 'tsconfig.build.json']) project.copy(name);
  for (const name of ['typescript', '@typescript', '@types/node', 'undici-types', 'rolldown']) project.linkPackage(name);
  project.write('src/contract/greeting.ts', "export const greeting: string = 'hello';\n");
  project.write('src/contract/index.ts', "export * from './greeting.ts';\n");
  project.write('src/scoring/index.ts', "export { greeting as score } from '../contract/index.ts';\n");
  project.write('src/cli/main.ts', MAIN);
  return project;
}

const stat = (project: TemporaryProject, path: string) => statSync(join(project.root, path));

test('builds only when something changed', async () => {
  const project = smallProject();
  expect(await project.run('build.mjs')).toMatchObject({ exitCode: 0, stdout: '' });
  const { ino } = stat(project, 'dist');
  expect(stat(project, 'dist/cli/main.js').mode & 0o777).toBe(0o755);

  expect(await project.run('build.mjs')).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  expect(stat(project, 'dist').ino).toBe(ino);

  project.write('src/contract/greeting.ts', "export const greeting: string = 'good day';\n");
  await project.run('build.mjs');
  expect(project.read('dist/contract/greeting.js')).toContain('good day');
});

test('copies plugins for the test runners of other languages', async () => {
  const project = smallProject();
  project.write('src/contract/ruby/plugin.rb', 'puts 1\n');
  project.write('src/contract/notes.txt', 'x');
  await project.run('build.mjs');
  expect(project.read('dist/contract/ruby/plugin.rb')).toBe('puts 1\n');
  expect(existsSync(join(project.root, 'dist/contract/notes.txt'))).toBe(false);
});

test('removes the output of a deleted source, and leaves no temporary file', async () => {
  const project = smallProject();
  project.write('src/contract/old.ts', 'export const old = 1;\n');
  await project.run('build.mjs');
  expect(existsSync(join(project.root, 'dist/contract/old.js'))).toBe(true);

  project.write('src/contract/moved.test.ts', 'export const notBuilt = 1;\n');
  project.move('src/contract/old.ts', 'src/contract/new.ts');
  await project.run('build.mjs');
  const names = ['greeting', 'index', 'new'].flatMap((name) => [`${name}.d.ts`, `${name}.js`]);
  expect(readdirSync(join(project.root, 'dist/contract')).sort()).toEqual(names);
  expect(readdirSync(join(project.root, '.build'))).toEqual(['.gitignore']);
});

test('bundles the command line with the licenses of its packages and the names of its functions', async () => {
  const project = smallProject();
  project.write('node_modules/tiny/package.json', '{ "name": "tiny", "version": "1.2.3", "type": "module", "main": "tiny.js" }');
  project.write('node_modules/tiny/tiny.js', 'export const tiny = "tiny";\n');
  project.write('node_modules/tiny/tiny.d.ts', 'export declare const tiny: string;\n');
  project.write('node_modules/tiny/LICENSE', 'Anybody may copy this text with the code.\n');
  project.write('src/cli/main.ts', `${MAIN}console.log((await import('./later.ts')).later());\n`);
  const later = 'export function later(): string {\n  return `${tiny} ${new Error().stack?.includes("later (")}`;\n}\n';
  project.write('src/cli/later.ts', `import { tiny } from 'tiny';\n\n${later}`);
  await project.run('build.mjs');
  expect(project.read('dist/third-party-licenses.txt')).toBe('tiny 1.2.3\n\nAnybody may copy this text with the code.\n');
  for (const gone of ['node_modules/tiny', 'dist/contract']) rmSync(join(project.root, gone), { recursive: true });
  expect(await project.run('start.mjs')).toMatchObject({ stdout: 'hello demo\ntiny true\n' });
  const shared = ['contract.js', 'contract2.js', 'greeting.js', 'scoring.js'];
  const names = ['later.d.ts', 'later.js', 'main.d.ts', 'main.js', ...shared];
  expect(readdirSync(join(project.root, 'dist/cli')).sort()).toEqual(names.sort());
});

test('leaves optional packages out of the bundle, and loads them when they are used', async () => {
  const project = smallProject();
  project.write(
    'node_modules/bullmq/package.json',
    '{ "name": "bullmq", "version": "1.2.3", "type": "module", "main": "main.js" }',
  );
  project.write('node_modules/bullmq/main.js', 'export const installed = "installed";\n');
  project.write('node_modules/bullmq/main.d.ts', 'export declare const installed: string;\n');
  const load = "await import('bullmq').then(({ installed }) => installed, ({ code }) => code)";
  project.write('src/cli/main.ts', `${MAIN}if (process.argv.includes('load')) console.log(${load});\n`);
  await project.run('build.mjs');
  expect(await project.run('start.mjs', 'load')).toMatchObject({ stdout: 'hello demo load\ninstalled\n' });
  rmSync(join(project.root, 'node_modules/bullmq'), { recursive: true });
  expect(await project.run('start.mjs')).toMatchObject({ stdout: 'hello demo\n' });
  expect(await project.run('start.mjs', 'load')).toMatchObject({ stdout: 'hello demo load\nERR_MODULE_NOT_FOUND\n' });
  expect(existsSync(join(project.root, 'dist/third-party-licenses.txt'))).toBe(false);
});

test('shows the errors of a failed build and leaves dist/ unchanged', async () => {
  const project = smallProject();
  await project.run('build.mjs');
  project.write('src/contract/greeting.ts', 'export const greeting: string = 1;\n');
  const { exitCode, stderr } = await project.run('build.mjs');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('src/contract/greeting.ts(1,14): error TS2322');
  expect(stderr).toContain('Next step: correct the errors above');
  expect(project.read('dist/contract/greeting.js')).toContain('hello');
});

test('npm start runs the demo with the given arguments and returns its exit code', async () => {
  const project = smallProject();
  expect(await project.run('start.mjs', '--seed', 'a b')).toMatchObject({ exitCode: 7, stdout: 'hello demo --seed a b\n' });
});
