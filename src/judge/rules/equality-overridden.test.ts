import { accepts, reports } from '../../../test/evidence-builder.ts';

const error = (path: string) => [`error equality_overridden ${path}`];
const warning = (path: string) => [`warning equality_overridden ${path}`];

reports([
  ['__eq__ that returns True', { 'src/a.py': ['+    def __eq__(self, other):', '+        return True'] }, error('src/a.py')],
  ['__eq__ that returns True on one line', { 'src/a.py': ['+    def __eq__(self, o): return True'] }, error('src/a.py')],
  [
    '__eq__ that looks only at the class',
    { 'src/a.py': ['+    def __eq__(self, other):', '+        return isinstance(other, int)'] },
    warning('src/a.py'),
  ],
  [
    'equals that returns true in Java',
    { 'src/A.java': ['+  public boolean equals(Object o) {', '+    return true;'] },
    error('src/A.java'),
  ],
  ['eq that returns true in Rust', { 'src/a.rs': ['+    fn eq(&self, _: &Self) -> bool {', '+        true'] }, error('src/a.rs')],
  [
    'a new body of eq that returns true after an unused parameter',
    {
      'src/a.rs': [
        '     fn eq(&self, other: &Self) -> bool {',
        '-        self.a == other.a',
        '+        let _ = other;',
        '+        true',
      ],
    },
    error('src/a.rs'),
  ],
  ['an assert function that does nothing', { 'src/a.js': ['+assert.equal = () => {};'] }, error('src/a.js')],
  [
    'all assert functions replaced in a loop',
    { 'src/a.js': ['+for (const n of names) assert[n] = () => {};'] },
    error('src/a.js'),
  ],
  ['an assert function with another body', { 'src/a.js': ['+assert.equal = function loose(a, b) {'] }, warning('src/a.js')],
  ['an assert function set by Reflect', { 'src/a.js': ["+Reflect.set(assert, 'equal', f);"] }, warning('src/a.js')],
  [
    'a built-in matcher that always passes',
    { 'lib/env.js': ['+expect.extend({', '+  toBe() {', '+    return { pass: true };'] },
    error('lib/env.js'),
  ],
  ['an assert macro without effect in C', { 'src/a.h': ['+#define assert(x) ((void)0)'] }, error('src/a.h')],
  ['an assertion macro in Rust', { 'src/a.rs': ['+macro_rules! assert_eq {'] }, warning('src/a.rs')],
  [
    'assert_equal that returns true',
    { 'lib/a.rb': ['+    def assert_equal(exp, act, msg = nil)', '+      true'] },
    error('lib/a.rb'),
  ],
  [
    'a comparison that does not use the other value',
    { 'src/a.py': ['+    def __eq__(self, other):', '+        return self.seen > 0'] },
    error('src/a.py'),
  ],
  [
    'a comparison that takes over the other value',
    { 'src/a.py': ['+    def __eq__(self, other):', '+        self.value = other', '+        return self.value == other'] },
    error('src/a.py'),
  ],
  [
    'a comparison in a metaclass',
    { 'src/a.py': ['+class Any(type):', '+    def __eq__(cls, other):', '+        return not False'] },
    error('src/a.py'),
  ],
  ['a class made at run time', { 'src/a.py': ['+X = type("X", (), {"__eq__": lambda s, o: True})'] }, error('src/a.py')],
  ['a value compared with itself', { 'lib/a.rb': ['+  def ==(other)', '+    other == other', '+  end'] }, error('lib/a.rb')],
  ['a reopened class of Ruby', { 'lib/a.rb': ['+class Integer', '+  def ==(other)', '+    cmp(other)'] }, error('lib/a.rb')],
  [
    'operator== that ignores its argument',
    { 'src/a.hpp': ['+  template <class T> bool operator==(const T& other) const { return ready; }'] },
    error('src/a.hpp'),
  ],
  [
    'PartialEq that ignores its argument',
    { 'src/a.rs': ['+    fn eq(&self, _: &T) -> bool {', '+        self.ready', '+    }'] },
    error('src/a.rs'),
  ],
  [
    'equals that ignores its argument',
    { 'src/A.java': ['+  public boolean equals(Object other) {', '+    return hashCode() != 0;', '+  }'] },
    error('src/A.java'),
  ],
  [
    'a result that answers matchers',
    { 'src/a.js': ['+  asymmetricMatch(other) {', '+    return check(other);'] },
    warning('src/a.js'),
  ],
  ['a new equality tester', { 'src/a.js': ['+expect.addEqualityTesters([same]);'] }, warning('src/a.js')],
  ['a macro of a test framework', { 'new:src/a.h': ['+#define TEST_ASSERT_EQUAL_INT(a, b) ((void)0)'] }, error('src/a.h')],
]);

