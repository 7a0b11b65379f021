// A failing Python test, for both pytest and unittest.
import { type Sibling, WHY_IT_FAILS } from './sibling.ts';

export function pythonCanary({ path, text, mark }: Sibling): { path: string; text: string } {
  const name = `hydra_canary_${mark}`;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const file = path.endsWith('_test.py') ? `${name}_test.py` : `test_${name}.py`;
  const isUnittest = /^(?:import|from)\s+unittest\b|\bTestCase\)/m.test(text);
  const body = isUnittest
    ? [
        'import unittest',
        '',
        '',
        `class TestHydraCanary${mark}(unittest.TestCase):`,
        `    def test_${name}(self):`,
        `        self.assertEqual(1, 2, "${WHY_IT_FAILS}")`,
      ]
    : [`def test_${name}():`, `    assert 1 == 2, "${WHY_IT_FAILS}"`];
  return { path: folder + file, text: `${[...importsOf(text).flatMap(tried), ...body].join('\n')}\n` };
}

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
