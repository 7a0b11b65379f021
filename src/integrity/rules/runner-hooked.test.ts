import { accepts, reports } from '../../../test/evidence-builder.ts';

const found = (path: string) => [`warning runner_hooked ${path}`];

reports([
  ['a report hook of pytest', { 'conftest.py': ['+def pytest_runtest_makereport(item, call):'] }, found('conftest.py')],
  ['a collection hook of pytest', { 'conftest.py': ['+def pytest_collection_modifyitems(items):'] }, found('conftest.py')],
  ['load_tests of unittest', { 'tests/__init__.py': ['+def load_tests(loader, tests, pattern):'] }, found('tests/__init__.py')],
  [
    'a handler for uncaught exceptions in a setup file',
    { 'vitest.setup.ts': ["+process.on('uncaughtException', () => {});"] },
    [...found('vitest.setup.ts'), 'warning checks_loosened vitest.setup.ts'],
  ],
  [
    'a handler that changes the exit code',
    { 'test/a.js': ["+process.on('exit', () => process.reallyExit(0));"] },
    ['error early_exit test/a.js', ...found('test/a.js')],
  ],
  [
    'an exclusion filter of RSpec',
    { 'spec/spec_helper.rb': ['+  config.filter_run_excluding slow: true'] },
    found('spec/spec_helper.rb'),
  ],
  ['a replaced method of pytest', { 'src/a.py': ['+_pytest.python.Function.runtest = lambda self: None'] }, found('src/a.py')],
  ['a replaced method of Mocha', { 'src/a.js': ['+Runnable.prototype.run = function (done) {'] }, found('src/a.js')],
  ['a reopened module of Minitest', { 'lib/a.rb': ['+module Minitest'] }, found('lib/a.rb')],
]);

accepts([
  ['a new marker', { 'conftest.py': ['+def pytest_configure(config):', '+    config.addinivalue_line("markers", "slow")'] }],
  ['an exit handler that cleans up', { 'test/a.js': ["+process.on('exit', () => rmSync(folder));"] }],
  ['a pytest hook in a source file', { 'src/plugin.py': ['+def pytest_runtest_makereport(item, call):'] }],
  ['the same text in a document', { 'docs/a.md': ['+module Minitest'] }],
]);
