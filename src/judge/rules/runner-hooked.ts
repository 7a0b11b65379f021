import { anyOf, isProse } from '../../languages/index.ts';
import { supportRole } from '../../tools/index.ts';
import { addedCode } from '../integrity/code-lines.ts';
import { isSource, isTestTooling } from '../integrity/file-kinds.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';

/** Code of the runner is replaced. */
const RUNNER_CHANGED = anyOf({
  pytestOutcome: /\boutcome\.force_result|\brep(?:ort)?\.outcome\s*=(?!=)/,
  pytestInternals: /\b_pytest\.[\w.]{1,80}\s*=(?!=)/,
  testGlobals: /\b(?:globalThis|global)\.(?:expect|test|it|describe|assert)\s*=(?!=)/,
  mocha: /\bRunnable\.prototype\.\w+\s*=(?!=)/,
  nodeLoader: /\bModule\.(?:_load|_resolveFilename|_compile|prototype\.require)\s*=(?!=)/,
  pytestManager: /\bpluginmanager\b|\b_pytest\.config\b|\bPytestPluginManager\b|\bget_plugin_manager\b/,
  pytestEntry: /["']?pytest11["']?\s*(?:[\]:=]|$)/,
  unittestResult:
    /\b(?:TestResult|TextTestResult|TestSuite|TestLoader|TestProgram)\.\w+\s*=(?!=)|\bTestCase\.(?:run|failureException|_callTestMethod)\s*=(?!=)/,
  nodeTest: /\brequire\(\s*["']node:test["']\s*\)\.\w+\s*=(?!=)|\bTestContext\.prototype\b/,
  jestState: /\b(?:JEST_STATE_SYMBOL|STATE_SYM)\b|\bSymbol\.for\(\s*["']\$\$jest-/,
  goFlags: /\bflag\.(?:Set|Lookup)\(\s*"test\.|\bos\.Args\s*=\s*append\b[^;]{0,80}-test\.|\btesting\.(?:Init|MainStart|Main)\(/,
  junitListener:
    /\b(?:implements|extends)\b[^{;]{0,80}\b(?:TestExecutionListener|InvocationInterceptor|TestExecutionExceptionHandler|LauncherSessionListener|TestWatcher|RunListener|ITestListener)\b/,
  phpunit:
    /^\s*namespace\s+PHPUnit\b|\bclass_alias\s*\([^;]{0,120}PHPUnit|\bimplements\b[^{;]{0,80}\b(?:TestListener|TestHook|AfterLastTestHook)\b/,
  unittest: /\bunittest\.main\s*=(?!=)|\bTextTestRunner\.\w+\s*=(?!=)/,
  reopenedModule: /^\s*(?:module|class)\s+(?:Minitest|RSpec)\b/,
  minitest: /\bMinitest\.(?:after_run|extensions|run_one_method)/,
  rubyMetaprogramming: /\b(?:Minitest|RSpec)::[\w:]{1,80}\.(?:prepend|class_eval|define_method|send)\b/,
  rubyFailures: /\binstance_variable_set\s*(?:\(\s*)?:@(?:exception|failures)\b/,
  rspecFilter: /\bconfig\.(?:filter_run(?:_excluding)?|exclude_pattern)\b/,
});
/** Hooks that runners offer. In a source file they may be what the project is for. */
const RUNNER_HOOK = anyOf({
  pytest: /\bpytest_(?:runtest_\w+|collection_\w+|pyfunc_call|sessionfinish|terminal_summary|ignore_collect|report_teststatus)\b/,
  pytestWrapper: /\bhookwrapper\b/,
  unittest: /def\s+load_tests\s*\(/,
  uncaughtException: /\bprocess\.on\s*\(\s*['"]uncaughtException/,
  exitHandler: /\bprocess\.(?:on|once)\s*\(\s*['"](?:exit|beforeExit)['"][^;]{0,200}(?:\.exit|reallyExit|exitCode)\b/,
  afterAll: /\bafterAll\s*\(\s*\(\)\s*=>\s*process/,
});

/** Runners load these because of their names. */
const PLUGIN_FILE = anyOf({
  junit: /(?:^|\/)META-INF\/services\/(?:org\.junit|org\.testng|org\.spockframework)[^/]{0,120}$/,
  minitest: /(?:^|\/)minitest\/\w+_plugin\.rb$/,
});

export const runnerHooked: FileRule = {
  id: 'runner_hooked',
  scope: 'file',
  title: 'Code changes how tests are collected, run or reported.',
  severity: 'warning',
  otherSeverities: { error: 'the code under test changes the runner' },
  docs: {
    catches:
      "Added code that replaces parts of pytest, unittest, node:test, Mocha, JUnit, PHPUnit, Minitest or RSpec, registers a plug-in or listener with them, or assigns to their globals. Files that runners load by their place: `META-INF/services/org.junit…`, `lib/minitest/…_plugin.rb`. In tests and settings also hooks such as `pytest_runtest_makereport`, `load_tests` or `process.on('uncaughtException')`.",
    why: 'A hook can change a failure into a pass, or leave tests out.',
    example: { 'conftest.py': ['+def pytest_runtest_makereport(item, call):', '+    ...'] },
    allow: 'Allow the files in which the project keeps its own hooks, for example `conftest.py`.',
  },
  find({ patch }) {
    return patch.flatMap((file) => {
      if (isProse(file.path)) return [];
      const isSupport = supportRole(file.path) !== null;
      const lines = addedCode(file).filter(({ code }) => RUNNER_CHANGED.test(code) || (isSupport && RUNNER_HOOK.test(code)));
      const isPlugin = file.status === 'added' && PLUGIN_FILE.test(file.path);
      if (lines.length === 0 && !isPlugin) return [];
      // A hook among the tests may be a helper; it is not in the pinned tree.
      const severity = (isSource(file) && !isTestTooling(file)) || isPlugin ? 'error' : 'warning';
      return [fileFinding(severity, 'hooks into how tests are run or reported', file.path, lines)];
    });
  },
};
