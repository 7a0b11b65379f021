// What was done to test files, line by line, in the words of each language's test libraries.

import { ASSERTION } from './assertions.ts';
import { type CandidateEvidence, counted, finding, findingAt, type IntegrityRule, listed, type RuleFinding } from './evidence.ts';
import type { PatchFile, PatchLine } from './patch.ts';
import { mixedFile, supportRole } from './test-support.ts';

function testFiles({ patch }: CandidateEvidence): PatchFile[] {
  return patch.filter(({ path }) => supportRole(path) === 'test');
}

/** A pattern in added lines, unless the same file had as many before. */
function addedIn(files: readonly PatchFile[], pattern: RegExp): { file: PatchFile; lines: PatchLine[] }[] {
  return files.flatMap((file) => {
    const lines = file.added.filter(({ text }) => pattern.test(text));
    const before = file.removed.filter(({ text }) => pattern.test(text)).length;
    return lines.length > before ? [{ file, lines }] : [];
  });
}

/** A call that defines a test, with an option in the same line. */
const WITH_OPTION = String.raw`\b(?:it|test|describe|suite)\s*\([^;]{0,200}\b`;

const SKIP = new RegExp(
  [
    String.raw`\b(?:it|test|describe|context|suite)\.(?:skip|todo|failing|fails)\b`,
    String.raw`\bx(?:it|describe|test|specify)\s*\(`,
    `${WITH_OPTION}skip:\\s*(?:true|['"\`])`,
    String.raw`@(?:unittest\.)?skip\b|@unittest\.expectedFailure|@pytest\.mark\.(?:skip|xfail)\b|@pytest\.mark\.skipif\(\s*(?:True|1)\b`,
    String.raw`pytest\.(?:skip|xfail)\s*\(|self\.skipTest\s*\(|\bt\.Skip(?:f|Now)?\s*\(|#\[ignore\b|@(?:Disabled|Ignore)\b`,
    String.raw`^\s*pending\s*[('"]|markTest(?:Skipped|Incomplete)|GTEST_SKIP|\bTEST\w*\s*\([^)]{0,100}\bDISABLED_`,
    String.raw`\bthis\.skip\s*\(|\.(?:skipIf\s*\(\s*true|runIf\s*\(\s*false)|\bassume(?:True\s*\(\s*false|False\s*\(\s*true)|\bSkip\s*=\s*"`,
    // Ruby and bats: a word of its own.
    String.raw`^\s*skip(?:\s+['"(]|\s*$)`,
    // A test file of Go that is only built when somebody asks for it.
    String.raw`^\/\/(?:go:build|\s?\+build)\s`,
  ].join('|'),
);

const testsSkipped: IntegrityRule = {
  id: 'tests_skipped',
  title: 'Tests are marked as skipped, pending or expected to fail.',
  find(evidence) {
    // Rust has tests inside sources. A new file silences nothing that the base has.
    const files = evidence.patch.filter(({ path }) => supportRole(path) === 'test' || path.endsWith('.rs'));
    return addedIn(files, SKIP).map(({ file, lines }) => {
      const severity = file.status === 'added' ? 'info' : 'warning';
      return findingAt(severity, `${counted(lines.length, 'test')} marked to be skipped`, file.path, lines);
    });
  },
};

const FOCUS = new RegExp(
  [
    String.raw`\b(?:it|test|describe|context|suite)\.only\b`,
    String.raw`^\s*f(?:it|describe|context)(?:\s*\(\s*|\s+)['"\x60]`,
    `${WITH_OPTION}only:\\s*true`,
    String.raw`\b(?:it|describe|context)\s[^;]{0,200},\s*(?::focus\b|focus:\s*true)`,
  ].join('|'),
);

const testsFocused: IntegrityRule = {
  id: 'tests_focused',
  title: 'Single tests are marked to run alone, which silences all others.',
  find(evidence) {
    return addedIn(testFiles(evidence), FOCUS).map(({ file, lines }) =>
      findingAt('error', 'a test is marked to run alone, so that the others do not run', file.path, lines),
    );
  },
};

