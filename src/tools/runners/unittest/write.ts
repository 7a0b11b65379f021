// Test files for unittest.
import type { TestWriter } from '../../tool.ts';
import { folderOfTests, freePath, inFolder } from '../shared/writing/place.ts';
import { indented, PYTHON_HELPERS, PYTHON_IMPORTS, pythonBody } from '../shared/writing/python-code.ts';

/** Discovery finds these unless the command has another pattern. */
const TEST_FILE = /(?:^|\/)(?:test[^/]*|[^/]*_test)\.py$/;
/** `discover -p '*_test.py'`. */
const SUFFIX_PATTERN = /^(?:--pattern=)?['"]?\*(_?[A-Za-z]{1,40}\.py)['"]?$/;

export const write: TestWriter = {
  languages: ['python'],
  path({ args, files, stem }) {
    const folder = folderOfTests({ args, files, testFile: TEST_FILE }) ?? startFolder(args);
    const ending = args.map((word) => SUFFIX_PATTERN.exec(word)?.[1]).find((found) => found !== undefined);
    const nameOf = (suffix: string) => (ending === undefined ? `test_${stem}${suffix}.py` : `${stem}${suffix}${ending}`);
    return freePath(files, (suffix) => inFolder(folder, nameOf(suffix)));
  },
  text({ stem, tests }) {
    const names = tests.map(({ name }) => `test_${name}`);
    const methods = tests.map((test, index) =>
      indented([`def ${names[index]}(self):`, ...indented(pythonBody(test))]).join('\n'),
    );
    const group = [`class ${groupOf(stem)}(unittest.TestCase):`, methods.join('\n\n')].join('\n');
    return { names, text: `${[`${PYTHON_IMPORTS}import unittest\n`, PYTHON_HELPERS, group].join('\n\n')}\n` };
  },
};

/** Where `discover` starts; the root of the tree otherwise. */
function startFolder(args: readonly string[]): string {
  const [first, ...rest] = args;
  if (first !== 'discover') return '';
  const option = rest.findIndex((word) => word === '-s' || word === '--start-directory');
  const named = option === -1 ? (rest[0]?.startsWith('-') ? undefined : rest[0]) : rest[option + 1];
  return (named ?? '').replace(/^\.\/?|\/$/g, '');
}

function groupOf(stem: string): string {
  const words = stem.split('_').filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
