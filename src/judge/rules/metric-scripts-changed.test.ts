import { accepts, othersWith, reports } from '../../../test/evidence-builder.ts';

const size = { metrics: [{ name: 'bundle_size', command: 'npm run size -- --json' }] };
const bench = { metrics: [{ name: 'p95', command: 'cd . && node ./tools/load.mjs --runs=3' }] };
const script = { 'package.json': ['-    "size": "node scripts/size.mjs",', '+    "size": "echo 1",'] };
const inPackage = ['warning metric_scripts_changed package.json'];

reports([
  ['a changed script of package.json', script, inPackage, size],
  ['a script that npm runs before it', { 'package.json': ['+    "presize": "rm -rf dist",'] }, inPackage, size],
  ['a file in the command', { 'tools/load.mjs': ['-a', '+b'] }, ['warning metric_scripts_changed tools/load.mjs'], bench],
  [
    'a tool with a word of the name',
    { 'scripts/print-size.mjs': ['-a', '+b'] },
    ['warning metric_scripts_changed scripts/print-size.mjs'],
    size,
  ],
  ['a benchmark', { 'benchmarks/parse.js': ['-a', '+b'] }, ['warning metric_scripts_changed benchmarks/parse.js'], bench],
  ['a change that fewer than half of the others make', script, inPackage, { ...size, ...othersWith(script, {}, {}) }],
]);

accepts([
  ['a change that half of the others make', script, { ...size, ...othersWith(script, {}) }],
  ['another script of package.json', { 'package.json': ['-    "start": "a",', '+    "start": "b",'] }, size],
  ['a new benchmark', { 'new:benchmarks/other.js': ['+b'] }, bench],
  ['a source file with a word of the name', { 'src/size.js': ['-a', '+b'] }, size],
  ['a changed script of a run without metrics', { 'tools/load.mjs': ['-a', '+b'] }],
  ['a package.json in a folder', { 'web/package.json': ['-    "size": "a",', '+    "size": "b",'] }, size],
]);
