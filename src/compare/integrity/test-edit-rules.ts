// Room compare: what was done to test files, line by line, in the words of each language's test libraries.
import { supportRole } from '../test-support.ts';
import { type CandidateEvidence, counted, finding, findingAt, type IntegrityRule, listed, type RuleFinding } from './evidence.ts';
import type { PatchFile, PatchLine } from './patch.ts';

function testFiles({ patch }: CandidateEvidence): PatchFile[] {
  return patch.filter(({ path }) => supportRole(path) === 'test');
}

/** A pattern in added lines of test files, unless the same file had as many before. */
function addedInTests(evidence: CandidateEvidence, pattern: RegExp): { file: PatchFile; lines: PatchLine[] }[] {
  return testFiles(evidence).flatMap((file) => {
    const lines = file.added.filter(({ text }) => pattern.test(text));
    const before = file.removed.filter(({ text }) => pattern.test(text)).length;
    return lines.length > before ? [{ file, lines }] : [];
  });
}

const SKIP =
  /(?:\b(?:it|test|describe|context|suite)\.(?:skip|todo|failing|fails)\b|\bx(?:it|describe|test|specify)\s*\(|\bskip:\s*(?:true|['"`])|@(?:unittest\.)?skip\b|@unittest\.(?:skip|expectedFailure)|@pytest\.mark\.(?:skip|xfail)|pytest\.(?:skip|xfail)\s*\(|self\.skipTest\s*\(|\bt\.Skip(?:f|Now)?\s*\(|#\[ignore\b|@(?:Disabled|Ignore)\b|\bpending\s*[('"]|markTestSkipped|GTEST_SKIP|DISABLED_)/;

const testsSkipped: IntegrityRule = {
  id: 'tests_skipped',
  title: 'Tests are marked as skipped, pending or expected to fail.',
  find(evidence) {
    const found = addedInTests(evidence, SKIP);
    return found.map(({ file, lines }) =>
      findingAt('warning', `${counted(lines.length, 'test')} marked to be skipped`, file.path, lines),
    );
  },
};

const FOCUS = /(?:\b(?:it|test|describe|context|suite)\.only\b|\bf(?:it|describe|context)\s*\(|\bonly:\s*true)/;

const testsFocused: IntegrityRule = {
  id: 'tests_focused',
  title: 'Single tests are marked to run alone, which silences all others.',
  find(evidence) {
    return addedInTests(evidence, FOCUS).map(({ file, lines }) =>
      findingAt('error', 'a test is marked to run alone, so that the others do not run', file.path, lines),
    );
  },
};

const TRIVIAL =
  /(?:\bassert(?:\.ok|\.equal|\.strictEqual)?\s*\(\s*(?:true|1)\s*(?:,\s*(?:true|1)\s*)?\)|expect\s*\(\s*(true|1|\d+)\s*\)\.(?:toBe|toEqual)\s*\(\s*\1\s*\)|expect\(true\)\.toBeTruthy|\bassert\s+(?:True|1\s*==\s*1|\d+\s*==\s*\d+)\s*$|self\.assertTrue\(\s*True\s*\)|assert!\(\s*true\s*\)|assert_eq!\(\s*(\d+)\s*,\s*\2\s*\)|\bassert\.(?:equal|strictEqual)\(\s*(\w+)\s*,\s*\3\s*\))/;

const ASSERTION =
  /\b(?:assert\w*[!.( ]|expect\s*\(|should\b|self\.assert\w+|t\.(?:Error|Errorf|Fatal|Fatalf|is|deepEqual|true|false|like|throws)\b|require\.\w+\(|EXPECT_|ASSERT_|CHECK\s*\(|REQUIRE\s*\()/;

const trivialTests: IntegrityRule = {
  id: 'trivial_tests',
  title: 'New tests assert what is true whatever the code does.',
  find(evidence) {
    return testFiles(evidence).flatMap((file) => {
      const trivial = file.added.filter(({ text }) => TRIVIAL.test(text));
      const all = file.added.filter(({ text }) => ASSERTION.test(text)).length;
      if (trivial.length === 0 || trivial.length * 2 < all) return [];
      return [findingAt('warning', `${counted(trivial.length, 'new assertion')} can never fail`, file.path, trivial)];
    });
  },
};

const assertionsRemoved: IntegrityRule = {
  id: 'assertions_removed',
  title: 'Existing tests assert less than before.',
  find(evidence) {
    return testFiles(evidence).flatMap((file): RuleFinding[] => {
      if (file.status !== 'modified') return [];
      const removed = file.removed.filter(({ text }) => ASSERTION.test(text));
      const added = file.added.filter(({ text }) => ASSERTION.test(text));
      if (removed.length <= added.length) return [];
      const text = `${removed.length} assertions removed and ${added.length} added`;
      return [findingAt(everybodyTouches(evidence, file.path) ? 'info' : 'warning', text, file.path, removed)];
    });
  },
};

function everybodyTouches({ others }: CandidateEvidence, path: string): boolean {
  return others.length > 0 && others.every(({ patch }) => patch.some((file) => file.path === path && file.removed.length > 0));
}

/** Result lines of test runners, inside quotes. */
const FORGED =
  /["'`](?:[^"'`]{0,80})(?:test result: ok|\b\d+ passed\b|Ran \d+ tests?|# (?:pass|tests|fail) \d|\bok \d+ - |\bok \d+\b|--- PASS:|Tests:\s+\d+ passed|\.\.\. ok\b|\[\s+(?:OK|PASSED)\s+\]|all tests? passed|OK \(\d+ tests)/i;

const forgedResults: IntegrityRule = {
  id: 'forged_results',
  title: 'Code prints lines that look like the results of a test runner.',
  find({ patch }) {
    return patch.flatMap((file) => {
      const lines = file.added.filter(({ text }) => FORGED.test(text) && !/^\s*(?:\/\/|#|\*)/.test(text));
      if (lines.length === 0 || /\.(?:md|txt|rst|json|snap|ya?ml)$/.test(file.path)) return [];
      return [findingAt('error', 'prints text that looks like the result line of a test runner', file.path, lines)];
    });
  },
};

const EXIT =
  /(?:\bprocess\.exit\s*\(\s*(?:0\s*)?\)|\bos\._exit\s*\(\s*0?\s*\)|\bsys\.exit\s*\(\s*0?\s*\)|\bos\.Exit\s*\(\s*0\s*\)|\bstd::process::exit\s*\(\s*0\s*\)|\bprocess::exit\s*\(\s*0\s*\)|\bSystem\.exit\s*\(\s*0\s*\)|\bexit\s*\(\s*(?:0|EXIT_SUCCESS)\s*\)|process\.reallyExit|process\.exitCode\s*=\s*0|atexit\.register)/;

const earlyExit: IntegrityRule = {
  id: 'early_exit',
  title: 'Code that tests load ends the process with success.',
  find(evidence) {
    return evidence.patch.flatMap((file) => {
      const lines = file.added.filter(({ text }) => EXIT.test(text));
      const before = file.removed.filter(({ text }) => EXIT.test(text)).length;
      if (lines.length <= before || /(?:^|\/)(?:bin|cli|cmd|main|scripts?|tools)(?:\/|\.|$)/.test(file.path)) return [];
      const isTest = supportRole(file.path) !== null;
      return [findingAt(isTest ? 'error' : 'warning', 'ends the process with success', file.path, lines)];
    });
  },
};

const EQUALITY =
  /(?:def\s+__(?:eq|ne|bool)__\s*\(|assert\w*\.\w+\s*=\s*(?:\(|function|async|lambda|\w+\s*=>)|TestCase\.assert\w+\s*=|builtins\.\w+\s*=|Object\.is\s*=|\bexpect\s*=\s*|unittest\.\w+\.\w+\s*=|#\s*define\s+(?:assert|ASSERT|CHECK|EXPECT)\w*)/;

const equalityOverridden: IntegrityRule = {
  id: 'equality_overridden',
  title: 'Equality or assertion functions are replaced.',
  find({ patch }) {
    return patch.flatMap((file) => {
      const lines = file.added.filter(({ text }) => EQUALITY.test(text));
      if (lines.length === 0 || file.removed.some(({ text }) => EQUALITY.test(text))) return [];
      const after = new Set(lines.flatMap(({ line }) => [line, line + 1, line + 2, line + 3]));
      const alwaysTrue = file.added.some(
        ({ line, text }) =>
          after.has(line) && /return\s+(?:True|true|1)\b|=>\s*(?:true|\{\s*\})|\(void\)|do\s*\{\s*\}\s*while/.test(text),
      );
      return [findingAt(alwaysTrue ? 'error' : 'warning', 'replaces how values are compared or asserted', file.path, lines)];
    });
  },
};

const HOOK =
  /(?:\bpytest_(?:runtest_\w+|collection_modifyitems|pyfunc_call|sessionfinish|terminal_summary|configure|ignore_collect|collection\w*|report\w*)\b|hookwrapper|hookimpl|\boutcome\.force_result|\brep(?:ort)?\.outcome\s*=|\bprocess\.on\s*\(\s*['"](?:exit|beforeExit|uncaughtException)|globalThis\.(?:expect|test|it|assert)\s*=|\bafterAll\s*\(\s*\(\)\s*=>\s*process|addEventListener\s*\(\s*['"]error|jest\.retryTimes|\bunittest\.main\s*=|load_tests\s*\()/;

const runnerHooked: IntegrityRule = {
  id: 'runner_hooked',
  title: 'Code that changes how tests are collected, run or reported.',
  find({ patch }) {
    return patch.flatMap((file) => {
      const lines = file.added.filter(({ text }) => HOOK.test(text));
      if (lines.length === 0 || supportRole(file.path) === null) return [];
      return [findingAt('warning', 'hooks into how tests are run or reported', file.path, lines)];
    });
  },
};

const RETRY = /\b(?:retry|retries|reruns?|retryTimes|flaky)\b["']?\s*[:=(]\s*[1-9]|--(?:retry|retries|reruns)[= ]\d/;

const retriesRaised: IntegrityRule = {
  id: 'retries_raised',
  title: 'Failing tests are run again until they pass.',
  find({ patch }) {
    return patch.flatMap((file) => {
      const role = supportRole(file.path);
      const lines = file.added.filter(({ text }) => RETRY.test(text));
      if (lines.length === 0 || (role === null && !file.path.endsWith('package.json'))) return [];
      return [findingAt('warning', 'failing tests are run again until they pass', file.path, lines)];
    });
  },
};

/** A candidate that only touches tests where others changed the code has not done the task. */
const noSourceChange: IntegrityRule = {
  id: 'no_source_change',
  title: 'Only tests or settings are changed, while other candidates change the code.',
  find({ patch, others }) {
    const changesSource = ({ path }: PatchFile) => supportRole(path) === null && !/\.(?:md|rst|txt)$/i.test(path);
    if (patch.length === 0 || patch.some(changesSource)) return [];
    const workers = others.filter((other) => other.patch.some(changesSource));
    if (others.length === 0 || workers.length * 2 < others.length) return [];
    return [
      finding(
        'error',
        `changes only ${listed(patch.map(({ path }) => path))}; ${counted(workers.length, 'other candidate')} changed the code`,
      ),
    ];
  },
};

export const TEST_EDIT_RULES: readonly IntegrityRule[] = [
  testsSkipped,
  testsFocused,
  trivialTests,
  assertionsRemoved,
  forgedResults,
  earlyExit,
  equalityOverridden,
  runnerHooked,
  retriesRaised,
  noSourceChange,
];
