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
]);

accepts([
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
