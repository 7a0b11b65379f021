import { anyOf, familyOf, inOrder } from '../../languages/index.ts';
import { addedCode, type CodeLine } from '../integrity/code-lines.ts';
import { isSource } from '../integrity/file-kinds.ts';
import { othersDoSame } from '../integrity/other-candidates.ts';
import type { PatchFile } from '../integrity/patch.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';

/** Functions on which assertions, runners and their reports depend. */
const JAVASCRIPT_BUILTIN = inOrder({
  owner: /(?<![\w.])(?:globalThis\.)?/,
  name: anyOf({
    equality: /Object\.(?:is|keys|entries|getPrototypeOf|getOwnPropertyNames|getOwnPropertyDescriptor|prototype\.\w+)/,
    json: /JSON\.(?:stringify|parse)/,
    reflect: /Reflect\.(?:ownKeys|get|has|getPrototypeOf)/,
    iteration:
      /(?:Array|Map|Set|String|Number|RegExp|Function|Promise|Date|Error)\.prototype\.(?:every|some|join|map|filter|forEach|push|includes|indexOf|keys|values|entries|has|get|toString|valueOf|test|exec|call|apply|bind|then|catch|toJSON|getTime)/,
    members: /(?:Number|Array|Promise|Math)\.(?:isNaN|isInteger|isFinite|isArray|resolve|reject|all|abs)/,
    output: /process\.(?:stdout|stderr)\.(?:write|_write|end)|process\.(?:exit|reallyExit|emit|emitWarning)/,
    deepEqual: /(?:util|assert)\.(?:isDeepStrictEqual|isEqual|inspect)/,
  }),
  assigned: /\s*=(?![=>])/,
});
const REPLACES = anyOf({
  javascriptBuiltin: JAVASCRIPT_BUILTIN,
  javascriptReflection:
    /\b(?:Object|Reflect)\.(?:defineProperty|defineProperties|assign|set)\s*\(\s*(?:Object|Array|JSON|Map|Set|Reflect|Number|String|process|globalThis|Error)(?:\.(?:prototype|stdout|stderr))?\s*,/,
  pythonBuiltins: /\b(?:builtins|__builtins__)\s*(?:\.\w+|\[[^\]]{1,60}\])\s*=(?!=)|\bsetattr\s*\(\s*(?:builtins|__builtins__)\b/,
  pythonModule:
    /\bsys\.modules\[\s*["'](?:unittest|_?pytest|json|re|os|sys|io|math|time|random|operator|difflib|inspect|importlib|pluggy|builtins|collections|functools|decimal|datetime)(?:\.\w+)*["']\s*\]\s*=(?!=)/,
  pythonLibrary:
    /^\s*(?:json|re|os|io|math|difflib|importlib|inspect|collections|functools|sys|pprint|reprlib)\.(?!environ|path\b|stdout|stderr|stdin|argv|dont_|excepthook|ps1|displayhook)(?:\w+\.){0,3}\w+\s*=(?!=)/,
  pythonOperator: /\boperator\.(?:eq|ne|is_|is_not|contains|lt|le|gt|ge)\s*=(?!=)/,
  pythonOutput: /\bos\.(?:write|dup2|_exit|fdopen)\s*=(?!=)|\bsys\.(?:exit|settrace|setprofile)\s*=(?!=)/,
  rubyCore:
    /^\s*(?:::)?(?:Object|Integer|String|Array|Hash|NilClass|Float|Symbol|Numeric|Kernel|BasicObject|Comparable|Process)\.(?:prepend|class_eval|send|define_method|class_exec)\b/,
  php: /\b(?:uopz_\w+|runkit7?_\w+|override_function|rename_function)\s*\(|\bstream_wrapper_unregister\s*\(/,
  phpFunction: /^function\s+(?:assert|count|strcmp|var_export|is_\w{2,20}|in_array|exit|printf|spl_object_id)\s*\(/,
  go: /\bmonkey\.Patch\w*\(|\bgomonkey\.\w+\(|^\s*os\.(?:Stdout|Stderr|Exit|Args)\s*=(?!=)/,
  java: /\bSystem\.set(?:Out|Err|SecurityManager)\s*\(|\bpremain\s*\(|\bjava\.lang\.instrument\b/,
});
/** Machine code, symbols of libraries and memory of other types. */
const PATCHES_MEMORY = anyOf({
  protection: /\b(?:mprotect|VirtualProtect(?:Ex)?|mach_vm_protect|vm_protect)\s*\(|\bsyscall\.Mprotect\b|\bPROT_EXEC\b/,
  nextSymbol: /\bRTLD_NEXT\b|\bLD_PRELOAD\b|\bDYLD_INSERT_LIBRARIES\b|\bLD_AUDIT\b/,
  interposed: /\b__DATA,\s*__interpose\b|\b__attribute__\s*\(\(\s*(?:alias|ifunc)\s*\(|-Wl,--wrap\b/,
  pythonMemory:
    /\bctypes\.(?:memmove|memset)\s*\(|\bfrom_address\s*\(\s*id\s*\(|\bpythonapi\.PyType_Modified\b|\bforbiddenfruit\b/,
  pythonTypes: /\bgc\.get_referents\s*\(\s*\w+\.__dict__/,
  goLink: /^\s*\/\/go:linkname\s+\w+\s+(?:testing|runtime|os|reflect|fmt|syscall)\./,
  goField: /\bFieldByName\(\s*"(?:failed|common|ran|finished|hasSub|failNow)"\s*\)/,
  java: /\b(?:sun\.misc|jdk\.internal\.misc)\.Unsafe\b|\btheUnsafe\b/,
});
/** Definitions of a library's functions: every call in the program gets them. */
const LIBRARY_FUNCTION =
  /(?:strcmp|strncmp|strcasecmp|memcmp|exit|_exit|_Exit|abort|__assert_fail|__assert_rtn|__assert|printf|fprintf|vprintf|vfprintf|puts|fputs|putchar|fwrite|write|fabs|fabsf|longjmp|raise|atexit|main)/;
const DEFINES_SYMBOL = anyOf({
  cMacro: inOrder({ define: /^\s*#\s*define\s+/, name: LIBRARY_FUNCTION, end: /(?:\s|\(|$)/ }),
  cFunction: inOrder({
    type: /^(?!static\b)(?:extern\s+"C"\s+)?(?:(?:const|unsigned|signed|void|int|char|double|float|size_t|ssize_t|long|_Noreturn|noreturn|__attribute__\(\([^)]{0,40}\)\))\s+){1,4}\*{0,2}/,
    name: new RegExp(LIBRARY_FUNCTION.source.replace('|main)', ')')),
    parameters: /\s*\([^;]{0,200}\)?\s*\{?\s*$/,
  }),
  rust: inOrder({ start: /\bextern\s+"C"\s+fn\s+/, name: LIBRARY_FUNCTION, end: /\s*\(/ }),
});
/** Descriptors 1 and 2 are the console that a runner reports on. */
const TAKES_OUTPUT = anyOf({
  descriptor:
    /\bdup2\s*\(\s*[^,;]{1,60},\s*(?:1|2|STDOUT_FILENO|STDERR_FILENO|sys\.(?:__)?std(?:out|err)(?:__)?\.fileno\(\))\s*[,)]/,
  goDescriptor: /\b(?:syscall|unix)\.Dup[23]\s*\(/,
  python: /\bsys\.(?:__)?std(?:out|err)(?:__)?\s*=(?!=)|\bsys\.std(?:out|err)\.write\s*=(?!=)/,
  ruby: /\$std(?:out|err)\s*=(?![=~])|\$std(?:out|err)\.reopen\b|\bSTDOUT\.reopen\b|\$std(?:out|err)\.define_singleton_method\b/,
  c: /\bfreopen\s*\([^;]{0,80}\bstd(?:out|err)\b|\bfopencookie\s*\(|\bfunopen\s*\(/,
  javascript: /\bconsole\.(?:log|error|info)\s*=(?!=)/,
});
/** An entry program may redirect its own output. */
const PROGRAM = /(?:^|\/)(?:bin|cli|cmd|main|__main__|app|server|daemon\w*)(?:\/|\.|$)/;
/** Words of results, in a string. */
const RESULT_WORD = /["'`/][^"'`]{0,40}\b(?:not ok|fail(?:ed|ures?|ing)?|passed|FAIL(?:ED)?|PASS(?:ED)?|ok \d)\b/;
/** A polyfill adds what is missing. */
const POLYFILL = /\bif\s*\(\s*!|\btypeof\b|\bhasattr\s*\(|\?\?=|\|\|=|===?\s*undefined|\bin\s+\w+\.prototype\b/;

export const processPatched: FileRule = {
  id: 'process_patched',
  scope: 'file',
  title: 'The code under test replaces functions of the language, its libraries or the process.',
  severity: 'error',
  otherSeverities: {
    warning: 'it redirects the output of the process',
    info: 'at least half of the other candidates do the same in the file',
  },
  docs: {
    catches:
      'Added source code that assigns to built-in functions, prototypes or modules of the standard library, defines or renames functions of the C library, patches memory or machine code, or interposes symbols; and code that replaces or redirects standard output. Guarded polyfills, and programs (`cli`, `main`, `cmd/`) that redirect their own output, are not reported.',
    why: 'Assertions and runners call the same functions as the code under test. Who replaces them decides what a test reports.',
    example: { 'src/cart.js': ['+Object.is = () => true;'] },
    allow: 'Allow polyfills, shims and instrumentation that the project ships on purpose.',
  },
  find(evidence) {
    return evidence.patch.flatMap((file) => {
      const { patched, redirected } = patchingLines(file);
      if (patched.length + redirected.length === 0) return [];
      const isShared = othersDoSame(evidence, file.path, (theirs) => {
        const same = patchingLines(theirs);
        return same.patched.length >= patched.length && same.patched.length + same.redirected.length > 0;
      });
      if (patched.length > 0)
        return [
          fileFinding(isShared ? 'info' : 'error', 'replaces functions of the language or the process', file.path, patched),
        ];
      return [fileFinding(isShared ? 'info' : 'warning', 'redirects the output of the process', file.path, redirected)];
    });
  },
};

function patchingLines(file: PatchFile): { patched: CodeLine[]; redirected: CodeLine[] } {
  if (!isSource(file)) return { patched: [], redirected: [] };
  const lines = addedCode(file);
  const before = new Set(file.removed.map(({ text }) => text.trim()));
  const fresh = lines.filter(({ text }) => !before.has(text.trim()));
  const patched = fresh.filter((line) => patches(file, line) && !isPolyfill(lines, line));
  const redirecting = PROGRAM.test(file.path) ? [] : fresh.filter(({ code }) => TAKES_OUTPUT.test(code));
  const isMore = redirecting.length > file.removed.filter(({ text }) => TAKES_OUTPUT.test(text)).length;
  const redirected = isMore ? redirecting : [];
  // Output that is redirected where results are named is rewritten.
  const rewrites = redirected.length > 0 && lines.some(({ code }) => RESULT_WORD.test(code));
  return rewrites ? { patched: [...patched, ...redirected], redirected: [] } : { patched, redirected };
}

function patches({ path }: PatchFile, { code, text }: CodeLine): boolean {
  if (REPLACES.test(code) && (!/\bfunction\s+\w/.test(code) || familyOf(path) === 'php')) return true;
  if (PATCHES_MEMORY.test(code) || /^\s*\/\/go:linkname\b/.test(text)) return PATCHES_MEMORY.test(text);
  return ['c', 'rust'].includes(familyOf(path) ?? '') && DEFINES_SYMBOL.test(code);
}

/** The condition is on the same line or up to two lines above. */
function isPolyfill(lines: readonly CodeLine[], line: CodeLine): boolean {
  const at = lines.indexOf(line);
  return lines.slice(Math.max(0, at - 2), at + 1).some(({ code }) => POLYFILL.test(code));
}
