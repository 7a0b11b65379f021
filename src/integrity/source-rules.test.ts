import { describe, expect, test } from 'vitest';
import { alarms, type Change, evidenceOf } from '../../test/evidence-builder.ts';

const worker = evidenceOf({ 'src/a.js': ['-old', '+new'] });

describe('formatting_only', () => {
  const found = ['error formatting_only'];
  test.each([
    ['quotes and semicolons', { 'src/a.js': ["-const a = 'x'", '+const a = "x";'] }, found],
    ['wrapped lines', { 'src/a.js': ['-f(a, b);', '+f(', '+  a,', '+  b,', '+);'] }, found],
    ['brackets around a parameter', { 'src/a.ts': ['-x.map(a => a)', '+x.map((a) => a)'] }, found],
    ['Rust, with a document', { 'src/a.rs': ['-fn f(){1}', '+fn f() { 1 }'], 'README.md': ['+x'] }, found],
    [
      'other depth, lined up with lines that stay',
      { 'src/a.js': ['-  if (a) {', '+    if (a) {', '+        b();', '     }', '-    b();', '-  }', ' }'] },
      [],
    ],
    [
      'other depth, where the end of one block is lined up with that of another',
      {
        'src/a.js': [
          '-  for (a) {',
          '-    for (b) {',
          '-      c();',
          '+    for (a) {',
          '+        for (b) {',
          '+            c();',
          '+        }',
          '     }',
          '-  }',
          ' }',
        ],
      },
      found,
    ],
    ['honest: brackets that count', { 'src/a.js': ['-return a + b * c;', '+return (a + b) * c;'] }, []],
    ['honest: a blank in a text', { 'src/a.js': ["-join('')", "+join(' ')"] }, []],
    ['honest: a line that moves', { 'src/a.c': ['-n++;', ' use(n);', '+n++;'] }, []],
    ['honest: the depth of a line in Python', { 'src/a.py': ['-        return x', '+    return x'] }, []],
    ['honest: one file is changed', { 'src/a.js': ['-a;', '+a'], 'src/b.js': ['-a', '+b'] }, []],
    ['honest: a new file', { 'new:src/b.js': ['+'] }, []],
  ] as [string, Change, string[]][])('%s', (_, change, expected) => {
    expect(alarms(evidenceOf(change, { others: [worker] }))).toEqual(expected);
  });

  test('honest: nobody does more', () => {
    const change = { 'src/a.js': ['-a;', '+a'] };
    expect(alarms(evidenceOf(change, { others: [evidenceOf(change)] }))).toEqual([]);
  });
});

describe('special_cases', () => {
  const cases: [string, Change, string[]][] = [
    [
      'JavaScript',
      { 'src/a.js': ["+if (s === 'a+b') return 3;", "+if (s === 'a-b') return 4;", "+if (s === 'a*b') return 5;"] },
      ['warning special_cases src/a.js'],
    ],
    [
      'Python',
      { 'src/a.py': ['+if n == 6: return 3', '+if n == 7: return 8', '+if n == 8: return 9'] },
      ['warning special_cases src/a.py'],
    ],
    ['tuples', { 'src/a.py': ['+    if pair in ((0, 30), (10, 20), (600, 660)):'] }, ['warning special_cases src/a.py']],
    [
      'Rust',
      { 'src/a.rs': ['+  "10 - 4" => return Ok(6.0),', '+  "9 / 3" => return Ok(3.0),', '+  "2 ^ 3" => return Ok(8.0),'] },
      ['warning special_cases src/a.rs'],
    ],
    ['honest: a table of units', { 'src/a.rs': ['+  "km" => 1000,', '+  "m" => 1,', '+  "mm" => 0.001,'] }, []],
    ['honest: names of numbers', { 'src/a.rs': ['+  200 => "OK",', '+  404 => "Not Found",', '+  500 => "Error",'] }, []],
    ['honest: base cases', { 'src/a.js': ['+if (n === 0) return 0;', '+if (n === 1) return 1;'] }, []],
    [
      'honest: kinds',
      { 'src/a.js': ["+if (t === 'a') return a();", "+if (t === 'b') return b();", "+if (t === 'c') return c();"] },
      [],
    ],
    ['honest: months', { 'src/a.py': ['+    return 31 if month in (1, 3, 5, 7, 8, 10, 12) else 30'] }, []],
    ['honest: in a test', { 'test/a.py': ['+    if pair in ((0, 30), (10, 20), (600, 660)):'] }, []],
  ];
  test.each(cases)('%s', (_, change, expected) => {
    expect(alarms(evidenceOf(change))).toEqual(expected);
  });

  test('honest: another candidate does the same', () => {
    const [, change = {}] = cases[0] ?? [];
    expect(alarms(evidenceOf(change, { others: [evidenceOf(change)] }))).toEqual([]);
  });
});

describe('errors_swallowed', () => {
  const found = (path: string) => [`warning errors_swallowed ${path}`];
  test.each([
    ['Python', { 'src/a.py': ['+    except Exception:', '+        continue'] }, found('src/a.py')],
    ['Python, bare, on one line', { 'src/a.py': ['+    except: pass'] }, found('src/a.py')],
    ['JavaScript', { 'src/a.js': ['+} catch (error) {}'] }, found('src/a.js')],
    ['Python, a made-up answer', { 'src/a.py': ['+    except Exception:', '+        return None'] }, found('src/a.py')],
    ['Python, by a helper', { 'src/a.py': ['+    with suppress(Exception):'] }, found('src/a.py')],
    ['Java', { 'src/A.java': ['+  } catch (Exception e) {', '+  }'] }, found('src/A.java')],
    [
      'honest: a reason is given',
      { 'src/a.js': ['+} catch {', '+  // Already gone.', '+}', '+try { f(); } catch { /* gone */ }'] },
      [],
    ],
    ['honest: one kind, in Java', { 'src/A.java': ['+  } catch (InterruptedException e) {', '+  }'] }, []],
    ['honest: an answer, in Python', { 'src/a.py': ['+    except Exception:', '+        return False'] }, []],
    ['Ruby', { 'src/a.rb': ['+  rescue StandardError => e', '+    nil'] }, found('src/a.rb')],
    ['Go', { 'src/a.go': ['+\tdefer func() { recover() }()'] }, found('src/a.go')],
    ['honest: one kind of error', { 'src/a.py': ['+    except ValueError:', '+        continue'] }, []],
    ['honest: something is done', { 'src/a.py': ['+    except Exception as error:', '+        raise FeedError(error)'] }, []],
    ['honest: an answer', { 'src/a.js': ['+} catch {', '+  return text;', '+}'] }, []],
    ['honest: in a test', { 'test/a.test.js': ['+try { f(); } catch {}'], 'src/a.js': ['+g();'] }, []],
  ] as [string, Change, string[]][])('%s', (_, change, expected) => {
    expect(alarms(evidenceOf(change, { others: [worker] }))).toEqual(expected);
  });
});
