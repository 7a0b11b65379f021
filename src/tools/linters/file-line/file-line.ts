// Any tool that writes "path:line:column: severity: message": compilers, golint, luacheck, cppcheck and many more.
// So general that it counts only where no parser of a tool has found anything.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineParser } from '../../../parse/parser.ts';
import type { LintSection } from '../../../parse/section.ts';
import { CharCode } from '../../../parse/shared/characters.ts';
import { type FilePosition, filePosition, isCaretLine } from '../shared/file-position.ts';
import { parseSeverity } from '../shared/finding-fields.ts';
import { GroupReader } from '../shared/finding-groups.ts';
import { COMPILER_TOTALS_END, type CompilerTotals, compilerTotals } from './compiler-totals.ts';

/** Small: lines of other tools may be in between, and two sections count as much as one. */
const MAX_GAP = 4;
/** Below javac's last finding are its source, its notes, and remarks about other files. */
const MAX_TOTALS_DISTANCE = 20;
/** Printed by compilers when they have more errors than they show. */
const STOPPED = ['fatal error: too many errors emitted', 'compilation terminated due to -'];
const STOPPED_PROBLEM = 'the compiler stopped after too many errors';
const GUESS_PROBLEM = 'a message begins with a word that may be its severity';

export const fileLine: LineParser<LintSection> = {
  id: 'file-line',
  form: 'lines',
  commands: [],
  startsWith: ['^', ...STOPPED],
  positions: true,
  endsWith: COMPILER_TOTALS_END,
  isFallback: true,
  open: (results) => new FileLineReader(results, MAX_GAP),
};

class FileLineReader extends GroupReader {
  /** The compiler's totals on the line above, which this line may extend. */
  #totals: CompilerTotals | null = null;
  /** Findings outside the project, which a compiler counts as well. */
  #foreign = { error: 0, warning: 0 };

  line(text: string): boolean {
    const totals = compilerTotals(text, this.results.lineNumber, this.#totals);
    if (this.#totals !== null && totals?.firstLine !== this.#totals.firstLine) this.#close(this.#totals);
    this.#totals = totals;
    if (totals !== null) return false;
    if (STOPPED.some((words) => text.startsWith(words))) this.groups.addProblem(STOPPED_PROBLEM);
    else if (isIndented(text) || text.indexOf(':', 1) === -1) this.#caret(text);
    else this.#finding(text);
    return false;
  }

  override end(): void {
    if (this.#totals !== null) this.#close(this.#totals);
    super.end();
  }

  #close({ style, errors, warnings, firstLine, lastLine }: CompilerTotals): void {
    const { last } = this.groups;
    const { error, warning } = this.#foreign;
    this.#foreign = { error: 0, warning: 0 };
    if (last === undefined || firstLine - this.groups.lastLine > MAX_TOTALS_DISTANCE) return;
    // clang-tidy prints such totals too, of everything clang reported before most of it was filtered out.
    if (style === 'clang' && last.rule !== null && !last.rule.startsWith('-W')) return;
    this.groups.close({ errors: errors - error, warnings: warnings - warning, total: null }, lastLine);
  }

  #caret(text: string): void {
    if (text.includes('^') && isCaretLine(text)) this.groups.removePrevious();
  }

  #finding(text: string): void {
    // luacheck's TAP has one test point per finding.
    const position = filePosition(text.startsWith('not ok ') ? text.replace(/^not ok \d{1,9} (?:- )?/, '') : text);
    const finding = position === null ? null : toFinding(position);
    if (position?.rest === 'too many errors') this.groups.addProblem(STOPPED_PROBLEM);
    else if (finding !== null && OUTSIDE_PROJECT.test(finding.path ?? '')) this.#foreign[finding.severity] += 1;
    else this.groups.addIfAny(finding);
    if (finding !== null && position !== null && isGuess(position)) this.groups.addProblem(GUESS_PROBLEM);
  }
}

function isIndented(text: string): boolean {
  return text === '' || text.charCodeAt(0) <= CharCode.SPACE;
}

/** "error: ", "fatal error: ", "[warning] ", "error - ", "Warning: " in front of the message */
const SEVERITY = /^\[?(fatal error|internal error|syntax error|[A-Za-z]{3,12})\]?(?::| -|(?<=\])) ?(.*)$/;
/** A severity followed by the rule: "error MD022/x text", "warning C4101: text" */
const SEVERITY_AND_CODE = /^(error|warning|info|note) ((?=\S*\d)[A-Z][\w/.-]{1,100}):? (.+)$/;

/** oxlint when an agent runs it: "error eslint(no-var): text help: advice" */
const SEVERITY_AND_RULE = /^(error|warning) ([\w@/-]{1,60}\([\w@/.-]{1,100}\)): (.+?)(?: help: .*)?$/;

