import { accepts, othersWith, reports } from '../../../test/evidence-builder.ts';

const many = Array.from({ length: 200 }, (_, index) => `+${index}`);

reports([
  ['a log', { 'new:npm-debug.log': ['+x'] }, ['warning artefacts_added npm-debug.log']],
  ['a cache', { 'new:src/__pycache__/a.pyc': ['+x'] }, ['warning artefacts_added src/__pycache__/a.pyc']],
  ['a large file in an output folder', { 'new:dist/a.js': many }, ['warning artefacts_added dist/a.js']],
  [
    'a file that was ignored before',
    { '.gitignore': ['-dist/'], 'new:dist/a.js': ['+x'] },
    ['warning artefacts_added dist/a.js'],
  ],
]);

accepts([
  ['a small source in a folder named build', { 'new:build/webpack.js': ['+x'] }],
  ['a package named target', { 'new:internal/target/log.go': many }],
  ['a changed file in an output folder', { 'dist/a.js': many }],
  ['a log for a test', { 'new:test/fixtures/a.log': ['+x'] }],
  ['a file that the others add too', { 'new:dist/a.js': many }, othersWith({ 'new:dist/a.js': many })],
]);