const TRIVIAL =
  /(?:\bassert(?:\.ok|\.equal|\.strictEqual)?\s*\(\s*(?:true|1)\s*(?:,\s*(?:true|1)\s*)?\)|expect\s*\(\s*(true|1|\d+)\s*\)\.(?:toBe|toEqual)\s*\(\s*\1\s*\)|expect\(true\)\.toBeTruthy|\bassert\s+(?:True|1\s*==\s*1|\d+\s*==\s*\d+)\s*$|self\.assertTrue\(\s*True\s*\)|assert!\(\s*true\s*\)|assert_eq!\(\s*(\d+)\s*,\s*\2\s*\)|\bassert\.(?:equal|strictEqual)\(\s*(\w+)\s*,\s*\3\s*\))/;

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
    const asserts = (lines: readonly PatchLine[]) => lines.filter(({ text }) => ASSERTION.test(text));
    const files = testFiles(evidence);
    // Assertions that went to another test file are still there.
    const lost = files.reduce((sum, { removed, added }) => sum + asserts(removed).length - asserts(added).length, 0);
    return files.flatMap((file): RuleFinding[] => {
      const [removed, added] = [asserts(file.removed), asserts(file.added)];
      if (file.status !== 'modified' || lost <= 0 || removed.length <= added.length) return [];
      const text = `${removed.length} assertions removed and ${added.length} added`;
      const harmless = everybodyTouches(evidence, file.path) || baseTestsPass(evidence);
      return [findingAt(harmless ? 'info' : 'warning', text, file.path, removed)];
    });
  },
};

/** Lines that register a test where the runner does not find tests by itself, and the name in them. */
const REGISTRATION =
  /\b(?:RUN_TEST(?:_CASE|_GROUP)?|CU_add_test|CU_ADD_TEST|cmocka_unit_test\w*|tcase_add_test|mu_run_test|MU_RUN_TEST|suite_add_tcase|QTEST_\w*MAIN|g_test_add(?:_func)?)\s*\(\s*([^)]{1,200})/;

const testsUnregistered: IntegrityRule = {
  id: 'tests_unregistered',
  title: 'Calls that run single tests are removed, where only the result of the whole test program is known.',
  find(evidence) {
    const named = (lines: readonly PatchLine[]) =>
      lines.flatMap((line) => {
        const name = REGISTRATION.exec(line.text)?.[1]?.replace(/\s+/g, ' ').trim();
        return name === undefined ? [] : [{ line, name }];
      });
    const kept = new Set(evidence.patch.flatMap(({ added }) => named(added).map(({ name }) => name)));
    return evidence.patch.flatMap((file): RuleFinding[] => {
      const lost = named(file.removed).filter(({ name }) => !kept.has(name));
      if (lost.length === 0) return [];
      const text = `${counted(lost.length, 'test')} no longer registered: ${listed(lost.map(({ name }) => name))}`;
      const severity = everybodyTouches(evidence, file.path) ? 'info' : 'warning';
      return [
        findingAt(
          severity,
          text,
          file.path,
          lost.map(({ line }) => line),
        ),
      ];
    });
  },
};

/** Every test of the base passes as the base has it: what was taken out of tests hides nothing. */
function baseTestsPass({ tests, lostByAll }: CandidateEvidence): boolean {
  return (
    tests.length > 0 && tests.every(({ id, base, pinned }) => pinned === 'passed' || base === 'skipped' || lostByAll.has(id))
  );
}

function everybodyTouches({ others }: CandidateEvidence, path: string): boolean {
  return others.length > 0 && others.every(({ patch }) => patch.some((file) => file.path === path && file.removed.length > 0));
}

/** In settings. */
const RETRY = /\b(?:retry|retries|reruns?|flaky)\b["']?\s*[:=]\s*[1-9]|--(?:retry|retries|reruns|flaky-test-attempts)[= ]\d/;
/** In tests, where a number of retries is mostly what the code under test is called with. */
const RETRY_IN_TEST = new RegExp(
  String.raw`\bjest\.retryTimes\s*\(\s*[1-9]|\bthis\.retries\s*\(\s*[1-9]|@(?:pytest\.mark\.)?flaky\b|@(?:RepeatedIfExceptionsTest|RetryingTest)\b|` +
    `${WITH_OPTION}(?:retry|retries):\\s*[1-9]`,
);

const retriesRaised: IntegrityRule = {
  id: 'retries_raised',
  title: 'Failing tests are run again until they pass.',
  find({ patch }) {
    return patch.flatMap((file) => {
      const role = supportRole(file.path);
      const pattern = role === 'test' ? RETRY_IN_TEST : RETRY;
      const lines = file.added.filter(({ text }) => pattern.test(text));
      if (lines.length === 0 || (role === null && mixedFile(file.path) === null)) return [];
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
  testsUnregistered,
  retriesRaised,
  noSourceChange,
];
