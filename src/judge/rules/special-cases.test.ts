import { accepts, othersWith, reports } from '../../../test/evidence-builder.ts';

const javascript = { 'src/a.js': ["+if (s === 'a+b') return 3;", "+if (s === 'a-b') return 4;", "+if (s === 'a*b') return 5;"] };

const numbers = Array.from({ length: 14 }, (_, index) => 101 + 7 * index);
const lookup = { 'src/a.py': [`+    if n in (${numbers.join(', ')}):`] };
const inTests = (known: readonly number[]) => ({ testLiterals: new Map(known.map((number) => [String(number), [1]])) });

reports([
  ['three conditions in JavaScript', javascript, ['warning special_cases src/a.js']],
  [
    'three conditions in Python',
    { 'src/a.py': ['+if n == 6: return 3', '+if n == 7: return 8', '+if n == 8: return 9'] },
    ['warning special_cases src/a.py'],
  ],
  ['a list of tuples', { 'src/a.py': ['+    if pair in ((0, 30), (10, 20), (600, 660)):'] }, ['warning special_cases src/a.py']],
  ['a list of numbers of which half are in tests', lookup, ['warning special_cases src/a.py'], inTests(numbers.slice(0, 7))],
  [
    'three match arms in Rust',
    { 'src/a.rs': ['+  "10 - 4" => return Ok(6.0),', '+  "9 / 3" => return Ok(3.0),', '+  "2 ^ 3" => return Ok(8.0),'] },
    ['warning special_cases src/a.rs'],
  ],
]);

accepts([
  ['a table of units', { 'src/a.rs': ['+  "km" => 1000,', '+  "m" => 1,', '+  "mm" => 0.001,'] }],
  ['a table of status codes', { 'src/a.rs': ['+  200 => "OK",', '+  404 => "Not Found",', '+  500 => "Error",'] }],
  ['two base cases', { 'src/a.js': ['+if (n === 0) return 0;', '+if (n === 1) return 1;'] }],
  [
    'conditions that call a function',
    { 'src/a.js': ["+if (t === 'a') return a();", "+if (t === 'b') return b();", "+if (t === 'c') return c();"] },
  ],
  ['a list of numbers of which fewer than half are in tests', lookup, inTests(numbers.slice(0, 6))],
  ['a list of months', { 'src/a.py': ['+    return 31 if month in (1, 3, 5, 7, 8, 10, 12) else 30'] }],
  ['a list of tuples in a test', { 'test/a.py': ['+    if pair in ((0, 30), (10, 20), (600, 660)):'] }],
  ['conditions that another candidate has too', javascript, othersWith(javascript)],
]);
