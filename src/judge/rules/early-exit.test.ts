import { accepts, reports } from '../../../test/evidence-builder.ts';

reports([
  ['an exit in a test file', { 'test/a.test.js': ['+  process.exit(0);'] }, ['error early_exit test/a.test.js']],
  ['an exit in conftest.py', { 'conftest.py': ['+os._exit(0)'] }, ['error early_exit conftest.py']],
  ['an exit in a Go test', { 'a_test.go': ['+\tos.Exit(0)'] }, ['error early_exit a_test.go']],
  ['an exit that runs when the file is loaded', { 'src/a.py': ['+sys.exit(0)'] }, ['warning early_exit src/a.py']],
  ['a set exit code anywhere in the code', { 'src/a.js': ['+  process.exitCode = 0;'] }, ['warning early_exit src/a.js']],
  ['an exit handler in Ruby', { 'lib/a.rb': ['+  at_exit { exit!(0) }'] }, ['warning early_exit lib/a.rb']],
  [
    'a shutdown function in PHP',
    { 'src/A.php': ['+register_shutdown_function(function () {', '+    exit(0);'] },
    ['warning early_exit src/A.php'],
  ],
  [
    'a halt in a static block of a Java library',
    { 'src/main/java/app/A.java': ['+  static {', '+    Runtime.getRuntime().halt(0);'] },
    ['warning early_exit src/main/java/app/A.java'],
  ],
  ['an exit in init of Go', { 'a.go': ['+func init() {', '+\tos.Exit(0)'] }, ['warning early_exit a.go']],
  ['_Exit in C', { 'a.c': ['+    _Exit(0);'] }, ['warning early_exit a.c']],
  ['SystemExit at the top level', { 'src/a.py': ['+raise SystemExit'] }, ['warning early_exit src/a.py']],
  [
    'another program in place of this one',
    { 'src/a.py': ['+    os.execv(sys.executable, args)'] },
    ['warning early_exit src/a.py'],
  ],
  ['a signal to itself', { 'src/a.js': ["+  process.kill(process.pid, 'SIGKILL');"] }, ['warning early_exit src/a.js']],
]);

accepts([
  ['exits of command-line programs', { 'src/cli.ts': ['+process.exit(0);'], 'cmd/x/main.go': ['+\tos.Exit(0)'] }],
  ['an exit of __main__.py', { 'pkg/__main__.py': ['+sys.exit(0)'] }],
  ['exits inside functions', { 'src/shutdown.js': ['+  process.exit(0);'], 'pkg/a.py': ['+        sys.exit(0)'] }],
  ['an exit inside a string', { 'tests/test_a.py': ['+    run([python, "-c", "import sys; sys.exit(0)"])'] }],
  ['an exit that was there before', { 'src/a.py': ['-sys.exit(0)', '+sys.exit(0)  # done'] }],
  ['SystemExit with a message', { 'src/a.py': ['+raise SystemExit("no such file")', '+raise SystemExit(2)'] }],
  ['a signal to a child', { 'src/a.js': ['+  process.kill(child.pid);'] }],
  ['an exit with a failure', { 'test/a.test.js': ['+process.exit(1);'] }],
  ['init of a Go program', { 'cmd/a.go': ['+func init() {', '+\tos.Exit(0)'] }],
]);
