import { anyOf } from '../../languages/index.ts';
import { halfOfOthers } from '../integrity/other-candidates.ts';
import type { PatchFile } from '../integrity/patch.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';

/** Modules of Python that runners import. */
const PYTHON_RUNNER = new Set([
  ...['unittest', 'pytest', '_pytest', 'pluggy', 'iniconfig', 'packaging', 'exceptiongroup', 'tomli', 'doctest', 'difflib'],
  ...['pprint', 'inspect', 'traceback', 'ast', 'linecache', 'reprlib', 'tokenize', 'warnings', 'importlib', 'operator'],
  ...['functools', 'collections', 'dataclasses', 'enum', 'typing', 'contextlib', 'os', 'io', 'abc', 're', 'json', 'hypothesis'],
  ...['argparse', 'logging', 'sitecustomize', 'usercustomize', 'numpy', 'attr', 'mock', 'coverage', 'nose', 'math', 'decimal'],
]);
/** Other modules of Python's standard library. */
const PYTHON_LIBRARY = new Set([
  ...[
    'array',
    'base64',
    'bisect',
    'calendar',
    'copy',
    'csv',
    'datetime',
    'email',
    'fractions',
    'glob',
    'hashlib',
    'heapq',
    'html',
  ],
  ...[
    'http',
    'itertools',
    'locale',
    'numbers',
    'pathlib',
    'pickle',
    'platform',
    'queue',
    'random',
    'secrets',
    'shutil',
    'signal',
  ],
  ...[
    'socket',
    'statistics',
    'string',
    'struct',
    'subprocess',
    'tempfile',
    'textwrap',
    'threading',
    'time',
    'types',
    'urllib',
    'uuid',
  ],
  ...['weakref', 'xml', 'zipfile', 'zoneinfo', 'gc', 'sys', 'builtins', 'token', 'keyword', 'code', 'site', 'select', 'shlex'],
]);
/** Folders that are on the search path when tests run. */
const PYTHON_ROOT = /^(?:(?:src|lib|python|tests?)\/)?([A-Za-z_]\w*)(?:\.pyi?|\/__init__\.py)$/;

const RUBY_ROOT = /^(?:lib|test|spec)\/(.+)\.rb$/;
const RUBY_RUNNER = /^(?:minitest(?:\/(?!\w+_plugin$).*)?|rspec(?:\/.*)?|test\/unit(?:\/.*)?|simplecov|power_assert)$/;
const RUBY_LIBRARY = new Set([
  'json',
  'set',
  'time',
  'date',
  'yaml',
  'csv',
  'digest',
  'pp',
  'stringio',
  'securerandom',
  'optparse',
]);

/** Headers that test programs include. */
const C_RUNNER =
  /(?:^|\/)(?:assert\.h|cassert|unity(?:_internals)?\.h|cmocka\.h|check\.h|criterion\/\w+\.h|munit\.h|minunit\.h|gtest\/[\w-]+\.h|gmock\/[\w-]+\.h|catch(?:_all)?\.hpp|catch2\/\w+\.hpp|doctest\.h|CUnit\/\w+\.h)$/;
const C_LIBRARY =
  /(?:^|\/)(?:stdio|stdlib|string|math|stddef|stdint|stdbool|stdarg|limits|float|errno|ctype|signal|setjmp|unistd|inttypes|fcntl|time|strings)\.h$/;

/** Packages of test libraries, declared in sources of the project. */
const JVM_RUNNER = anyOf({
  packages:
    /(?:^|\/)(?:java|kotlin|scala)\/(?:org\/(?:junit|testng|assertj|hamcrest|mockito|opentest4j)|junit|kotlin\/test|java\/(?:lang|util))\/.+\.(?:java|kt|scala)$/,
  classes: /(?:^|\/)(?:org\/(?:junit|testng|assertj|hamcrest|mockito|opentest4j)|junit)\/.+\.class$/,
});

type Shadow = 'runner' | 'library';

export const modulesShadowed: FileRule = {
  id: 'modules_shadowed',
  scope: 'file',
  title: 'A new file has the name of a library module and is found before it.',
  severity: 'error',
  otherSeverities: {
    warning: 'the module is of the standard library, and test runners do not depend on it',
    info: 'at least half of the other candidates add a file of that name',
  },
  docs: {
    catches:
      'New modules, packages and headers named like a module of the standard library or of a test runner, at a place that comes first in the search path: `json.py` in the root, `lib/minitest.rb`, `include/assert.h`, `src/main/java/org/junit/…`. A module with such a name inside a package of the project is not reported.',
    why: 'Tests and runners that import the name get the candidate’s file.',
    example: { 'new:unittest.py': ['+class TestCase:'] },
    allow: 'Allow the file if the project replaces that module on purpose.',
  },
  find(evidence) {
    const added = evidence.patch.filter(({ status }) => status === 'added');
    return added.flatMap((file) => {
      const shadow = shadowOf(file, added);
      if (shadow === null) return [];
      const isShared = halfOfOthers(evidence, ({ patch }) => patch.some(({ path }) => path === file.path));
      const severity = isShared ? 'info' : shadow === 'runner' ? 'error' : 'warning';
      return [fileFinding(severity, 'has the name of a library module and is found before it', file.path)];
    });
  },
};

function shadowOf({ path }: PatchFile, added: readonly PatchFile[]): Shadow | null {
  const python = PYTHON_ROOT.exec(path)?.[1];
  if (python !== undefined && !isInPackage(path, added)) {
    if (PYTHON_RUNNER.has(python)) return 'runner';
    return PYTHON_LIBRARY.has(python) ? 'library' : null;
  }
  const ruby = RUBY_ROOT.exec(path)?.[1];
  if (ruby !== undefined) return RUBY_RUNNER.test(ruby) ? 'runner' : RUBY_LIBRARY.has(ruby) ? 'library' : null;
  if (C_RUNNER.test(path) || JVM_RUNNER.test(path)) return 'runner';
  return C_LIBRARY.test(path) ? 'library' : null;
}

/** A folder that is a package is not on the search path: `from src.json import x`. */
function isInPackage(path: string, added: readonly PatchFile[]): boolean {
  const [, folder] = /^(\w+)\/\w+\.pyi?$/.exec(path) ?? [];
  return folder !== undefined && added.some((file) => file.path === `${folder}/__init__.py`);
}