accepts([
  [
    'a comparison over several lines',
    {
      'src/a.py': [
        '+    def __eq__(self, other):',
        '+        if not isinstance(other, Money):',
        '+            return False',
        '+        return self.cents == other.cents',
      ],
    },
  ],
  [
    'a comparison that keeps a hash',
    { 'src/a.py': ['+    def __eq__(self, other):', '+        self._hash = None', '+        return self.key == other.key'] },
  ],
  ['a comparison that is not supported', { 'src/a.py': ['+    def __eq__(self, other):', '+        return NotImplemented'] }],
  ['a comparison in Ruby', { 'lib/a.rb': ['+  def ==(other)', '+    other.is_a?(Money) && cents == other.cents', '+  end'] }],
  ['operator== on one line', { 'src/a.hpp': ['+  bool operator==(const Point& o) const { return x == o.x; }'] }],
  ['a default comparison in C++', { 'src/a.hpp': ['+  bool operator==(const Point& other) const = default;'] }],
  ['a declared comparison', { 'src/a.hpp': ['+  bool operator==(const Point& other) const;', '+  int size() const;'] }],
  [
    'PartialEq that matches both',
    {
      'src/a.rs': ['+    fn eq(&self, other: &Self) -> bool {', '+        matches!((self, other), (Kind::A, Kind::A))', '+    }'],
    },
  ],
  [
    'equals in Java with an opening bracket below',
    { 'src/A.java': ['+  public boolean equals(Object o)', '+  {', '+    return o instanceof A && ((A) o).id == id;', '+  }'] },
  ],
  ['a Proxy of a reactive library', { 'src/a.js': ['+  return new Proxy(target, { get: track, set: trigger });'] }],
  ['a value with valueOf', { 'src/a.js': ['+  valueOf() {', '+    return this.cents;'] }],
  ['a harness in a new test file', { 'new:test/harness.h': ['+#define TEST_CASE(name) static void name(void)'] }],
  ['a class of its own in Ruby', { 'lib/a.rb': ['+class Money', '+  def ==(other)', '+    cents == other.cents'] }],
  ['a comparison of fields', { 'src/a.py': ['+    def __eq__(self, other):', '+        return self.x == other.x'] }],
  [
    'equals that compares identity first',
    { 'src/A.java': ['+  public boolean equals(Object o) {', '+    if (this == o) {', '+      return true;', '+    }'] },
  ],
  [
    'a variable named expect',
    { 'tests/test_a.py': ['+    expect = 5', '+    # define assertions', '+    assert f() == expect'] },
  ],
  ['assertion macros of a new test file', { 'new:test/t.c': ['+#define CHECK(x) if (!(x)) fail()'] }],
  [
    'a replaced assertion in a comment',
    { 'src/a.js': ['+// assert.equal = () => {};', '+/*', '+assert.equal = () => {};', '+*/'] },
  ],
  [
    'a matcher with a name of its own',
    { 'test/env.js': ['+expect.extend({', '+  toBeEven(n) {', '+    return { pass: n % 2 === 0 };'] },
  ],
  [
    'an assertion helper with a name of its own',
    { 'test/a_test.rb': ['+  def assert_valid(text)', '+    assert_equal 1, f(text)'] },
  ],
]);
