import { accepts, othersWith, reports } from '../../../test/evidence-builder.ts';

const found = (path: string) => [`warning tests_known ${path}`];
const ci = { 'src/a.js': ['+  if (process.env.CI) return [];'] };

reports([
  ['a look for the module pytest', { 'src/a.py': ['+    if "pytest" in sys.modules:'] }, found('src/a.py')],
  ['a variable of pytest', { 'src/a.py': ['+    if os.environ.get("PYTEST_CURRENT_TEST"):'] }, found('src/a.py')],
  ['a variable of node:test', { 'src/a.js': ['+  if (process.env.NODE_TEST_CONTEXT) {'] }, found('src/a.js')],
  ['a global of Jest', { 'src/a.js': ["+  if (typeof jest !== 'undefined') {"] }, found('src/a.js')],
  ['defined?(RSpec)', { 'lib/a.rb': ['+    return 1 if defined?(RSpec)'] }, found('lib/a.rb')],
  ['the name of a Go test program', { 'a.go': ['+\tif strings.HasSuffix(os.Args[0], ".test") {'] }, found('a.go')],
  ['cfg!(test)', { 'src/a.rs': ['+    if cfg!(test) {'] }, found('src/a.rs')],
  ['a class of PHPUnit', { 'src/A.php': ["+if (class_exists('PHPUnit\\Framework\\TestCase')) {"] }, found('src/A.php')],
  ['the variable CI', ci, found('src/a.js')],
  ['a look for tests in the call stack', { 'src/a.py': ['+    if "test_" in inspect.stack()[1].filename:'] }, found('src/a.py')],
  ['a test file that is read', { 'src/a.py': ['+    text = (ROOT / "tests" / "test_a.py").read_text()'] }, found('src/a.py')],
  ['a snapshot that is read', { 'src/a.js': ["+  readFileSync('test/__snapshots__/a.snap')"] }, found('src/a.js')],
  ['a walk over the loaded modules', { 'src/a.py': ['+    if any("test" in name for name in sys.modules):'] }, found('src/a.py')],
  ['a variable of GoogleTest', { 'a.cpp': ['+  if (getenv("GTEST_TOTAL_SHARDS")) {'] }, found('a.cpp')],
  ['the name of a Ruby program', { 'lib/a.rb': ["+    $PROGRAM_NAME.include?('rspec')"] }, found('lib/a.rb')],
  ['the command of a Java program', { 'src/A.java': ['+  System.getProperty("sun.java.command")'] }, found('src/A.java')],
  ['the arguments of the process', { 'src/a.js': ["+readFileSync('/proc/self/cmdline')"] }, found('src/a.js')],
  ['an import of Mocha', { 'src/a.js': ["+const mocha = require('mocha');"] }, found('src/a.js')],
  ['an import of testing in Go', { 'a.go': ['+\t"testing"'] }, found('a.go')],
]);

accepts([
  ['a comment', { 'src/a.py': ['+    # "pytest" in sys.modules'] }],
  ['a comment over several lines', { 'src/a.js': ['+/*', '+ process.env.CI', '+*/', '+f();'] }],
  ['a docstring', { 'src/a.py': ['+    """', '+    import pytest', '+    """', '+    f()'] }],
  ['an import in a test', { 'tests/test_a.py': ['+import pytest'], 'src/a.py': ['+f()'] }],
  ['a helper for tests', { 'src/testing/fake.py': ['+import pytest'] }],
  ['a variable of the program', { 'src/a.py': ['+    os.environ.get("CART_TOTAL")'] }],
  ['one loaded module', { 'src/a.py': ['+    module = sys.modules[name]', '+    if "numpy" in sys.modules:'] }],
  ['the main module', { 'src/a.js': ['+if (require.main === module) main();'] }],
  ['the name of the program', { 'lib/a.rb': ['+    warn "#{$PROGRAM_NAME}: no file"'] }],
  ['a logger that reads the call stack', { 'src/log.py': ['+    frame = inspect.stack()[1]'] }],
  ['a line that moved', { 'src/a.js': ['-if (process.env.CI) a();', '+  if (process.env.CI) a();'] }],
  ['a line that the others add too', ci, othersWith(ci)],
]);
