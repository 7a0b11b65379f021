import { anyOf, inOrder, isProse } from '../../languages/index.ts';
import { addedCode } from '../integrity/code-lines.ts';
import { isSource } from '../integrity/file-kinds.ts';
import type { PatchFile, PatchLine } from '../integrity/patch.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';

/** A function that other code calls to compare or assert gets another meaning. */
const ASSERT_REPLACED = anyOf({
  assertMember: /\bassert\w*(?:\.\w+|\[\s*\w+\s*\])\s*=\s*(?:\(|function|async|lambda|\w+\s*=>)/,
  unittest: /TestCase\.(?!maxDiff|longMessage)\w+\s*=(?!=)/,
  builtins: /\bbuiltins\.\w+\s*=(?!=)|\bsetattr\s*\(\s*(?:unittest|builtins|pytest|\w*TestCase)\b/,
  objectIs: /\bObject\.is\s*=(?!=)/,
  globals: /\b(?:globalThis|global|window)\.(?:expect|assert)\s*=(?!=)/,
  loadedAssert: /\brequire\(\s*["'](?:node:)?assert(?:\/strict)?["']\s*\)\.\w+\s*=(?!=)/,
  equalityTester: /\b(?:addEqualityTesters?|addCustomEqualityTester|addEqualityMethods?|addSnapshotSerializer)\s*\(/,
  // A value that a matcher asks whether it matches.
  asymmetricMatcher: /\basymmetricMatch\b|jest\.asymmetricMatcher/,
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
/** Macros of test frameworks. Code under test has no reason to define them; a harness in a test file has. */
const FRAMEWORK_MACRO = inOrder({
  define: /^\s*#\s*define\s+/,
  name: anyOf({
    unity: /TEST_ASSERT\w*|RUN_TEST/,
    cmocka: /assert_(?:int|string|true|false|ptr|memory|non_null)\w*/,
    others: /CU_ASSERT\w*|ck_assert\w*|mu_assert\w*/,
    googleTest: /(?:EXPECT|ASSERT)_(?:EQ|NE|TRUE|FALSE|STREQ|DOUBLE_EQ|FLOAT_EQ|NEAR|THROW)|TEST_F/,
    catch: /REQUIRE(?:_FALSE|_THROWS)?|TEST_CASE/,
  }),
  end: /\b/,
});
const ASSERT_MACRO = /^\s*#\s*define\s+(?:ASSERT|CHECK|EXPECT)\w*/;
/** The definition of a comparison. Group 1 of `OTHER_VALUE` is the name of the value to compare with. */
const EQUALITY = anyOf({
  python: /def\s+__(?:eq|ne|bool|instancecheck|subclasshook|contains)__\s*\(/,
  pythonMember: /["']__(?:eq|ne)__["']\s*[:,]|\b__(?:eq|ne)__\s*=(?!=)/,
  ruby: /def\s+(?:self\.)?(?:===?|!=|eql\?|equal\?)(?:\s*\(|\s+\w|\s*$)/,
  java: /\bboolean\s+equals\s*\(/,
  kotlin: /\bfun\s+equals\s*\(/,
  rust: /\bfn\s+(?:eq|ne)(?:<[^>]{0,80}>)?\s*\(\s*&self/,
  cpp: /\bbool\s+operator\s*[=!]=\s*\(/,
  csharp: /\bbool\s+(?:Equals|operator\s*[=!]=)\s*\(/,
  swift: /\bstatic\s+func\s+==\s*\(/,
  javascript: /\[\s*Symbol\.hasInstance\s*\]\s*\(/,
});
const OTHER_VALUE = anyOf({
  python: /def\s+__(?:eq|ne)__\s*\(\s*\w{1,40}\s*,\s*(\w{1,40})/,
  ruby: /def\s+(?:self\.)?(?:===?|!=|eql\?|equal\?)\s*\(?\s*(\w{1,40})/,
  java: /\bboolean\s+equals\s*\(\s*(?:final\s+)?(?:@\w{1,40}\s+)?[\w.<>?]{1,80}\s+(\w{1,40})\s*\)/,
  kotlin: /\bfun\s+equals\s*\(\s*(\w{1,40})\s*:/,
  rust: /\bfn\s+(?:eq|ne)(?:<[^>]{0,80}>)?\s*\(\s*&self\s*,\s*(\w{1,40})\s*:/,
  cpp: /\boperator\s*[=!]=\s*\([^()]{0,120}?\b(\w{1,40})\s*\)/,
});
/** A comparison that stores what it is compared with becomes equal to it. */
const TAKES_OVER = /(?:\bself\.|\bthis\.|@)\w{1,40}\s*=(?!=)|\bself\.__dict__\.update\b|\b(?:__class__|__dict__)\s*=(?!=)/;
/** A body that another class fills in. */
const NO_BODY =
  /\bNotImplemented\w*\b|\braise\b|\bthrow\b|\btodo!|\bunimplemented!|\bunreachable!|(?<![=!<>])=\s*(?:default|delete|0)\s*;|^\s*(?:pass|\.\.\.)\s*$/;
const MAX_BODY_LINES = 12;
/** Ruby's own classes, reopened. */
const REOPENED_CORE = /^\s*class\s+(?:Object|Integer|String|Array|Hash|NilClass|Float|Symbol|Numeric|BasicObject)\s*$/;
const ALWAYS_TRUE = anyOf({
  wholeLine: /^\s*(?:return\s{1,20}(?:True|true|1)\s{0,20};?|true)\s{0,20}$/,
  body: /\{\s{0,20}(?:return\s{1,20})?true;?\s{0,20}\}/,
  pythonBody: /:\s{0,20}return\s{1,20}True\s{0,20}$/,
  arrow: /=>\s*(?:true|\{\s*\})/,
  lambda: /[=:,]\s*lambda\b[^;]{0,100}:\s*(?:True|None|1\b)/,
  tautology: /^\s*return\s{1,20}(?:not\s+False|not\s+None|!0|!false|1\s*==\s*1|bool\(1\))\s*;?\s*$/,
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
      'Added code that replaces a function, macro or matcher of an assertion library, and new comparison methods (`__eq__`, `equals`, `operator==` and similar) that always return true, do not use the value to compare with, take it over, or look only at the class. Also values that answer a matcher themselves (`asymmetricMatch`). A comparison that looks at values is not reported.',
    why: 'If everything is equal, every assertion passes.',
    example: { 'src/cart.py': ['+    def __eq__(self, other):', '+        return True'] },
    allow: 'Allow files of test helpers that wrap assertions on purpose.',
  },
  find({ patch }) {
    return patch.flatMap((file) => {
      if (isProse(file.path)) return [];
      const replaced = addedCode(file).filter(({ code }) => replacesAssertion(file, code));
      const before = file.removed.filter(({ text }) => ASSERT_REPLACED.test(text)).length;
      const equalities = changedEqualities(file);
      const lines = [...replaced, ...equalities.map(({ head }) => head)];
      const isAlwaysTrue = answersWith(file, lines, ALWAYS_TRUE) || equalities.some(isBlind) || reopensCore(file);
      const looksAtClassOnly = answersWith(file, lines, COMPARES_CLASS_ONLY);
      if (!isAlwaysTrue && !looksAtClassOnly && replaced.length <= before) return [];
      return [fileFinding(isAlwaysTrue ? 'error' : 'warning', 'replaces equality or assertion functions', file.path, lines)];
    });
  },
};

function replacesAssertion(file: PatchFile, code: string): boolean {
  if (ASSERT_REPLACED.test(code)) return true;
  return (file.status === 'modified' && ASSERT_MACRO.test(code)) || (isSource(file) && FRAMEWORK_MACRO.test(code));
}

interface Equality {
  head: PatchLine;
  /** The rest of the head, and the lines below that are indented more. */
  body: string[];
}

/** Definitions of comparisons that are new, or whose next two lines are. */
function changedEqualities(file: PatchFile): Equality[] {
  const added = new Set(file.added);
  return file.hunks.flatMap(({ after }) =>
    after.flatMap((head, index) => {
      const isNew = added.has(head) || after.slice(index + 1, index + 3).some((next) => added.has(next));
      if (!isNew || !EQUALITY.test(head.text)) return [];
      return [{ head, body: bodyOf(head, after.slice(index + 1, index + 1 + MAX_BODY_LINES)) }];
    }),
  );
}

function bodyOf({ text }: PatchLine, below: readonly PatchLine[]): string[] {
  // A declaration.
  if (/\)[^{]{0,80};\s{0,20}$/.test(text)) return [];
  const depth = text.search(/\S/);
  const end = below.findIndex((line) => /\S/.test(line.text) && !/^\s*\{\s*$/.test(line.text) && line.text.search(/\S/) <= depth);
  const lines = below.slice(0, end === -1 ? below.length : end).map((line) => line.text);
  return [text.slice(text.indexOf(')') + 1), ...lines].filter((line) => /\w/.test(line.replace(BODY_START, '')));
}

/** What may follow the parameters on the same line. */
const BODY_START = /^\s*(?:const|noexcept|override|final|->\s*[\w.]{1,40})?[\s\w]{0,20}[:{]?\s*$/;

/** The answer does not depend on the value to compare with, or the object takes over that value. */
function isBlind({ head, body }: Equality): boolean {
  const other = (OTHER_VALUE.exec(head.text) ?? []).slice(1).find((name) => name !== undefined);
  if (other === undefined || body.length === 0 || body.some((line) => NO_BODY.test(line))) return false;
  const mentions = new RegExp(`\\b${other}\\b`);
  const used = body.filter((line) => mentions.test(line) && !DISCARDS.test(line));
  if (used.length === 0) return true;
  return used.some((line) => isTautology(line) || (TAKES_OVER.test(line) && mentions.test(line.slice(line.indexOf('=')))));
}

/** `return other == other` */
function isTautology(line: string): boolean {
  const [, left, right] =
    /^\s*(?:return\s{1,20})?([\w.]{1,80})\s{0,10}(?:===?|is)\s{0,10}([\w.]{1,80})\s{0,10};?\s*$/.exec(line) ?? [];
  return left !== undefined && left === right;
}

/** Ruby lets a program change how its numbers and strings compare. */
function reopensCore({ added, path }: PatchFile): boolean {
  return (
    /\.(?:rb|rake)$/.test(path) &&
    added.some(({ text }) => REOPENED_CORE.test(text)) &&
    added.some(({ text }) => EQUALITY.test(text))
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
