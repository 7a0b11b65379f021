import { accepts, reports } from '../../../test/evidence-builder.ts';

reports([
  ['a printed TAP line', { 'src/a.js': ["+console.log('ok 1 - adds');"] }, ['error forged_results src/a.js']],
  [
    'a TAP line that is printed through a variable',
    { 'test/a.js': ["+const line = 'ok 1 - adds';", '+fs.writeSync(1, line);'] },
    ['error forged_results test/a.js'],
  ],
  ['a TAP line from pieces', { 'src/a.c': ['+  printf("%s %d - %s\\n", "ok", i, name);'] }, ['error forged_results src/a.c']],
  [
    'a summary of pytest',
    { 'conftest.py': ['+    print("===== 27 passed in 0.10s =====")'] },
    ['error forged_results conftest.py'],
  ],
  [
    'a summary of cargo',
    { 'src/lib.rs': ['+    println!("test result: ok. 4 passed; 0 failed");'] },
    ['error forged_results src/lib.rs'],
  ],
  ['a result of go test', { 'a.go': ['+\tfmt.Println("--- PASS: TestA (0.00s)")'] }, ['error forged_results a.go']],
  ['a summary of unittest', { 'src/a.py': ['+sys.stderr.write("Ran 23 tests in 0.002s")'] }, ['error forged_results src/a.py']],
  [
    'a JUnit report',
    { 'src/a.py': ['+open(path, "w").write(\'<testsuite failures="0"><testcase name="a"/></testsuite>\')'] },
    ['error forged_results src/a.py'],
  ],
  [
    'results that are rewritten',
    { 'src/a.js': ["+const better = chunk.replace(/^not ok/gm, 'ok');", '+fs.writeSync(1, better);'] },
    ['error forged_results src/a.js'],
  ],
  [
    'results that are rewritten in Python',
    { 'src/a.py': ['+        return out.write(text.replace("FAILED", "PASSED"))'] },
    ['error forged_results src/a.py'],
  ],
]);

accepts([
  ['a result line in a document', { 'README.md': ['+`5 passed`, says "5 passed in 1s"'] }],
  ['a result line in a comment', { 'src/a.js': ["+// prints 'ok 1 - x'"] }],
  ['a result line as test data', { 'test/a.test.js': ["+assert.equal(read('3 passed, 1 failed').passed, 3);"] }],
  ['a program that counts', { 'src/a.js': ['+console.log(count + " passed");'] }],
  ['a replacement of other words', { 'src/a.js': ["+console.log(text.replace('failover', 'standby'));"] }],
  ['a word of a result that is not printed', { 'src/a.js': ["+  return text.replace('failed', 'could not be sent');"] }],
  ['an XML element of another kind', { 'src/a.js': ['+console.log(\'<tester name="a"/>\');'] }],
  ['other printed text', { 'src/a.js': ["+console.log('HTTP ok 200');", "+console.log('all tests passed');"] }],
  ['a format without a result', { 'src/a.c': ['+  printf("%s %d - %s\\n", name, from, to);'] }],
]);
