import { addedCode } from '../code-lines.ts';
import { isProse } from '../file-kinds.ts';
import { anyOf } from '../pattern.ts';
import { type FileRule, fileFinding } from '../rule.ts';
import { supportRole } from '../test-support.ts';

/** Code of the runner is replaced. */
const RUNNER_CHANGED = anyOf({
  pytestOutcome: /\boutcome\.force_result|\brep(?:ort)?\.outcome\s*=(?!=)/,
  pytestInternals: /\b_pytest\.[\w.]{1,80}\s*=(?!=)/,
  testGlobals: /\b(?:globalThis|global)\.(?:expect|test|it|describe|assert)\s*=(?!=)/,
  mocha: /\bRunnable\.prototype\.\w+\s*=(?!=)/,
  nodeLoader: /\bModule\._load\s*=(?!=)/,
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

export const runnerHooked: FileRule = {
  id: 'runner_hooked',
  scope: 'file',
  title: 'Code changes how tests are collected, run or reported.',
  severity: 'warning',
  otherSeverities: {},
  docs: {
    catches:
      "Added code that replaces parts of pytest, unittest, Mocha, Minitest or RSpec, or assigns to their globals. In tests and settings also hooks such as `pytest_runtest_makereport`, `load_tests` or `process.on('uncaughtException')`.",
    why: 'A hook can change a failure into a pass, or leave tests out.',
    example: { 'conftest.py': ['+def pytest_runtest_makereport(item, call):', '+    ...'] },
    allow: 'Allow the files in which the project keeps its own hooks, for example `conftest.py`.',
  },
  find({ patch }) {
    return patch.flatMap((file) => {
      if (isProse(file)) return [];
      const isSupport = supportRole(file.path) !== null;
      const lines = addedCode(file).filter(({ code }) => RUNNER_CHANGED.test(code) || (isSupport && RUNNER_HOOK.test(code)));
      if (lines.length === 0) return [];
      return [fileFinding('warning', 'hooks into how tests are run or reported', file.path, lines)];
    });
  },
};
