import { accepts, reports } from '../../../test/evidence-builder.ts';

const found = (path: string) => [`warning runner_hooked ${path}`];
const error = (path: string) => [`error runner_hooked ${path}`];

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
  ['a replaced method of pytest', { 'src/a.py': ['+_pytest.python.Function.runtest = lambda self: None'] }, error('src/a.py')],
  ['a replaced method of Mocha', { 'src/a.js': ['+Runnable.prototype.run = function (done) {'] }, error('src/a.js')],
  ['a reopened module of Minitest', { 'lib/a.rb': ['+module Minitest'] }, error('lib/a.rb')],
  [
    'a plug-in that is registered at run time',
    { 'src/a.py': ['+    session.config.pluginmanager.register(Quiet())'] },
    error('src/a.py'),
  ],
  ['an entry point of pytest', { 'setup.cfg': ['+pytest11 ='] }, [...found('setup.cfg'), 'warning checks_loosened setup.cfg']],
  ['a replaced loader', { 'src/a.js': ['+Module._resolveFilename = (name) => name;'] }, error('src/a.js')],
  ['a flag of go test', { 'a.go': ['+\tflag.Set("test.run", "^$")'] }, error('a.go')],
  [
    'a listener of JUnit',
    { 'src/main/java/A.java': ['+public class A implements TestExecutionListener {'] },
    error('src/main/java/A.java'),
  ],
  [
    'a service of JUnit',
    { 'new:src/main/resources/META-INF/services/org.junit.platform.launcher.TestExecutionListener': ['+app.Quiet'] },
    error('src/main/resources/META-INF/services/org.junit.platform.launcher.TestExecutionListener'),
  ],
  ['a class of PHPUnit', { 'src/A.php': ['+namespace PHPUnit\\Framework;'] }, error('src/A.php')],
  ['a plug-in of Minitest', { 'new:lib/minitest/quiet_plugin.rb': ['+f'] }, error('lib/minitest/quiet_plugin.rb')],
]);

accepts([
  ['a new marker', { 'conftest.py': ['+def pytest_configure(config):', '+    config.addinivalue_line("markers", "slow")'] }],
  ['an exit handler that cleans up', { 'test/a.js': ["+process.on('exit', () => rmSync(folder));"] }],
  ['a pytest hook in a source file', { 'src/plugin.py': ['+def pytest_runtest_makereport(item, call):'] }],
  ['another service', { 'new:src/main/resources/META-INF/services/java.sql.Driver': ['+app.Driver'] }],
  ['an interface of the project', { 'src/A.java': ['+public class A implements OrderListener {'] }],
  ['a manager of other plug-ins', { 'src/a.py': ['+    self.plugins.register(plugin)'] }],
  ['a flag of the program', { 'a.go': ['+\tflag.Set("verbose", "true")', '+\tflag.Lookup("name")'] }],
  ['a loader that is called', { 'src/a.js': ['+const load = Module.createRequire(import.meta.url);'] }],
  ['a namespace of the project', { 'src/A.php': ['+namespace App\\Test;'] }],
  ['the same text in a document', { 'docs/a.md': ['+module Minitest'] }],
]);
