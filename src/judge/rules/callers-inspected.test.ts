import { accepts, othersWith, reports } from '../../../test/evidence-builder.ts';

const error = (path: string) => [`error callers_inspected ${path}`];
const warning = (path: string) => [`warning callers_inspected ${path}`];
const traced = { 'src/a.py': ['+    names = sys._getframe(1).f_locals'] };

reports([
  ['variables of the calling frame', traced, error('src/a.py')],
  [
    'constants of a frame found in two steps',
    { 'src/a.py': ['+    up = inspect.currentframe().f_back', '+    return up.f_code.co_consts[-1]'] },
    error('src/a.py'),
  ],
  [
    'the line of source that calls',
    { 'src/a.py': ['+    top = traceback.extract_stack()[-2]', '+    text = linecache.getline(top.filename, top.lineno)'] },
    error('src/a.py'),
  ],
  [
    'the calling file by the text of a stack',
    {
      'src/a.js': ["+  const at = new Error('x').stack.split('\\n')[2];", "+  const text = fs.readFileSync(pathIn(at), 'utf8');"],
    },
    error('src/a.js'),
  ],
  [
    'call sites of V8',
    { 'src/a.ts': ['+Error.prepareStackTrace = (_, sites) => sites;', '+  const caller = sites[1].getThis();'] },
    error('src/a.ts'),
  ],
  [
    'the calling file in Go',
    { 'a.go': ['+\t_, file, line, _ := runtime.Caller(2)', '+\ttext, _ := os.ReadFile(file)'] },
    error('a.go'),
  ],
  [
    'the calling file in Ruby',
    { 'lib/a.rb': ['+    at = caller_locations(1, 1).first', '+    line = File.readlines(at.path)[at.lineno - 1]'] },
    error('lib/a.rb'),
  ],
  ['arguments of callers in PHP', { 'src/A.php': ["+    $all = debug_backtrace()[2]['args'];"] }, error('src/A.php')],
  [
    'the calling file in Java',
    {
      'src/A.java': [
        '+  var frame = StackWalker.getInstance().walk(s -> s.skip(1).findFirst());',
        '+  Files.readString(pathOf(frame));',
      ],
    },
    error('src/A.java'),
  ],
  [
    'the calling file in Rust',
    { 'src/a.rs': ['+    let at = std::panic::Location::caller();', '+    let text = std::fs::read_to_string(at.file());'] },
    error('src/a.rs'),
  ],
  ['a search of all objects', { 'src/a.py': ['+for found in gc.get_objects():'] }, warning('src/a.py')],
  ['a search of all objects in Ruby', { 'lib/a.rb': ['+ObjectSpace.each_object(Class) { |c| c }'] }, warning('lib/a.rb')],
  ['the memory of the process', { 'a.c': ['+  int fd = open("/proc/self/mem", O_RDWR);'] }, warning('a.c')],
]);

accepts([
  ['a logger that names its caller', { 'src/log.py': ['+    frame = sys._getframe(1)', '+    name = frame.f_code.co_name'] }],
  ['the module of the caller', { 'src/a.py': ['+    module = sys._getframe(1).f_globals.get("__name__", "")'] }],
  [
    'variables of the frames of an exception',
    { 'src/a.py': ['+    for key, value in error.__traceback__.tb_frame.f_locals.items():'] },
  ],
  [
    'an error with a stack of its own',
    { 'src/a.js': ['+    Error.captureStackTrace(this, ParseError);', '+    this.stack = cause.stack;'] },
  ],
  ['a stack that is printed', { 'src/a.js': ['+  console.error(error.stack);'] }],
  [
    'the position of a log line in Go',
    { 'log.go': ['+\t_, file, line, _ := runtime.Caller(2)', '+\tfmt.Fprintf(w, "%s:%d", file, line)'] },
  ],
  ['a deprecation warning in Ruby', { 'lib/a.rb': ['+    warn "old", uplevel: 1', '+    caller_locations(1, 1)'] }],
  ['the trace of a caught exception in Java', { 'src/A.java': ['+      log.error(Arrays.toString(e.getStackTrace()));'] }],
  ['a position in a panic message', { 'src/a.rs': ['+    panic!("bad at {}", std::panic::Location::caller());'] }],
  ['a file that is read without a stack', { 'src/a.py': ['+    text = open(path).read()'] }],
  ['a parser of byte code', { 'src/a.py': ['+    consts = compiled.co_consts'] }],
  ['a call of gc', { 'src/a.py': ['+    gc.collect()', '+    return gc.get_count()'] }],
  ['frames in a test', { 'tests/test_a.py': ['+    assert sys._getframe(0).f_locals'], 'src/a.py': ['+f()'] }],
  ['what the others do too', traced, othersWith(traced)],
]);
