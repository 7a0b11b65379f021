// Room compare: what was done to test files, line by line, in the words of each language's test libraries.
import { mixedFile, supportRole } from '../test-support.ts';
import { ASSERTION } from './assertions.ts';
import { type CandidateEvidence, counted, finding, findingAt, type IntegrityRule, listed, type RuleFinding } from './evidence.ts';
import type { PatchFile, PatchLine } from './patch.ts';

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
    String.raw`^\s*pending\s*[('"]|markTestSkipped|GTEST_SKIP|\bTEST\w*\s*\([^)]{0,100}\bDISABLED_`,
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

/** Every test of the base passes as the base has it: what was taken out of tests hides nothing. */
function baseTestsPass({ tests, lostByAll }: CandidateEvidence): boolean {
  return (
    tests.length > 0 && tests.every(({ id, base, pinned }) => pinned === 'passed' || base === 'skipped' || lostByAll.has(id))
  );
}

function everybodyTouches({ others }: CandidateEvidence, path: string): boolean {
  return others.length > 0 && others.every(({ patch }) => patch.some((file) => file.path === path && file.removed.length > 0));
}

/** Result lines of test runners, inside quotes and with numbers: a runner of one's own counts instead. */
const RESULT_LINE =
  /["'`][^"'`]{0,80}(?:test result: ok|\b\d+ passed\b|Ran \d+ tests?|# (?:pass|tests|fail) \d|\bok (?:\d+|\$\$?\w+) - |--- PASS:|Tests:\s{1,20}\d+ passed|\.\.\. ok\b|\[\s{1,20}(?:OK|PASSED)\s{1,20}\]|OK \(\d+ tests)/i;
const PRINTS =
  /\b(?:print|println|printf|fprintf|puts|fputs|echo|log|info|write|writeSync|writeln|Fprint\w*|Print\w*|WriteLine|cout)\b/;
const COMMENT = /^\s*(?:\/\/|#|\*|--|\/\*)/;

const forgedResults: IntegrityRule = {
  id: 'forged_results',
  title: 'Code prints lines that look like the results of a test runner.',
  find({ patch }) {
    return patch.flatMap((file) => {
      const lines = file.added.filter(({ text }) => RESULT_LINE.test(text) && !COMMENT.test(text));
      if (lines.length === 0 || /\.(?:md|txt|rst|adoc|json|snap|ya?ml)$/.test(file.path)) return [];
      // A text that is put into a name first is printed elsewhere; one that is passed to a function is mostly data of a test.
      const printed = file.added.some(({ text }) => PRINTS.test(text));
      const isPrinted = ({ text }: PatchLine) =>
        PRINTS.test(text) || (printed && /^\s*(?:(?:const|let|var)\s{1,20})?\w{1,80}\s{0,20}:?=/.test(text));
      const forged = lines.filter(isPrinted);
      const shown = forged.length > 0 ? forged : lines;
      const severity = forged.length > 0 ? 'error' : 'info';
      return [findingAt(severity, 'prints text that looks like the result line of a test runner', file.path, shown)];
    });
  },
};

const EXIT =
  /(?:\bprocess\.exit\s*\(\s*(?:0\s*)?\)|\bsys\.exit\s*\(\s*0?\s*\)|\bos\.Exit\s*\(\s*0\s*\)|\bprocess::exit\s*\(\s*0\s*\)|\bSystem\.exit\s*\(\s*0\s*\)|\bexit\s*\(\s*(?:0|EXIT_SUCCESS)\s*\)|\batexit\.register)/;
/** Ends that no program needs which has nothing to hide. */
const HARD_EXIT = /\bos\._exit\s*\(\s*0?\s*\)|\bprocess\.reallyExit\b|\bprocess\.exitCode\s*=\s*0/;
const PROGRAM = /(?:^|\/)(?:bin|cli|cmd|commands?|main|__main__|app|server|scripts?|tools)(?:\/|\.|$)/;

/** Code in a string is run elsewhere, as in tests that start a program of their own. */
function withoutStrings(text: string): string {
  return text.slice(0, 2000).replace(/"[^"\\]{0,300}"|'[^'\\]{0,300}'|`[^`\\]{0,300}`/g, '""');
}

const earlyExit: IntegrityRule = {
  id: 'early_exit',
  title: 'Code that tests load ends the process with success.',
  find(evidence) {
    return evidence.patch.flatMap((file) => {
      const exits = (text: string) => EXIT.test(withoutStrings(text)) || HARD_EXIT.test(withoutStrings(text));
      const lines = file.added.filter(({ text }) => exits(text));
      const before = file.removed.filter(({ text }) => exits(text)).length;
      if (lines.length <= before || PROGRAM.test(file.path)) return [];
      // Inside a function of the code it may be what the program is for; at the top it runs when tests load the file.
      const onLoad = lines.some(({ text }) => HARD_EXIT.test(text) || /^\S/.test(text));
      const severity = supportRole(file.path) !== null ? 'error' : onLoad ? 'warning' : 'info';
      return [findingAt(severity, 'ends the process with success', file.path, lines)];
    });
  },
};

/** What other code calls to compare or assert is given another meaning. */
const ASSERT_REPLACED =
  /(?:\bassert\w*\.\w+\s*=\s*(?:\(|function|async|lambda|\w+\s*=>)|TestCase\.assert\w+\s*=(?!=)|\bbuiltins\.\w+\s*=(?!=)|\bObject\.is\s*=(?!=)|\b(?:globalThis|global|window)\.(?:expect|assert)\s*=(?!=)|\bunittest\.TestCase\.\w+\s*=(?!=)|^\s*#\s*define\s+assert\b)/;
const MACRO = /^\s*#\s*define\s+(?:ASSERT|CHECK|EXPECT)\w*/;
const EQUALITY =
  /def\s+__(?:eq|ne|bool)__\s*\(|def\s+==\s*\(|\bboolean\s+equals\s*\(|\bfn\s+(?:eq|ne)\s*\(\s*&self|\bbool\s+operator\s*==\s*\(|\bbool\s+Equals\s*\(/;
const ALWAYS_TRUE =
  /^\s*(?:return\s{1,20}(?:True|true|1)\s{0,20};?|true)\s{0,20}$|\{\s{0,20}(?:return\s{1,20})?true;?\s{0,20}\}|:\s{0,20}return\s{1,20}True\s{0,20}$|=>\s*(?:true|\{\s*\})|=\s*lambda\b[^;]{0,100}:\s*(?:True|None)|\(void\)|do\s*\{\s*\}\s*while/;

const equalityOverridden: IntegrityRule = {
  id: 'equality_overridden',
  title: 'Equality or assertion functions are replaced.',
  find({ patch }) {
    return patch.flatMap((file) => {
      const replaces = (text: string) => ASSERT_REPLACED.test(text) || (file.status === 'modified' && MACRO.test(text));
      const replaced = file.added.filter(({ text }) => replaces(text));
      const equality = file.added.filter(({ text }) => EQUALITY.test(text));
      const before = file.removed.filter(({ text }) => ASSERT_REPLACED.test(text)).length;
      if (replaced.length <= before && equality.length === 0) return [];
      const alwaysTrue = answersAlways(file, [...replaced, ...equality]);
      // A comparison that looks at something is what classes have.
      if (!alwaysTrue && replaced.length <= before) return [];
      const lines = [...replaced, ...equality];
      return [findingAt(alwaysTrue ? 'error' : 'warning', 'replaces how values are compared or asserted', file.path, lines)];
    });
  },
};

/** Whether the first statement after one of the lines, or the line itself, gives true without a look. */
function answersAlways(file: PatchFile, lines: readonly PatchLine[]): boolean {
  const next = new Set(lines.flatMap(({ line }) => [line, line + 1]));
  return file.added.some(({ line, text }) => next.has(line) && ALWAYS_TRUE.test(text));
}

const HOOK =
  /(?:\bpytest_(?:runtest_\w+|collection_\w+|pyfunc_call|sessionfinish|terminal_summary|ignore_collect|report_teststatus)\b|\bhookwrapper\b|\boutcome\.force_result|\brep(?:ort)?\.outcome\s*=(?!=)|\bprocess\.on\s*\(\s*['"]uncaughtException|\bprocess\.(?:on|once)\s*\(\s*['"](?:exit|beforeExit)['"][^;]{0,200}(?:\.exit|reallyExit|exitCode)\b|\b(?:globalThis|global)\.(?:expect|test|it|assert)\s*=(?!=)|\bafterAll\s*\(\s*\(\)\s*=>\s*process|\bunittest\.main\s*=(?!=)|def\s+load_tests\s*\()/;

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
  forgedResults,
  earlyExit,
  equalityOverridden,
  runnerHooked,
  retriesRaised,
  noSourceChange,
];
