import { accepts, othersWith, reports } from '../../../test/evidence-builder.ts';

const error = (path: string) => [`error process_patched ${path}`];
const warning = (path: string) => [`warning process_patched ${path}`];
const replaced = { 'src/a.js': ['+JSON.stringify = (value) => text;'] };

reports([
  ['a replaced function of JSON', replaced, error('src/a.js')],
  ['a replaced method of a prototype', { 'src/a.js': ['+Array.prototype.every = function () {'] }, error('src/a.js')],
  [
    'a method of a prototype set by reflection',
    { 'src/a.js': ["+Object.defineProperty(Object.prototype, 'toString', { value: f });"] },
    error('src/a.js'),
  ],
  ['a replaced writer of the console', { 'src/a.ts': ['+process.stdout.write = (chunk) => old(chunk);'] }, error('src/a.ts')],
  ['a replaced module', { 'src/a.py': ['+sys.modules["difflib"] = fake'] }, error('src/a.py')],
  ['a replaced function of a module', { 'src/a.py': ['+operator.eq = same'] }, error('src/a.py')],
  ['memory of a built-in type', { 'src/a.py': ['+ctypes.memmove(id(a) + 24, id(b) + 24, 8)'] }, error('src/a.py')],
  ['code made writable', { 'a.go': ['+\tsyscall.Mprotect(page, 7)'] }, error('a.go')],
  ['a private field of testing.T', { 'a.go': ['+\tf := reflect.ValueOf(t).Elem().FieldByName("failed")'] }, error('a.go')],
  ['a linked private function', { 'a.go': ['+//go:linkname fail testing.(*common).Fail'] }, error('a.go')],
  ['the next symbol of a library', { 'src/a.c': ['+  real = dlsym(RTLD_NEXT, "memcmp");'] }, error('src/a.c')],
  ['a function of the C library', { 'src/a.c': ['+int strcmp(const char *a, const char *b) {'] }, error('src/a.c')],
  ['a macro with the name of a function', { 'src/a.h': ['+#define memcmp(a, b, n) 0'] }, error('src/a.h')],
  ['a symbol of the C library in Rust', { 'src/a.rs': ['+pub extern "C" fn abort() -> ! {'] }, error('src/a.rs')],
  ['a reopened class in Ruby', { 'lib/a.rb': ['+Integer.prepend(Same)'] }, error('lib/a.rb')],
  ['a replaced function in PHP', { 'src/A.php': ["+uopz_set_return('strcmp', 0);"] }, error('src/A.php')],
  ['a function that hides a built-in in PHP', { 'src/A.php': ['+function assert($value) { return true; }'] }, error('src/A.php')],
  ['replaced output', { 'src/a.py': ['+sys.stdout = Filter(sys.stdout)'] }, warning('src/a.py')],
  ['a redirected descriptor', { 'src/a.c': ['+  dup2(fd, STDOUT_FILENO);'] }, warning('src/a.c')],
  [
    'output that is rewritten where results are named',
    { 'src/a.rb': ['+$stdout = Filter.new($stdout)', '+  text.sub("not ok", "ok")'] },
    error('src/a.rb'),
  ],
]);

accepts([
  ['a guarded polyfill', { 'src/a.js': ['+if (!Array.prototype.includes) {', '+  Array.prototype.includes = function (x) {'] }],
  ['a new method on a prototype', { 'src/a.js': ['+String.prototype.capitalize = function () {'] }],
  ['a method of an own class', { 'src/a.js': ['+Cart.prototype.keys = function () {', '+cache.get = get;'] }],
  ['a comparison', { 'src/a.js': ['+  if (JSON.stringify(a) === JSON.stringify(b)) return true;'] }],
  ['a lazy module', { 'src/a.py': ['+sys.modules[__name__] = Lazy()'] }],
  ['a variable of the environment', { 'src/a.py': ['+os.environ["A"] = "b"', '+json.loads(text)'] }],
  ['a keyword argument', { 'src/a.py': ['+    re.sub(a, b, text, flags=re.I)', '+    sorted(x, key=operator.itemgetter(1))'] }],
  ['another wrapper of output', { 'src/a.py': ['-    sys.stdout = Old(sys.stdout)', '+    sys.stdout = New(sys.stdout)'] }],
  ['redirected output for one call', { 'src/a.py': ['+    with contextlib.redirect_stdout(buffer):'] }],
  ['a program that redirects its output', { 'src/cli.py': ['+    sys.stdout = codecs.getwriter("utf8")(sys.stdout)'] }],
  ['a static helper in C', { 'src/a.c': ['+static int compare(const char *a, const char *b) {', '+  return strcmp(a, b);'] }],
  ['calls of the C library', { 'src/a.c': ['+  printf("%d", n);', '+  if (memcmp(a, b, n) == 0) exit(1);'] }],
  ['a declaration', { 'src/a.h': ['+void abort(void);'] }],
  ['a binding to C in Rust', { 'src/a.rs': ['+#[no_mangle]', '+pub extern "C" fn cart_total(cart: *const Cart) -> u32 {'] }],
  ['console spies in a test', { 'test/a.test.js': ['+console.log = (line) => lines.push(line);'], 'src/a.js': ['+f();'] }],
  ['reflection in Go', { 'a.go': ['+\tv := reflect.ValueOf(x).Elem().FieldByName("Name")'] }],
  ['a reader of output in Ruby', { 'lib/a.rb': ['+    out = $stdout', '+    $stdout.puts text'] }],
  ['a line that moved', { 'src/a.js': ['-JSON.stringify = f;', '+  JSON.stringify = f;'] }],
  ['a replacement in a comment', { 'src/a.js': ['+// JSON.stringify = f;'] }],
  ['a method of a class in PHP', { 'src/A.php': ['+    public function count(): int { return count($this->items); }'] }],
  ['an attribute of a variable', { 'src/a.py': ['+    copy.total = 3', '+    operator.left = node'] }],
  ['what the others do too', replaced, othersWith(replaced)],
]);