/** A severity that only a space separates from the message: "warning text" */
const BARE_SEVERITY = /^(error|warning|warn|info|note|hint) +(\S.*)$/i;

/**
 * After "path:line:column " the word is a column of its own. After a colon the message may begin with it, as in golint's
 * "error strings should not be capitalized"; only for "error" the result is the same.
 */
function isGuess({ rest, separator }: FilePosition): boolean {
  const bare = severityIn(BARE_SEVERITY, rest);
  if (separator === ' ' || bare === null || bare === 'error') return false;
  return [SEVERITY_AND_CODE, SEVERITY_AND_RULE, SEVERITY].every((form) => severityIn(form, rest) === null);
}

function severityIn(form: RegExp, rest: string): ReturnType<typeof parseSeverity> {
  return parseSeverity(form.exec(rest)?.[1] ?? '');
}

function toFinding(position: FilePosition): LintFinding | null {
  const { rest } = position;
  if (rest === '' || PROGRAM_OUTPUT.test(rest) || CONTEXT.test(rest)) return null;
  const coded = SEVERITY_AND_CODE.exec(rest) ?? SEVERITY_AND_RULE.exec(rest);
  if (coded !== null) return withSeverity(position, coded[1] ?? '', coded[3] ?? '', coded[2] ?? null);
  const [, word = '', message = ''] = SEVERITY.exec(rest) ?? [];
  return parseSeverity(word) === null ? withBareSeverity(position) : withSeverity(position, word, message, null);
}

/** Or without any: then it is an error. */
function withBareSeverity(position: FilePosition): LintFinding | null {
  const { path, line, column, rest, separator } = position;
  const [, word = '', message = ''] = BARE_SEVERITY.exec(rest) ?? [];
  if (word !== '' && separator === ' ' && column !== null) return withSeverity(position, word, message, null);
  // Without a severity, only the usual form with a space after the position is a finding: grep writes "a.c:3:text".
  // A single word is the name of an exception at the end of a traceback.
  if (separator !== ': ' || !rest.includes(' ')) return null;
  if (parseSeverity(word) === 'warning') return withSeverity(position, word, message, null);
  const fields = ruleAndMessage(rest);
  // luacheck: "(W211) unused variable"
  return { path, line, severity: /^W\d{3}$/.test(fields.rule ?? '') && rest.startsWith('(') ? 'warning' : 'error', ...fields };
}

/** gcc's context of an error in a template: "required from here" */
const CONTEXT =
  /^(?:recursively )?required (?:from|by) |^in [‘']constexpr[’'] expansion of |^\[ skipping \d+ instantiation contexts/;
/** Tracebacks, Python's warnings, Ruby's backtraces and make point into files as well. */
const PROGRAM_OUTPUT =
  /^(?:in [`'<]|in \w+$|\w*(?:Deprecation|User|Future|Runtime|Resource|Import|Syntax|Pending\w*)Warning: |[A-Z]\w*(?:Error|Exception|Exit|Interrupt)(?:$|: )|recipe for target |\*\*\* )/;
/** The project cannot fix warnings about code of the system or of a package. */
const OUTSIDE_PROJECT =
  /^(?:\/usr\/(?:lib|share|include|local\/(?:lib|bundle|share))|\/opt\/hostedtoolcache)\/|(?:^|\/)(?:\.cache|node_modules|site-packages|dist-packages|gems|go\/pkg\/mod|\.cargo\/registry)\//;

function withSeverity({ path, line }: FilePosition, word: string, text: string, rule: string | null): LintFinding | null {
  const parsed = parseSeverity(word);
  if (parsed === 'note') return null;
  const severity = parsed === 'warning' ? 'warning' : 'error';
  return rule === null ? { path, line, severity, ...ruleAndMessage(text) } : { path, line, rule, severity, message: text };
}

/** The rule is in brackets after or before the message, or a code in front. */
function ruleAndMessage(text: string): Pick<LintFinding, 'rule' | 'message'> {
  const last = text.at(-1);
  const opening = last === ']' ? text.lastIndexOf(' [') : last === ')' ? text.lastIndexOf(' (') : -1;
  const after = opening > 0 ? text.slice(opening + 2, -1) : '';
  if (/^-?[A-Za-z][\w.:/=,@-]{1,100}$/.test(after)) return { rule: after, message: text.slice(0, opening) };
  const [, before, message] = /^[[(]([A-Za-z][\w./-]{1,60})[\])] (.+)$/.exec(text) ?? [];
  if (before !== undefined && message !== undefined) return { rule: before, message };
  const [, code, afterCode] = /^([A-Z]{1,6}\d{2,5})(?::|\b) (.+)$/.exec(text) ?? [];
  return code === undefined || afterCode === undefined ? { rule: null, message: text } : { rule: code, message: afterCode };
}
