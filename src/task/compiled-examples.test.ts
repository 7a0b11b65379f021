import { describe, expect, test } from 'vitest';
import { readExamples } from './index.ts';

const fence = (language: string, ...lines: string[]) => ['```'.concat(language), ...lines, '```'].join('\n');

/** The call of each example, with what is expected. */
function read(language: 'go' | 'rust', text: string): [string, unknown][] {
  return readExamples(text, [language]).map(({ call, expected }) => [
    call,
    expected.kind === 'value' ? expected.code : expected.kind === 'output' ? { prints: expected.text } : expected,
  ]);
}

describe('Go', () => {
  test.each([
    ['a comment with an arrow', fence('go', 'slug.Make("a") // => "b"'), [['slug.Make("a")', '"b"']]],
    ['a comparison', fence('go', 'slug.Make("a") == "b"'), [['slug.Make("a")', '"b"']]],
    ['several results', fence('go', 'slug.Count("a") // => 1, nil'), [['slug.Count("a")', '1, nil']]],
    ['a typed list', fence('go', 'Split("a b") // => []string{"a", "b"}'), [['Split("a b")', '[]string{"a", "b"}']]],
    ['a list without a type', fence('go', 'Split("a b") // => ["a", "b"]'), [['Split("a b")', '["a", "b"]']]],
    ['an assignment', fence('go', 'got := slug.Make("a") // "b"'), [['slug.Make("a")', '"b"']]],
    [
      'output behind a print',
      fence('go', 'fmt.Println(slug.Make("a")) // Output: b'),
      [['fmt.Println(slug.Make("a"))', { prints: 'b' }]],
    ],
    [
      'output below a print',
      fence('go', 'fmt.Println(slug.Make("a"))', '// Output:', '// b c'),
      [['fmt.Println(slug.Make("a"))', { prints: 'b c' }]],
    ],
    ['an error', '`slug.Parse("!")` should return an error.', [['slug.Parse("!")', { kind: 'error', name: null }]]],
    ['a panic', '`slug.Must("!")` should panic.', [['slug.Must("!")', { kind: 'error', name: 'panic' }]]],
    ['no panic', '`slug.Must("")` must not panic.', [['slug.Must("")', { kind: 'holds' }]]],
  ])('reads %s', (_form, text, expected) => {
    expect(read('go', text)).toEqual(expected);
  });

  test('reads a condition that fails the test', () => {
    const code = 'if got := Make("a"); got != "b" {\n\tt.Errorf("got %q", got)\n}';
    expect(read('go', fence('go', code))).toEqual([[code, { kind: 'holds' }]]);
  });

  test('reads whole tests with what they need', () => {
    const code = 'func TestA(t *testing.T) {\n\tif Make("") != "b" {\n\t\tt.Fatal("no")\n\t}\n}';
    const [example] = readExamples(fence('go', 'import "strings"', '', 'type pair struct{}', '', code), ['go']);
    expect(example).toMatchObject({ form: 'test', imports: '"strings"', setup: 'type pair struct{}', call: code });
  });

  test('reads the body of main, with the statements before a call that needs them', () => {
    const code = fence(
      'go',
      'package main',
      'import "fmt"',
      'func main() {',
      '\ts := slug.Make("a")',
      '\tfmt.Println(s) // b',
      '}',
    );
    expect(readExamples(code, ['go'])[0]).toMatchObject({
      ...{ imports: '"fmt"', setup: 's := slug.Make("a")', call: 'fmt.Println(s)' },
      ...{ expected: { kind: 'output', text: 'b' }, lines: [6, 6] },
    });
  });

  test('reads what is expected of a print in a report', () => {
    const code = fence('go', 'fmt.Println(slug.Make("a  b"))');
    const printed = [['fmt.Println(slug.Make("a  b"))', { prints: 'a-b' }]];
    expect(read('go', `${code}\n\nExpected: \`a-b\`\nActual: \`a--b\`\n`)).toEqual(printed);
    expect(read('go', `${code}\n\nGot \`a--b\`, I expected "a-b".\n`)).toEqual(printed);
    expect(read('go', `${code}\n\nActual output:\n\n${fence('', 'a--b')}\n\nExpected output:\n\n${fence('', 'a-b')}\n`)).toEqual(
      printed,
    );
  });

  test.each([
    ['a remark', fence('go', 'fmt.Println(slug.Make("a")) // this is wrong')],
    ['what a report shows without "should"', `This is a bug.\n\n${fence('go', 'slug.Make("a") // => "b"')}`],
    [
      'assertions that describe what happens today',
      `It currently passes:\n\n${fence('go', 'if Make("a") != "b" {\n\tt.Fatal()\n}')}`,
    ],
    ['two prints with one expected value', `${fence('go', 'fmt.Println(f(1))', 'fmt.Println(f(2))')}\n\nExpected: \`3\``],
  ])('does not read %s', (_what, text) => {
    expect(read('go', text)).toEqual([]);
  });
});

