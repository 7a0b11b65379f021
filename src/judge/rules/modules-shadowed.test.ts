import { accepts, othersWith, reports } from '../../../test/evidence-builder.ts';

const error = (path: string) => [`error modules_shadowed ${path}`];
const warning = (path: string) => [`warning modules_shadowed ${path}`];
const named = { 'new:calendar.py': ['+def month():', '+    pass'] };

reports([
  ['a module of the runner', { 'new:unittest.py': ['+class A:'] }, error('unittest.py')],
  ['a package of the runner', { 'new:src/pytest/__init__.py': ['+x = 1'] }, error('src/pytest/__init__.py')],
  ['a module that runners import', { 'new:tests/difflib.py': ['+x = 1'] }, error('tests/difflib.py')],
  ['another module of the standard library', named, warning('calendar.py')],
  ['a header of the C library for assertions', { 'new:include/assert.h': ['+int x;'] }, error('include/assert.h')],
  ['a header of a test framework', { 'new:src/unity.h': ['+int x;'] }, error('src/unity.h')],
  ['another header of the C library', { 'new:src/string.h': ['+int x;'] }, warning('src/string.h')],
  ['a file of Minitest', { 'new:lib/minitest/assertions.rb': ['+x = 1'] }, error('lib/minitest/assertions.rb')],
  ['a library of Ruby', { 'new:lib/json.rb': ['+x = 1'] }, warning('lib/json.rb')],
  [
    'a class of JUnit',
    { 'new:src/main/java/org/junit/Assert.java': ['+class Assert {}'] },
    error('src/main/java/org/junit/Assert.java'),
  ],
]);

accepts([
  ['a module inside a package', { 'new:src/cart/json.py': ['+x = 1'], 'new:cart/logging.py': ['+x = 1'] }],
  ['a new package with such a module', { 'new:src/__init__.py': ['+'], 'new:src/types.py': ['+x = 1'] }],
  ['a module with another name', { 'new:jsonlines.py': ['+x = 1'], 'new:src/dates.py': ['+x = 1'] }],
  ['a changed module', { 'json.py': ['+x = 1'] }],
  ['a header with another name', { 'new:src/strbuf.h': ['+int x;'], 'new:include/cart/check_cart.h': ['+int x;'] }],
  ['a module of the project in Ruby', { 'new:lib/cart/json.rb': ['+x = 1'], 'new:lib/cart.rb': ['+x = 1'] }],
  ['a class of the project', { 'new:src/main/java/app/junit/Report.java': ['+class Report {}'] }],
  ['a script in JavaScript', { 'new:src/assert.js': ['+export const x = 1;'] }],
  ['a name that the others choose too', named, othersWith(named)],
  ['a test of the module', { 'new:tests/test_json.py': ['+x = 1'] }],
]);
