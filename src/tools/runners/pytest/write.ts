// Test files for pytest.
import type { TestWriter } from '../../tool.ts';
import { folderOfTests, freePath, inFolder, testsOf } from '../shared/writing/place.ts';
import { indented, PYTHON_HELPERS, PYTHON_IMPORTS, pythonBody } from '../shared/writing/python-code.ts';

const TEST_FILE = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/;

export const write: TestWriter = {
  languages: ['python'],
  path({ args, files, stem }) {
    const place = { args, files, testFile: TEST_FILE };
    const folder = folderOfTests(place) ?? (files.some((path) => path.startsWith('tests/')) ? 'tests' : '');
    const tests = testsOf(place);
    const endsWithTest = tests.length > 0 && tests.every((path) => path.endsWith('_test.py'));
    return freePath(files, (suffix) => inFolder(folder, endsWithTest ? `${stem}${suffix}_test.py` : `test_${stem}${suffix}.py`));
  },
  text({ tests, support = '' }) {
    const names = tests.map(({ name }) => `test_${name}`);
    const functions = tests.map((test, index) => [`def ${names[index]}():`, ...indented(pythonBody(test))].join('\n'));
    const parts = [...(support === '' ? [] : [support]), PYTHON_IMPORTS, PYTHON_HELPERS, ...functions];
    return { names, text: `${parts.join('\n\n')}\n` };
  },
};
