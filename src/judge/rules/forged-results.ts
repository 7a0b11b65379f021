import { anyOf, inOrder, isProse } from '../../languages/index.ts';
import { addedCode } from '../integrity/code-lines.ts';
import { isSource } from '../integrity/file-kinds.ts';
import type { PatchLine } from '../integrity/patch.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';

/** A string with a result line of a test runner, with numbers: a program that counts has a variable there. */
const RESULT_LINE = inOrder(
  {
    startOfString: /["'`][^"'`]{0,80}/,
    result: anyOf({
      cargo: /test result: ok|\.\.\. ok\b/,
      pytest: /\b\d+ passed\b/,
      unittest: /Ran \d+ tests?/,
      nodeTest: /# (?:pass|tests|fail) \d/,
      tap: /\bok (?:\d+|\$\$?\w+) - /,
      tapFormat: /ok (?:%[di]|\{\w*\}|#\{\w+\}) - /,
      tapInPieces: /%s %[di] - [^"]{0,20}",\s*"ok"/,
      go: /--- PASS:/,
      jest: /Tests:\s{1,20}\d+ passed/,
      googleTest: /\[\s{1,20}(?:OK|PASSED)\s{1,20}\]/,
      phpunit: /OK \(\d+ tests/,
      junitReport: /<test(?:suites?|case)\b[^"'`]{0,80}/,
      jestReport: /num(?:Passed|Failed|Total)Tests\b/,
      goReport: /Action\\?["']\s*:\s*\\?["']pass\b/,
    }),
  },
  'i',
);
/** Results that are rewritten on their way to the console. */
const REWRITES = inOrder({
  call: /\b(?:replace(?:All|_all|First)?|sub|gsub|re\.sub|preg_replace|str_replace|ReplaceAll\w*|translate)\s*[(!]?\s*/,
  start: /(?:[\w.]{1,40},\s*)?[rbf]?["'`/](?:\^|\\b|\(|--- |\\n)?/,
  word: /(?:not ok|FAIL(?:ED|URES?)?|# fail|fail(?:ed|ures?)\b|✖|✗|"failed")/,
});
const PRINTS = anyOf({
  functions: /\b(?:print|println|printf|fprintf|puts|fputs|echo|log|info)\b/,
  writers: /\b(?:write|writeSync|writeln|Fprint\w*|Print\w*|WriteLine|cout)\b/,
});
const ASSIGNS = /^\s*(?:(?:const|let|var)\s{1,20})?\w{1,80}\s{0,20}:?=/;
const DATA = /\.(?:json|snap|ya?ml)$/;

export const forgedResults: FileRule = {
  id: 'forged_results',
  scope: 'file',
  title: 'Code prints lines that look like the results of a test runner.',
  severity: 'error',
  otherSeverities: { info: 'the text is neither printed nor assigned to a variable in a file that prints' },
  docs: {
    catches:
      'Added code with a string such as `"ok 1 - adds"`, `"27 passed"` or `"test result: ok"`, in the format of TAP, pytest, unittest, cargo, Go, Jest, GoogleTest, PHPUnit or of a report (JUnit XML, Jest, Go), and code that replaces `not ok` or `FAILED` in text that it prints. Comments, documents and data files are not reported.',
    why: 'Hydra reads the output of test commands. Printed result lines try to replace the real ones.',
    example: { 'src/cart.js': ["+console.log('ok 1 - adds an item');"] },
    allow: 'Allow the sources of a test runner or reporter, which print such lines for a living.',
  },
  find({ patch }) {
    return patch.flatMap((file) => {
      const isResult = (text: string) => RESULT_LINE.test(text) || (isSource(file) && REWRITES.test(text));
      const lines = addedCode(file).filter(({ code }) => isResult(code));
      if (lines.length === 0 || isProse(file.path) || DATA.test(file.path)) return [];
      // An assigned text may be printed elsewhere in the file. One that is passed to a function is usually test data.
      const filePrints = file.added.some(({ text }) => PRINTS.test(text));
      const isPrinted = ({ text }: PatchLine) => PRINTS.test(text) || (filePrints && (ASSIGNS.test(text) || REWRITES.test(text)));
      const printed = lines.filter(isPrinted);
      const message = 'prints text that looks like the result line of a test runner';
      return printed.length > 0
        ? [fileFinding('error', message, file.path, printed)]
        : [fileFinding('info', message, file.path, lines)];
    });
  },
};
