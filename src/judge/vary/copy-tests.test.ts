import { describe, expect, test } from 'vitest';
import { copyTests, readTests } from './copy-tests.ts';
import { openDraw } from './draw.ts';

const lines = (...texts: string[]) => `${texts.join('\n')}\n`;

/** The copy with the last literal of every test changed; new names are replaced by N1, N2, ... in order. */
function varied(path: string, text: string) {
  const read = readTests(path, text);
  if (read === null) return null;
  const copy = copyTests(read, openDraw('seed', 'test'), ({ literals }) => literals.at(-1) ?? null);
  if (copy === null) return null;
  const plain = copy.tests.reduce((all, { name }, index) => all.replaceAll(name, `N${index + 1}`), copy.text);
  return {
    ...copy,
    text: plain,
    changes: copy.tests.map(({ change }) => (change === null ? null : `${change.line}: ${change.before}`)),
  };
}

/** The expected literals that can be changed, per test. */
const literals = (path: string, text: string) =>
  readTests(path, text)?.tests.map((each) => each.literals.map(({ start, end }) => text.slice(start, end)));

test('inputs are the other literals on the lines of expected values, without the title', () => {
  const inputs = (path: string, ...texts: string[]) =>
    readTests(path, lines(...texts))?.tests.map((each) => each.inputs.map(({ start, end }) => lines(...texts).slice(start, end)));
  expect(inputs('a.test.js', "test('a 7', () => { expect(f(1, 'x', true)).toBe(2); });")).toEqual([['1', "'x'"]]);
  expect(inputs('a.test.js', "test('a', () => {", 'const n = 5;', 'assert.equal(f({ b: 3 }), 9);', '});')).toEqual([['3']]);
  expect(inputs('test_a.py', 'def test_a():', '    assert f("1h", [2]) == 3600')).toEqual([['"1h"', '2']]);
  expect(
    inputs(
      'a_test.go',
      'package a',
      'func TestA(t *testing.T) {',
      '\tif got := F(4); got != 8 {',
      '\t\tt.Error(got)',
      '\t}',
      '}',
    ),
  ).toEqual([['4']]);
});

test('a changed number in an input stays near: a much larger one could run for minutes', () => {
  const read = readTests('a.test.js', "test('a', () => { assert.equal(fib(30), 832040); });\n");
  const copies = [1, 2, 3].map((seed) => copyTests(read as never, openDraw(`${seed}`, 'x'), ({ inputs }) => inputs[0] ?? null));
  for (const copy of copies) expect(Number(copy?.tests[0]?.change?.after) - 30).toBeOneOf([1, 2, 3]);
});

