import { anyOf } from '../../languages/index.ts';
import { addedCode, type CodeLine } from '../integrity/code-lines.ts';
import { isSource } from '../integrity/file-kinds.ts';
import { othersDoSame } from '../integrity/other-candidates.ts';
import type { PatchFile } from '../integrity/patch.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';

/** Reaches the code that called, by the call stack. Loggers do so too, and are not reported for it alone. */
const REACHES_CALLER = anyOf({
  python: /\bsys\._getframe\b|\binspect\.(?:stack|currentframe|getouterframes|trace)\b|\.f_back\b|\b_current_frames\b/,
  pythonText: /\btraceback\.(?:extract_stack|format_stack|walk_stack|print_stack)\b/,
  javascript: /\bError\s*\([^)]{0,80}\)\s*\.stack\b|\.stack\s*(?:\?\.|\.)\s*(?:split|match|matchAll|replace|slice|includes)\b/,
  javascriptCallSites: /\bprepareStackTrace\b|\bgetCallSites?\b|\b(?:callee|arguments)\.caller\b/,
  go: /\bruntime\.(?:Callers?|CallersFrames|FuncForPC|Stack)\(|\bdebug\.Stack\(/,
  java: /\bgetStackTrace\(|\bStackWalker\b/,
  ruby: /\bcaller(?:_locations)?\b\s*(?:[([.]|$)|\bbinding\.of_caller\b|\bdebug_inspector\b/,
  php: /\bdebug_(?:print_)?backtrace\(|->getTrace(?:AsString)?\(/,
  rust: /\bBacktrace::(?:capture|force_capture|new)\b|\bbacktrace::(?:trace|resolve)\b|\bLocation::caller\(\)/,
  c: /\b__builtin_(?:return_address|frame_address)\b|\bbacktrace(?:_symbols)?\s*\(|\bunw_(?:step|getcontext|get_reg)\b/,
});
/** Takes values, constants or byte code out of what it reached. */
const TAKES_VALUES = anyOf({
  pythonFrame: /\.f_(?:locals|code|lasti|lineno|globals)\b[^;]{0,80}|\bgetargvalues\b|\bgetframeinfo\b|\bcode_context\b/,
  pythonByteCode: /\bco_(?:consts|code|names|varnames|lines|positions)\b|\bdis\.\w+\(|\blinecache\./,
  javascript: /\.get(?:This|Function|EvalOrigin|LineNumber|FileName)\s*\(/,
  php: /\[\s*["'](?:args|object|file|line)["']\s*\]/,
  ruby: /\blocal_variable(?:_get|s)\b|\bInstructionSequence\b|\.absolute_path\b|\.lineno\b/,
});
const READS_FILE = anyOf({
  javascript: /\breadFile(?:Sync)?\s*\(|\bcreateReadStream\s*\(/,
  python: /\bopen\s*\(|\.read_text\s*\(|\binspect\.get(?:source|sourcelines)\s*\(/,
  go: /\bReadFile\s*\(|\bos\.Open\s*\(/,
  java: /\bFiles\.(?:read|lines|newBufferedReader)|\bnew\s+(?:FileReader|FileInputStream|Scanner)\s*\(/,
  ruby: /\b(?:File|IO)\.(?:read|readlines|foreach|open)\b/,
  php: /\bfile(?:_get_contents)?\s*\(|\bfopen\s*\(|\bSplFileObject\b/,
  rust: /\bread_to_string\s*\(|\bFile::open\s*\(|\bfs::read\s*\(/,
  c: /\bfopen\s*\(|\bopen\s*\(/,
});
/** Searches all objects of the process, as a way to those of the test runner, or reads another stack's variables. */
const SEARCHES_PROCESS = anyOf({
  python: /\bgc\.get_(?:objects|referrers)\s*\(/,
  ruby: /\bObjectSpace\.each_object\b|\bbinding\.of_caller\b/,
  javascript: /\bprocess\._get(?:ActiveHandles|ActiveRequests)\b|\bv8\.queryObjects\b|\bqueryObjects\s*\(/,
  javascriptDebugger: /["'](?:node:)?inspector(?:\/promises)?["']/,
  java: /\bcom\.sun\.jdi\b|\bVirtualMachine\.attach\b/,
  process: /["'`]\/proc\/(?:self|thread-self|\$\{?\w{1,40}\}?|%d)\/(?:mem|maps|stack)\b/,
});
/** Frames of an exception say where an error came from. */
const FROM_EXCEPTION = /\btb_frame\b|\b__traceback__\b|\bexc_info\b/;

export const callersInspected: FileRule = {
  id: 'callers_inspected',
  scope: 'file',
  title: 'The code under test reads values, byte code or the source of the code that called it.',
  severity: 'error',
  otherSeverities: {
    warning: 'the code searches the objects or the memory of its own process',
    info: 'at least half of the other candidates do the same in the file',
  },
  docs: {
    catches:
      'Added source code that walks up the call stack and takes variables, constants or byte code from a frame, or reads the file that a frame names; and code that searches all objects of the process (`gc.get_objects`, `ObjectSpace`, `/proc/self/mem`). The stack alone, as loggers read it, and frames of a caught exception are not reported.',
    why: 'A test holds the expected value in a variable, a constant or a line of source. Code that reads it there passes without computing anything.',
    example: { 'src/cart.py': ['+    want = sys._getframe(1).f_code.co_consts', '+    return want[-1]'] },
    allow: 'Allow debuggers, profilers and template engines that read frames by nature.',
  },
  find(evidence) {
    return evidence.patch.flatMap((file) => {
      const reads = linesOnCallers(file);
      const searches = reads.length > 0 ? [] : searchingLines(file);
      if (reads.length + searches.length === 0) return [];
      const isShared = othersDoSame(
        evidence,
        file.path,
        (theirs) => linesOnCallers(theirs).length + searchingLines(theirs).length > 0,
      );
      if (reads.length > 0)
        return [fileFinding(isShared ? 'info' : 'error', 'reads values or the source of its callers', file.path, reads)];
      return [fileFinding(isShared ? 'info' : 'warning', 'searches the objects of its own process', file.path, searches)];
    });
  },
};

function linesOnCallers(file: PatchFile): CodeLine[] {
  if (!isSource(file)) return [];
  const lines = addedCode(file);
  const reaching = lines.filter(({ code }) => REACHES_CALLER.test(code));
  if (reaching.length === 0 || isModuleName(reaching, lines)) return [];
  const takesValues = lines.some(({ code }) => TAKES_VALUES.test(code) && !FROM_EXCEPTION.test(code));
  return takesValues || lines.some(({ code }) => READS_FILE.test(code)) ? reaching : [];
}

/** What named tuples, loggers and deprecation warnings need: the name of the module, function or line that called. */
const NAMES_ONLY = anyOf({
  python:
    /\bf_globals\b(?:\.get\(|\[)\s*["']__(?:name|file|package)__["']|\.f_code\.co_(?:name|filename|qualname)\b|\.f_lineno\b/,
  javascript: /\.getFunctionName\s*\(/,
});

function isModuleName(reaching: readonly CodeLine[], lines: readonly CodeLine[]): boolean {
  const taking = lines.filter(({ code }) => TAKES_VALUES.test(code));
  const readsFile = lines.some(({ code }) => READS_FILE.test(code));
  const isNamed = ({ code }: CodeLine) =>
    NAMES_ONLY.test(code) && !/\bf_locals\b|\bco_(?:consts|code)\b|\blinecache\b/.test(code);
  return reaching.length > 0 && !readsFile && taking.length > 0 && taking.every(isNamed);
}

function searchingLines(file: PatchFile): CodeLine[] {
  return isSource(file) ? addedCode(file).filter(({ code }) => SEARCHES_PROCESS.test(code)) : [];
}
