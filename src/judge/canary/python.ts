// Failing Python tests, for both pytest and unittest.
import { capitalized, type Draw, nameLike, pathBeside } from '../vary/index.ts';
import { type Sibling, unequal, unequalWords, type WrittenCanary } from './sibling.ts';

export function pythonCanary({ path, text, draw }: Sibling): WrittenCanary {
  const isUnittest = /^(?:import|from)\s+unittest\b|\bTestCase\)/m.test(text);
  const forms = isUnittest ? METHOD_FORMS : FUNCTION_FORMS;
  const bodies = draw.shuffled(forms).map((write) => ({ name: nameLike('test_a', 'python', draw), line: write(draw) }));
  const tests = isUnittest
    ? [
        'import unittest',
        '',
        '',
        `class Test${capitalized(draw.words())}(unittest.TestCase):`,
        ...bodies.flatMap(({ name, line }) => [`    def ${name}(self):`, `        ${line}`, '']),
      ]
    : bodies.flatMap(({ name, line }) => [`def ${name}():`, `    ${line}`, '', '']);
  const lines = [...importsOf(text).flatMap(tried), ...tests];
  return {
    path: pathBeside(path, 'python', draw),
    text: `${lines.join('\n').trimEnd()}\n`,
    tests: bodies.map(({ name }) => name),
  };
}

const quoted = (words: readonly string[]) => words.map((word) => `"${word}"`);

const FUNCTION_FORMS: readonly ((draw: Draw) => string)[] = [
  (draw) => `assert ${unequal(draw).join(' == ')}`,
  (draw) => `assert ${quoted(unequalWords(draw)).join(' == ')}`,
  (draw) => `assert [${unequal(draw).join('] == [')}]`,
];

const METHOD_FORMS: readonly ((draw: Draw) => string)[] = [
  (draw) => `self.assertEqual(${unequal(draw).join(', ')})`,
  (draw) => `self.assertTrue(${quoted(unequalWords(draw)).join(' == ')})`,
  (draw) => `self.assertListEqual([${unequal(draw).join('], [')}])`,
];

/** The top-level statements that load the code under test: hooks in it are loaded too. */
function importsOf(text: string): string[][] {
  const lines = text.split(/\r?\n/);
  const statements: string[][] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (!/^(?:import\s+[\w.]|from\s+[\w.]+\s+import\s)/.test(line) || /^from\s+__future__\b|\*\s*$/.test(line)) continue;
    const end = /\(\s*(?:#.*)?$|\([^)]*$/.test(line) ? lines.findIndex((other, at) => at > index && other.includes(')')) : index;
    if (end === -1 || /[;\\]\s*$/.test(line)) continue;
    statements.push(lines.slice(index, end + 1));
    index = end;
  }
  return statements;
}

/** A candidate may remove what the base's tests import. */
function tried(statement: readonly string[]): string[] {
  return ['try:', ...statement.map((line) => `    ${line}`), 'except Exception:', '    pass', ''];
}