describe('JavaScript', () => {
  test('renames titles and changes an expected value, in node:assert, expect and chai', () => {
    const text = lines(
      "import { parse } from './parse.js';",
      "// test('in a comment', () => assert.equal(1, 1));",
      "test('adds', () => {",
      '  const note = "test(\'in a string\', () => {})";',
      '  assert.equal(parse("1h"), 3600);',
      '});',
      'describe("group", () => {',
      '  it("it\'s quoted", async () => {',
      `    expect(await parse(\`\${a({ b: \`}\` })}\`)).toEqual({ hours: 1, "minutes": [30] });`,
      '  });',
      "  it('divides', () => { expect(a / b / c).to.deep.equal(['x']); });",
      '});',
    );
    const copy = varied('test/parse.test.js', text);
    expect(copy?.path).toMatch(/^test\/[a-z]+-[a-z]+-[a-z]+\.test\.js$/);
    expect(copy?.tests.map(({ original }) => original)).toEqual(['adds', "it's quoted", 'divides']);
    expect(copy?.changes).toEqual(['5: 3600', '9: 30', "11: 'x'"]);
    expect(copy?.text).toContain("test('N1', () => {");
    expect(copy?.text).toContain("// test('in a comment', () => assert.equal(1, 1));");
    expect(copy?.text).toContain('"test(\'in a string\', () => {})"');
    expect(copy?.text).toMatch(/assert\.equal\(parse\("1h"\), 35\d\d\)/);
  });

  test('knows which side is expected and leaves inputs, negations and other values unchanged', () => {
    const body = (...statements: string[]) => literals('a.test.ts', lines("test('a', () => {", ...statements, '});'))?.flat();
    expect(body('assert.strictEqual("x", f(1));')).toEqual(['"x"']);
    expect(body('assert.equal(f(1), g(2));', 'expect(f(1)).not.toBe(2);', 'assert.equal(f(1), a ? 1 : 2);')).toEqual([]);
    expect(body('assert.ok(f(1) === 2);', 'assert(f(1) === 2 || g());')).toEqual(['2']);
    expect(body(`expect(f(\`\${x}\`)).toBe(\`a\`);`, `expect(f(1)).toBe(\`\${x}\`);`)).toEqual(['`a`']);
    expect(body('const expected = [1, 2];', 'for (const { expected } of [{ input: 1, expected: 5 }]) {}')).toEqual([
      '1',
      '2',
      '5',
    ]);
    expect(body("assert.deepEqual(f(/[/'\"]/g), ['a']);")).toEqual(["'a'"]);
    expect(body('assert.equal(f(1), null);', 'assert.equal(f(1), 0 * 5);', 'assert.equal(f(2), 60 * 60);')).toEqual(['60', '60']);
    expect(body('assert.equal(f(1), "\\n");', 'assert.equal(f(1), "a\\n");', 'assert.equal(f(1), "");')).toEqual([
      '"a\\n"',
      '""',
    ]);
  });

  test('gives up on text that it cannot separate from code, and on tests with equal titles', () => {
    expect(readTests('a.test.jsx', "test('a', () => { render(<p>don't); });")).toBeNull();
    expect(readTests('a.test.jsx', "test('a', () => { render(<p>don't</p>); });")?.tests).toHaveLength(1);
    expect(readTests('a.test.js', "test('a', () => {}); test('a', () => {});")).toBeNull();
    expect(readTests('a.test.js', `test(\`a \${'${'`${'.repeat(5000)}`)).toBeNull();
    expect(readTests('a.test.js', "test.each([1])('a %i', () => {});")).toBeNull();
  });
});

describe('Python', () => {
  test('renames functions of pytest and methods of unittest', () => {
    const text = lines(
      'import pytest',
      '',
      '',
      '@pytest.mark.parametrize(',
      '    "text, expected",',
      '    [("1h", 3600), ("it\'s", 0)],',
      ')',
      'def test_table(text, expected):',
      '    """def test_in_docs(): assert 1 == 2"""',
      '    assert parse(text) == expected',
      '',
      'class TestA(unittest.TestCase):',
      '    def testCamel(self):',
      "        self.assertEqual(parse('x'), {'a': 1, 'b': [2]}, 'message 7')",
      '',
      '    async def test_other(self):',
      '        # assert parse("x") == 9',
      '        assert parse("1m") == (',
      '            60',
      '        ), "why 5"',
      'test_alias = test_table',
    );
    const copy = varied('tests/test_parse.py', text);
    expect(copy?.path).toMatch(/^tests\/test_[a-z]+_[a-z]+_[a-z]+\.py$/);
    expect(copy?.tests.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^test_[a-z_]+$/),
      expect.stringMatching(/^test[A-Z]\w+$/),
      expect.stringMatching(/^test_[a-z_]+$/),
    ]);
    expect(copy?.changes).toEqual(['6: 0', '14: 2', '19: 60']);
    expect(copy?.text).toContain('test_alias = N1');
    expect(copy?.text).toContain('"""def test_in_docs(): assert 1 == 2"""');
  });

  test('changes only what must then fail', () => {
    const body = (...statements: string[]) => literals('test_a.py', lines('def test_a():', ...statements))?.flat();
    expect(body('    assert f(1) == 2 and g(3) == 4', '    assert not f(1) == 2', '    assert f(1) == x')).toEqual([]);
    expect(body('    assert f(1) == f"{x}"', "    assert f(1) == rb'x'", '    assert 3 < f(1) == 5')).toEqual(["'x'"]);
    expect(body('    assert f(1) is True', '    assert f("==") == Point(1, 2)', '    assert "a" == f(1)')).toEqual([
      'True',
      '1',
      '2',
      '"a"',
    ]);
    expect(body('    assert f(1) == [', '        "it\'s",', '    ]', 'assert f(1) == 2')).toEqual(['"it\'s"']);
  });
});

describe('Go', () => {
  const text = lines(
    'package clock',
    '',
    'import (',
    '\t"strings"',
    '\t"testing"',
    '',
    '\tyaml "gopkg.in/yaml.v3"',
    ')',
    '',
    'type pair struct{ a int }',
    '',
    'func helper(t *testing.T) {}',
    '',
    'func TestParse(t *testing.T) {',
    '\ttests := []struct {',
    '\t\tin   string',
    '\t\twant int',
    '\t}{{"1h", 3600}, {"{", 5}}',
    '\tfor _, tt := range tests {',
    '\t\tif got := Parse(tt.in); got != tt.want {',
    '\t\t\tt.Errorf("Parse(%q) = %d, want %d", tt.in, got, tt.want)',
    '\t\t}',
    '\t}',
    '}',
    '',
    'func TestUpper(t *testing.T) {',
    '\tif got := strings.ToUpper(Name(\'a\')); got != "A" { // "',
    '\t\tt.Fatal(`not "A"`)',
    '\t}',
    '\tif err := check(); err != nil {',
    '\t\tt.Fatal(err)',
    '\t}',
    '}',
  );

  test('copies the tests alone, with the imports that they use', () => {
    const copy = varied('clock/parse_test.go', text);
    expect(copy?.path).toMatch(/^clock\/[a-z]+_[a-z]+_[a-z]+_test\.go$/);
    expect(copy?.changes).toEqual(['18: 5', '27: "A"']);
    expect(copy?.text).toMatch(/^package clock\n\nimport \(\n\t"strings"\n\t"testing"\n\)\n\nfunc N1\(t \*testing\.T\) \{/);
    expect(copy?.text).not.toContain('func helper');
    expect(copy?.text).not.toContain('yaml');
  });

  test('reads keyed tables, testify and DeepEqual', () => {
    const body = (...statements: string[]) =>
      literals('a_test.go', lines('package a', 'func TestA(t *testing.T) {', ...statements, '}'))?.flat();
    expect(body('c := []C{{in: "a", want: 3}, {in: "b", want: 4}}', 'want := "x"')).toEqual(['3', '4', '"x"']);
    expect(body('require.Equal(t, 5, f(1))', 'assert.Equal(t, []string{"a"}, f(2), "why")')).toEqual(['5', '"a"']);
    expect(body('if !reflect.DeepEqual(f(1), map[string]int{"a": 1}) {', '}')).toEqual(['1']);
    expect(body('if f(1) != 2 && g() {', 't.Error()', '}', 'if f(1) != 2 {', 'return', '}')).toEqual([]);
  });

  test('gives up on files with conditions and on imports whose name is not known', () => {
    expect(varied('a_test.go', `//go:build linux\n${text}`)).toBeNull();
    expect(varied('a_test.go', text.replace('"strings"', '"github.com/x/go-strings"'))).toBeNull();
  });
});

test('Rust: integration tests, with lifetimes, raw strings and nested comments', () => {
  const text = lines(
    '/* /* nested */ #[test] fn no() {} */',
    "fn pick<'a>(x: &'a str) -> char { '\"' }",
    '#[test]',
    '#[ignore = "x"]',
    'fn parses() {',
    '    assert_eq!(parse("1h"), Some(3600u32), "message 4");',
    '    assert!(parse(r#"a"b"#) == Ok("x".to_string()));',
    '    assert_eq!(pick("a"), \'a\');',
    '}',
    '#[tokio::test]',
    '#[should_panic(expected = "x")]',
    'async fn other() { assert_eq!(vec![1, 2], list()); assert!(a() == 1 || b()); }',
  );
  expect(literals('tests/parse.rs', text)).toEqual([['3600', '"x"', "'a'"], []]);
  expect(literals('tests/parse.rs', text.replace(/#\[should_panic.*\n/, ''))?.[1]).toEqual(['1', '2']);
  const copy = varied('tests/parse.rs', text);
  expect(copy?.path).toMatch(/^tests\/[a-z]+_[a-z]+_[a-z]+\.rs$/);
  expect(copy?.text).toContain('fn N1() {');
  expect(readTests('src/lib.rs', text)).toBeNull();
});

test('Java and PHP: the class has the name of the file', () => {
  const java = lines(
    'class ClockTest {',
    '    @Test',
    '    @DisplayName("x")',
    '    void parsesHours() throws Exception {',
    '        assertEquals(3600, Clock.parse("1h"));',
    '        assertThat(Clock.name()).isEqualTo("a");',
    '    }',
    '}',
  );
  const copy = varied('src/test/java/ClockTest.java', java);
  expect(copy?.path).toMatch(/^src\/test\/java\/[A-Z]\w+Test\.java$/);
  expect(copy?.text).toContain(`class ${copy?.path.replace(/^.*\/|\.java$/g, '')} {`);
  expect(copy?.changes).toEqual(['6: "a"']);
  const php = lines(
    '<?php',
    "# it's",
    'final class ClockTest extends TestCase {',
    '    public function testHours(): void {',
    "        $this->assertSame(3600, parse('1h'));",
    '    }',
    '}',
  );
  expect(varied('tests/ClockTest.php', php)).toMatchObject({
    changes: ['5: 3600'],
    path: expect.stringMatching(/^tests\/[A-Z]\w+Test\.php$/),
  });
});

test('numbers stay within the limits of small types and far from the original', () => {
  const text = 'def test_a():\n    assert f() == 99\n    assert f() == 100\n    assert f() == 1.5\n    assert f() == 0x10\n';
  const read = readTests('test_a.py', text);
  const changed = [0, 1, 2].map(
    (index) => copyTests(read as never, openDraw('s', 't'), ({ literals: all }) => all[index] ?? null)?.tests[0]?.change,
  );
  const [small = 0, large = 0, fraction = 0] = changed.map((change) => Number(change?.after));
  expect(small).toBeGreaterThan(109);
  expect(small).toBeLessThan(127);
  expect(large).toBeLessThan(90);
  expect(fraction % 1).toBe(0.5);
  expect(read?.tests[0]?.literals).toHaveLength(3);
});

test('the same seed gives the same copy, another seed another one', () => {
  const read = readTests('test_a.py', 'def test_a():\n    assert f() == 1\n');
  const copy = (seed: string) => copyTests(read as never, openDraw(seed, 'x'), ({ literals: all }) => all[0] ?? null);
  expect(copy('1')).toEqual(copy('1'));
  expect(copy('1')?.path).not.toBe(copy('2')?.path);
});

test('reads a hostile file in linear time', () => {
  const texts = [
    "test('a', () => {".repeat(3000),
    '(['.repeat(30_000),
    'assert f(1) == '.repeat(4000),
    'expect('.repeat(8000),
    'want = '.repeat(8000),
  ];
  for (const text of texts) for (const path of ['a.test.js', 'test_a.py', 'a_test.go', 'tests/a.rs']) readTests(path, text);
});