describe('Rust', () => {
  test.each([
    ['a comment with an arrow', fence('rust', 'slug("a") // => "b"'), [['slug("a")', '"b"']]],
    ['a method on a literal', '`"A b".to_slug()` should be `"a-b"`.', [['"A b".to_slug()', '"a-b"']]],
    ['a binding', fence('rust', 'let r = parse("1h"); // => Ok(3600)'), [['parse("1h")', 'Ok(3600)']]],
    ['output behind a print', fence('rust', 'println!("{}", slug("a")); // b'), [['println!("{}", slug("a"))', { prints: 'b' }]]],
    ['an error', '`parse("!")` should return an error.', [['parse("!")', { kind: 'error', name: null }]]],
    ['a panic', '`parse("!")` should panic.', [['parse("!")', { kind: 'error', name: 'panic' }]]],
    ['no panic', '`my_crate::slug("")` must not panic.', [['let _ = my_crate::slug("");', { kind: 'holds' }]]],
    ['an assertion', fence('rust', 'assert_eq!(slug("a"), "b");'), [['assert_eq!(slug("a"), "b");', { kind: 'holds' }]]],
  ])('reads %s', (_form, text, expected) => {
    expect(read('rust', text)).toEqual(expected);
  });

  test('reads a documentation test with its hidden lines', () => {
    const code = fence(
      'rust',
      '# use my_crate::slug;',
      'let text = "a";',
      'assert_eq!(slug(text), "b");',
      'assert!(slug("").is_empty());',
    );
    const examples = readExamples(code, ['rust']).map(({ imports, setup, call }) => [imports, setup, call]);
    expect(examples).toEqual([
      ['use my_crate::slug;', 'let text = "a";', 'assert_eq!(slug(text), "b");'],
      ['use my_crate::slug;', '', 'assert!(slug("").is_empty());'],
    ]);
  });

  test('reads whole tests with their attributes', () => {
    const code = '#[test]\n#[should_panic]\nfn bad() {\n    parse("");\n}';
    expect(readExamples(fence('rust', 'use my_crate::parse;', code), ['rust'])).toMatchObject([
      { form: 'test', imports: 'use my_crate::parse;', call: code, expected: { kind: 'holds' } },
    ]);
  });

  test('reads what is expected of a call in a report', () => {
    const text = `This is a bug:\n\n${fence('rust', 'parse("2h")')}\n\nExpected: \`Some(7200)\`. Actual: \`None\`.\n`;
    expect(read('rust', text)).toEqual([['parse("2h")', 'Some(7200)']]);
  });

  test('keeps the assertion of a report, because it fails today', () => {
    const text = `This is a bug and panics:\n\n${fence('rust', 'assert_eq!(slug("a"), "b");')}`;
    expect(read('rust', text)).toEqual([['assert_eq!(slug("a"), "b");', { kind: 'holds' }]]);
  });
});

test.each([1500, 20_000])('reads a hostile text with %i parts', (count) => {
  const parts = [
    'fmt.Println(',
    'if x { t.Error(',
    'use a::{',
    'func main() {',
    '"\\',
    '// Output:\n',
    'assert!(',
    '{',
    '\n    ',
  ];
  for (const part of parts) {
    for (const language of ['go', 'rust'] as const) {
      expect(readExamples(`${fence(language, part.repeat(count))}\n\nExpected: \`${part}\``, [language]).length).toBeLessThan(51);
    }
  }
});
