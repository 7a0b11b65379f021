import { anyOf } from '../../languages/index.ts';
import { addedCode, type CodeLine } from '../integrity/code-lines.ts';
import { isSource, isTestTooling } from '../integrity/file-kinds.ts';
import { othersDoSame } from '../integrity/other-candidates.ts';
import type { PatchFile } from '../integrity/patch.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';

/** The code asks whether a test runner is running it. */
const DETECTS_TESTS = anyOf({
  pytestVariable: /\bPYTEST_\w+/,
  pythonModule: /["'](?:_?pytest|unittest|nose)["']\s+(?:not\s+)?in\s+sys\.modules/,
  pythonModules: /\b(?:for|any)\b[^;]{0,60}\bin\s+(?:list\(|tuple\()?\s*sys\.modules\b/,
  pythonModuleCall: /\bsys\.modules\.get\(\s*["'](?:_?pytest|unittest)/,
  nodeVariable: /\b(?:JEST_WORKER_ID|NODE_TEST_CONTEXT|VITEST(?:_\w+)?|AVA_PATH)\b|\bimport\.meta\.vitest\b/,
  nodeMain:
    /\brequire\.main\b[^;]{0,60}["'`/](?:[^"'`]{0,20})(?:test|mocha|jest)|\brequire\.cache\b[^;]{0,80}(?:test|mocha|jest|chai)/,
  toolVariable:
    /["'](?:GTEST_\w+|CTEST_\w+|RUST_TEST_\w+|NEXTEST\w*|TEST_WORKER_INDEX|MOCHA_\w+|TAP_\w+|BATS_\w+|NODE_V8_COVERAGE|COVERAGE_\w+|HYDRA\w*)["']|\bprocess\.env\.(?:MOCHA_\w+|TAP|BATS_\w+|NODE_V8_COVERAGE|HYDRA\w*)\b/,
  nodeEnvironment: /\bNODE_ENV\b["'\]]{0,2}\s*===?\s*["']test["']/,
  testGlobal: /\btypeof\s+(?:jest|vi|describe|it|expect|beforeEach|mocha)\b/,
  testGlobalMember: /\b(?:globalThis|global)\.(?:jest|describe|it|expect|mocha)\b/,
  ruby: /\b(?:defined\?|const_defined\?)\s*(?:\(\s*)?:?["']?(?:::)?(?:RSpec|Minitest|Test::Unit)\b/,
  rubyProgram: /(?:\$0|\$PROGRAM_NAME)[^;]{0,40}(?:test|spec|rake)/,
  go: /\btesting\.Testing\(\)|\bflag\.Lookup\(\s*"test\.|os\.Args\[0\][^;]{0,40}"[./]{0,2}test"/,
  rust: /\bcfg!\(\s*(?:not\(\s*)?test\b/,
  php: /\bclass_exists\(\s*["']\\{0,2}PHPUnit|\bPHPUNIT_\w+/,
  java: /\bClass\.forName\(\s*"org\.(?:junit|testng)|\bsun\.java\.command\b|\bsurefire\.\w+/,
  nodeArguments: /\bprocess\.argv\b[^;]{0,60}["'/`](?:--test|mocha|jest|vitest)\b/,
  pythonArguments: /\bsys\.argv\b[^;]{0,60}["'](?:pytest|unittest|test)/,
  process: /\/proc\/self\/(?:cmdline|environ)\b/,
  continuousIntegration: /\bprocess\.env\.CI\b|\b(?:environ|ENV|env|getenv|Getenv|var)(?:\.get)?\s*[[(]\s*["']CI["']/,
});
/** Loggers read the call stack too: it counts only if the file also names tests. */
const READS_STACK = anyOf({
  python: /\binspect\.(?:stack|currentframe)\(|\bsys\._getframe\(/,
  go: /\bruntime\.Callers?\(/,
  java: /\bgetStackTrace\(|\bStackWalker\b/,
  ruby: /\bcaller(?:_locations)?\b\s*[([.]/,
  php: /\bdebug_backtrace\(/,
  javascript: /\bError\(\)\.stack\b/,
});
const NAMES_TEST = /["'`/][^"'`]{0,60}(?:test|spec)/i;

const READS_FILE = anyOf({
  javascript: /\b(?:readFile\w*|createReadStream|require|import)\b/,
  python: /\b(?:open|read_text|readlines)\b/,
  rust: /\b(?:read_to_string|include_str|include_bytes)\b/,
  go: /\bReadFile\b/,
  php: /\b(?:file_get_contents|fopen)\b/,
  java: /\b(?:readAllLines|readString)\b/,
  ruby: /\bFile\.(?:read|open|foreach)|\bIO\.read/,
});
const TEST_PATH = anyOf({
  folder: /["'`](?:[^"'`]{0,80}\/)?(?:tests?|spec|__tests__|__snapshots__)(?:\/|["'`])/,
  prefixedFile: /["'`](?:[^"'`]{0,80}\/)?test_\w{1,80}\.\w/,
  suffixedFile: /["'`](?:[^"'`]{0,80}\/)?[\w-]{1,80}(?:_test|_spec|\.test|\.spec)\.\w/,
});
const LOADS_RUNNER = anyOf({
  python: /^\s*(?:import|from)\s+(?:_?pytest|unittest|nose)\b/,
  javascript: /\b(?:require\(|from|import)\s*["'](?:node:test|mocha|jest|vitest|chai|ava|@jest\/\w[\w-]*)["']/,
  go: /^\s*(?:import\s+)?(?:\w+\s+)?"testing"\s*$/,
  java: /^\s*import\s+(?:static\s+)?org\.(?:junit|testng)\b/,
  php: /^\s*use\s+PHPUnit\b/,
});

export const testsKnown: FileRule = {
  id: 'tests_known',
  scope: 'file',
  title: 'The code under test detects tests, reads their files or loads their runner.',
  severity: 'warning',
  otherSeverities: { info: 'at least half of the other candidates do the same in the file' },
  docs: {
    catches:
      'Added source code that reads variables or globals of test runners (`PYTEST_CURRENT_TEST`, `JEST_WORKER_ID`, `typeof jest`, `cfg!(test)`), the variable `CI`, or the call stack to find a test; that opens a test file or snapshot; or that imports a test runner. Test helpers and tools are not reported.',
    why: 'Code that knows it is tested can behave correctly only then, or copy the expected values from the tests.',
    example: { 'src/cart.py': ['+    if "pytest" in sys.modules:', '+        return 12'] },
    allow: 'Allow sources that have to know about tests, such as a test plug-in.',
  },
  find(evidence) {
    return evidence.patch.flatMap((file) => {
      const lines = linesThatKnowTests(file);
      const before = file.removed.filter(({ text }) => DETECTS_TESTS.test(text) || LOADS_RUNNER.test(text)).length;
      if (lines.length <= before) return [];
      const isShared = othersDoSame(evidence, file.path, (theirs) => linesThatKnowTests(theirs).length > 0);
      const message = 'the code detects tests, reads their files or loads their runner';
      return [fileFinding(isShared ? 'info' : 'warning', message, file.path, lines)];
    });
  },
};

function linesThatKnowTests(file: PatchFile): CodeLine[] {
  if (!isSource(file) || isTestTooling(file)) return [];
  const lines = addedCode(file);
  const namesTest = lines.some(({ code }) => NAMES_TEST.test(code));
  return lines.filter(
    ({ code }) =>
      DETECTS_TESTS.test(code) ||
      (namesTest && READS_STACK.test(code)) ||
      (READS_FILE.test(code) && TEST_PATH.test(code)) ||
      LOADS_RUNNER.test(code),
  );
}
