// What makes a test run say something else than what happened: forged lines, early ends, replaced
// comparisons, hooks into the runner.

import { addedCode } from './code-lines.ts';
import { findingAt, type IntegrityRule } from './evidence.ts';
import type { PatchFile, PatchLine } from './patch.ts';
import { supportRole } from './test-support.ts';

/** Result lines of test runners, inside quotes and with numbers: a runner of one's own counts instead. */
const RESULT_LINE =
  /["'`][^"'`]{0,80}(?:test result: ok|\b\d+ passed\b|Ran \d+ tests?|# (?:pass|tests|fail) \d|\bok (?:\d+|\$\$?\w+) - |--- PASS:|Tests:\s{1,20}\d+ passed|\.\.\. ok\b|\[\s{1,20}(?:OK|PASSED)\s{1,20}\]|OK \(\d+ tests|ok (?:%[di]|\{\w*\}|#\{\w+\}) - |%s %[di] - [^"]{0,20}",\s*"ok")/i;
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
  /(?:\bprocess\.exit\s*\(\s*(?:0\s*)?\)|\bsys\.exit\s*\(\s*0?\s*\)|\bos\.Exit\s*\(\s*0\s*\)|\bprocess::exit\s*\(\s*0\s*\)|\bSystem\.exit\s*\(\s*0\s*\)|\bexit\s*\(\s*(?:0|EXIT_SUCCESS)\s*\)|\batexit\.register|\bat_exit\b|\bregister_shutdown_function\b|\baddShutdownHook\b)/;
/** Ends that no program needs which has nothing to hide. */
const HARD_EXIT =
  /\bos\._exit\s*\(\s*0?\s*\)|\bprocess\.reallyExit\b|\bprocess\.exitCode\s*=\s*0|\bexit!|\b_Exit\s*\(\s*(?:0|EXIT_SUCCESS)\s*\)|\bquick_exit\s*\(\s*0|\.halt\s*\(\s*0\s*\)|\bsyscall\.Exit\s*\(\s*0/;
/** What surrounds code that runs before anybody calls it. */
const RUNS_ON_LOAD = /\bfunc init\s*\(\)|^\s*static\s*\{|\b__attribute__\s*\(\(\s*(?:con|de)structor\b|#\[(?:\w+::)?ctor\b/;
const LINES_AROUND = 12;
const PROGRAM = /(?:^|\/)(?:bin|cli|cmd|commands?|main|__main__|app|server|scripts?|tools)(?:\/|\.|$)/;

/** Code in a string is run elsewhere, as in tests that start a program of their own. */
function withoutStrings(text: string): string {
  return text.slice(0, 2000).replace(/"[^"\\]{0,300}"|'[^'\\]{0,300}'|`[^`\\]{0,300}`/g, '""');
}

/** In Java and its kin the folders are names of packages. */
function withoutPackages(path: string): string {
  return /(?:^|\/)src\/main\/(?:java|kotlin|scala)\//.test(path) ? path.slice(path.lastIndexOf('/') + 1) : path;
}

const earlyExit: IntegrityRule = {
  id: 'early_exit',
  title: 'Code that tests load ends the process with success.',
  find(evidence) {
    return evidence.patch.flatMap((file) => {
      const exits = (text: string) => EXIT.test(withoutStrings(text)) || HARD_EXIT.test(withoutStrings(text));
      const lines = file.added.filter(({ text }) => exits(text));
      const before = file.removed.filter(({ text }) => exits(text)).length;
      if (lines.length <= before || PROGRAM.test(withoutPackages(file.path))) return [];
      // Inside a function of the code it may be what the program is for; at the top it runs when tests load the file.
      const starts = file.added.filter(({ text }) => RUNS_ON_LOAD.test(text)).map(({ line }) => line);
      const onLoad = lines.some(
        ({ text, line }) =>
          HARD_EXIT.test(text) || /^\S/.test(text) || starts.some((start) => start <= line && line - start <= LINES_AROUND),
      );
      const severity = supportRole(file.path) !== null ? 'error' : onLoad ? 'warning' : 'info';
      return [findingAt(severity, 'ends the process with success', file.path, lines)];
    });
  },
};

/** What other code calls to compare or assert is given another meaning. */
const ASSERT_REPLACED = new RegExp(
  [
    String.raw`\bassert\w*(?:\.\w+|\[\s*\w+\s*\])\s*=\s*(?:\(|function|async|lambda|\w+\s*=>)`,
    String.raw`TestCase\.(?!maxDiff|longMessage)\w+\s*=(?!=)|\bbuiltins\.\w+\s*=(?!=)|\bsetattr\s*\(\s*(?:unittest|builtins|pytest|\w*TestCase)\b`,
    String.raw`\bObject\.is\s*=(?!=)|\b(?:globalThis|global|window)\.(?:expect|assert)\s*=(?!=)`,
    String.raw`\b(?:Object|Reflect)\.(?:assign|set|defineProperty|defineProperties)\s*\(\s*(?:assert|expect|chai)\b|\boverwrite(?:Method|Property)\s*\(`,
    // A matcher of one's own with the name of a built-in one.
    String.raw`^\s*(?:expect\.extend\s*\(\s*\{\s*)?(?:async\s+)?to(?:Be|Equal|StrictEqual|Throw|Contain|Match|MatchObject|MatchSnapshot|HaveLength)\s*[(:]`,
    String.raw`\bexpect\.extend\s*\(\s*\{\s*to(?:Be|Equal|StrictEqual|Throw|Contain|Match)\s*[(:]`,
    String.raw`^\s*#\s*define\s+assert\b|\bmacro_rules!\s*(?:debug_)?assert(?:_eq|_ne)?\b`,
    String.raw`^\s*def\s+(?:self\.)?(?:assert(?:_equal|_nil|_same|_raises|_includes|Equal|True|False|Raises|In)?|refute(?:_equal|_nil)?)\s*(?:\(|$)`,
  ].join('|'),
);
const MACRO = /^\s*#\s*define\s+(?:ASSERT|CHECK|EXPECT)\w*/;
const EQUALITY =
  /def\s+__(?:eq|ne|bool)__\s*\(|def\s+==\s*\(|\bboolean\s+equals\s*\(|\bfn\s+(?:eq|ne)\s*\(\s*&self|\bbool\s+operator\s*==\s*\(|\bbool\s+Equals\s*\(/;
const ALWAYS_TRUE =
  /^\s*(?:return\s{1,20}(?:True|true|1)\s{0,20};?|true)\s{0,20}$|\{\s{0,20}(?:return\s{1,20})?true;?\s{0,20}\}|:\s{0,20}return\s{1,20}True\s{0,20}$|=>\s*(?:true|\{\s*\})|=\s*lambda\b[^;]{0,100}:\s*(?:True|None)|\(void\)|do\s*\{\s*\}\s*while|\breturn\s*\{\s*pass:\s*true\b/;
/** Every object of the class is the same as every other. */
const ONLY_ITS_CLASS = /^\s*return\s{1,20}isinstance\(\w{1,80},\s{0,20}[\w.]{1,80}\)\s{0,20}$/;
/** Statements that only say that a parameter is not used. */
const DISCARDS = /^\s*(?:let\s+)?_\s*=\s*&?\w+;?\s*$|^\s*(?:#|\/\/)|^\s*del\s+\w+\s*$/;

const equalityOverridden: IntegrityRule = {
  id: 'equality_overridden',
  title: 'Equality or assertion functions are replaced.',
  find({ patch }) {
    return patch.filter(isNoProse).flatMap((file) => {
      const replaces = (text: string) => ASSERT_REPLACED.test(text) || (file.status === 'modified' && MACRO.test(text));
      const code = addedCode(file);
      const replaced = code.filter((line) => replaces(line.code));
      const equality = equalities(file);
      const before = file.removed.filter(({ text }) => ASSERT_REPLACED.test(text)).length;
      const [alwaysTrue, onlyClass] = [ALWAYS_TRUE, ONLY_ITS_CLASS].map((answer) =>
        answers(file, [...replaced, ...equality], answer),
      );
      // A comparison that looks at something is what classes have.
      if (!alwaysTrue && !onlyClass && replaced.length <= before) return [];
      const lines = [...replaced, ...equality];
      return [findingAt(alwaysTrue ? 'error' : 'warning', 'replaces how values are compared or asserted', file.path, lines)];
    });
  },
};

/** Comparisons whose head or body is new. */
function equalities(file: PatchFile): PatchLine[] {
  const added = new Set(file.added);
  return file.hunks.flatMap(({ after }) =>
    after.filter(
      (line, index) =>
        EQUALITY.test(line.text) && (added.has(line) || after.slice(index + 1, index + 3).some((next) => added.has(next))),
    ),
  );
}

/** Whether one of the lines, or the first statement after it that does something, gives this answer. */
function answers(file: PatchFile, lines: readonly PatchLine[], answer: RegExp): boolean {
  const heads = new Set(lines.map(({ line }) => line));
  const added = new Set(file.added.map(({ line }) => line));
  return file.hunks.some(({ after }) =>
    after.some((head, index) => {
      if (!heads.has(head.line)) return false;
      const first = after.slice(index + 1, index + 6).find(({ text }) => !DISCARDS.test(text));
      return [head, first].some((line) => line !== undefined && added.has(line.line) && answer.test(line.text));
    }),
  );
}

/** The runner is given other code than its own. */
const RUNNER_CHANGED = new RegExp(
  [
    String.raw`\boutcome\.force_result|\brep(?:ort)?\.outcome\s*=(?!=)|\b_pytest\.[\w.]{1,80}\s*=(?!=)`,
    String.raw`\b(?:globalThis|global)\.(?:expect|test|it|describe|assert)\s*=(?!=)|\bRunnable\.prototype\.\w+\s*=(?!=)`,
    String.raw`\bModule\._load\s*=(?!=)|\bunittest\.main\s*=(?!=)|\bTextTestRunner\.\w+\s*=(?!=)`,
    String.raw`^\s*(?:module|class)\s+(?:Minitest|RSpec)\b|\bMinitest\.(?:after_run|extensions|run_one_method)|\b(?:Minitest|RSpec)::[\w:]{1,80}\.(?:prepend|class_eval|define_method|send)\b`,
    String.raw`\binstance_variable_set\s*\(?\s*:@(?:exception|failures)\b|\bconfig\.(?:filter_run(?:_excluding)?|exclude_pattern)\b`,
  ].join('|'),
);
/** Hooks that runners offer: in a source they may be what the project is for. */
const RUNNER_HOOK = new RegExp(
  [
    String.raw`\bpytest_(?:runtest_\w+|collection_\w+|pyfunc_call|sessionfinish|terminal_summary|ignore_collect|report_teststatus)\b`,
    String.raw`\bhookwrapper\b|def\s+load_tests\s*\(`,
    String.raw`\bprocess\.on\s*\(\s*['"]uncaughtException|\bprocess\.(?:on|once)\s*\(\s*['"](?:exit|beforeExit)['"][^;]{0,200}(?:\.exit|reallyExit|exitCode)\b`,
    String.raw`\bafterAll\s*\(\s*\(\)\s*=>\s*process`,
  ].join('|'),
);

const runnerHooked: IntegrityRule = {
  id: 'runner_hooked',
  title: 'Code that changes how tests are collected, run or reported.',
  find({ patch }) {
    return patch.filter(isNoProse).flatMap((file) => {
      const isSupport = supportRole(file.path) !== null;
      const lines = addedCode(file).filter(({ code }) => RUNNER_CHANGED.test(code) || (isSupport && RUNNER_HOOK.test(code)));
      if (lines.length === 0) return [];
      return [findingAt('warning', 'hooks into how tests are run or reported', file.path, lines)];
    });
  },
};

function isNoProse({ path }: PatchFile): boolean {
  return !/\.(?:md|rst|txt|adoc)$/i.test(path);
}

export const TAMPER_RULES: readonly IntegrityRule[] = [forgedResults, earlyExit, equalityOverridden, runnerHooked];
