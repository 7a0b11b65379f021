import { addedCode } from '../code-lines.ts';
import { isProse } from '../file-kinds.ts';
import type { PatchFile, PatchLine } from '../patch.ts';
import { anyOf, inOrder } from '../pattern.ts';
import { type FileRule, fileFinding } from '../rule.ts';

/** A function that other code calls to compare or assert gets another meaning. */
const ASSERT_REPLACED = anyOf({
  assertMember: /\bassert\w*(?:\.\w+|\[\s*\w+\s*\])\s*=\s*(?:\(|function|async|lambda|\w+\s*=>)/,
  unittest: /TestCase\.(?!maxDiff|longMessage)\w+\s*=(?!=)/,
  builtins: /\bbuiltins\.\w+\s*=(?!=)|\bsetattr\s*\(\s*(?:unittest|builtins|pytest|\w*TestCase)\b/,
  objectIs: /\bObject\.is\s*=(?!=)/,
  globals: /\b(?:globalThis|global|window)\.(?:expect|assert)\s*=(?!=)/,
  reflection: /\b(?:Object|Reflect)\.(?:assign|set|defineProperty|defineProperties)\s*\(\s*(?:assert|expect|chai)\b/,
  chai: /\boverwrite(?:Method|Property)\s*\(/,
  // A custom matcher with the name of a built-in one.
  matcher: inOrder({
    start: /^\s*(?:expect\.extend\s*\(\s*\{\s*)?(?:async\s+)?/,
    name: /to(?:Be|Equal|StrictEqual|Throw|Contain|Match|MatchObject|MatchSnapshot|HaveLength)/,
    definition: /\s*[(:]/,
  }),
  extendedMatcher: /\bexpect\.extend\s*\(\s*\{\s*to(?:Be|Equal|StrictEqual|Throw|Contain|Match)\s*[(:]/,
  cMacro: /^\s*#\s*define\s+assert\b/,
  rustMacro: /\bmacro_rules!\s*(?:debug_)?assert(?:_eq|_ne)?\b/,
  minitest: inOrder({
    start: /^\s*def\s+(?:self\.)?/,
    name: /assert(?:_equal|_nil|_same|_raises|_includes|Equal|True|False|Raises|In)?|refute(?:_equal|_nil)?/,
    end: /\s*(?:\(|$)/,
  }),
});
const ASSERT_MACRO = /^\s*#\s*define\s+(?:ASSERT|CHECK|EXPECT)\w*/;
/** The definition of a comparison. */
const EQUALITY = anyOf({
  python: /def\s+__(?:eq|ne|bool)__\s*\(/,
  ruby: /def\s+==\s*\(/,
  java: /\bboolean\s+equals\s*\(/,
  rust: /\bfn\s+(?:eq|ne)\s*\(\s*&self/,
  cpp: /\bbool\s+operator\s*==\s*\(/,
  csharp: /\bbool\s+Equals\s*\(/,
});
const ALWAYS_TRUE = anyOf({
  wholeLine: /^\s*(?:return\s{1,20}(?:True|true|1)\s{0,20};?|true)\s{0,20}$/,
  body: /\{\s{0,20}(?:return\s{1,20})?true;?\s{0,20}\}/,
  pythonBody: /:\s{0,20}return\s{1,20}True\s{0,20}$/,
  arrow: /=>\s*(?:true|\{\s*\})/,
  lambda: /=\s*lambda\b[^;]{0,100}:\s*(?:True|None)/,
  emptyMacro: /\(void\)|do\s*\{\s*\}\s*while/,
  matcherResult: /\breturn\s*\{\s*pass:\s*true\b/,
});
/** Every object of the class equals every other. */
const COMPARES_CLASS_ONLY = /^\s*return\s{1,20}isinstance\(\w{1,80},\s{0,20}[\w.]{1,80}\)\s{0,20}$/;
/** Statements that only mark a parameter as unused. */
const DISCARDS = /^\s*(?:let\s+)?_\s*=\s*&?\w+;?\s*$|^\s*(?:#|\/\/)|^\s*del\s+\w+\s*$/;

export const equalityOverridden: FileRule = {
  id: 'equality_overridden',
  scope: 'file',
  title: 'Equality or assertion functions are replaced.',
  severity: 'error',
  otherSeverities: {
    warning: 'an assertion is replaced by something that can still fail, or a comparison looks only at the class',
  },
  docs: {
    catches:
      'Added code that replaces a function, macro or matcher of an assertion library, and new comparison methods (`__eq__`, `equals`, `operator==` and similar) that always return true or look only at the class. A comparison that looks at values is not reported.',
    why: 'If everything is equal, every assertion passes.',
    example: { 'src/cart.py': ['+    def __eq__(self, other):', '+        return True'] },
    allow: 'Allow files of test helpers that wrap assertions on purpose.',
  },
  find({ patch }) {
    return patch.flatMap((file) => {
      if (isProse(file)) return [];
      const replaces = (text: string) => ASSERT_REPLACED.test(text) || (file.status === 'modified' && ASSERT_MACRO.test(text));
      const replaced = addedCode(file).filter(({ code }) => replaces(code));
      const before = file.removed.filter(({ text }) => ASSERT_REPLACED.test(text)).length;
      const lines = [...replaced, ...changedEqualities(file)];
      const isAlwaysTrue = answersWith(file, lines, ALWAYS_TRUE);
      const isSuspect = isAlwaysTrue || answersWith(file, lines, COMPARES_CLASS_ONLY) || replaced.length > before;
      if (!isSuspect) return [];
      return [fileFinding(isAlwaysTrue ? 'error' : 'warning', 'replaces equality or assertion functions', file.path, lines)];
    });
  },
};

/** Definitions of comparisons that are new, or whose next two lines are. */
function changedEqualities(file: PatchFile): PatchLine[] {
  const added = new Set(file.added);
  return file.hunks.flatMap(({ after }) =>
    after.filter(
      (line, index) =>
        EQUALITY.test(line.text) && (added.has(line) || after.slice(index + 1, index + 3).some((next) => added.has(next))),
    ),
  );
}

/** Whether one of the lines, or the first statement after it that does something, is new and gives this answer. */
function answersWith(file: PatchFile, lines: readonly PatchLine[], answer: RegExp): boolean {
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
