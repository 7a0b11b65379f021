// Any tool that writes "path:line:column: severity: message": compilers, golint, luacheck, cppcheck and many more.
// So general that it holds only where no parser of a tool has found anything.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { type FilePosition, filePosition, isCaretLine } from '../shared/file-position.ts';
import { FindingGroups } from '../shared/finding-groups.ts';
import { type SpokenSeverity, spokenSeverity } from '../shared/severity.ts';
import { COMPILER_TOTALS_END, type CompilerTotals, compilerTotals } from './compiler-totals.ts';

const ID = 'file-line';
/** Small: lines of other tools may stand in between, and two sections count as much as one. */
const MAX_GAP = 4;
/** Below javac's last finding stand its source, what it misses, where it looked, and remarks about other files. */
const MAX_TOTALS_DISTANCE = 20;
/** What compilers say when there is more than they want to show. */
const STOPPED = ['fatal error: too many errors emitted', 'compilation terminated due to -'];

export const fileLine: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: [],
  startsWith: ['^', ...STOPPED],
  positions: true,
  endsWith: COMPILER_TOTALS_END,
  isFallback: true,
  open: ({ shelf }) => new FileLineReader(shelf),
};

class FileLineReader implements LineReader<LintSection> {
  readonly #groups: FindingGroups;
  /** The compiler's totals, to which the next line may add. */
  #totals: CompilerTotals | null = null;
  /** Findings in code of others, which a compiler counts as well. */
  #foreign = { error: 0, warning: 0 };

  constructor(shelf: Shelf) {
    this.#groups = new FindingGroups(ID, MAX_GAP, shelf);
  }

  line(text: string, lineNumber: number): boolean {
    const totals = compilerTotals(text, lineNumber, this.#totals);
    if (this.#totals !== null && totals?.firstLine !== this.#totals.firstLine) this.#close(this.#totals);
    this.#totals = totals;
    if (totals !== null) return false;
    if (STOPPED.some((words) => text.startsWith(words))) this.#groups.doubt('the compiler stopped after too many errors');
    else this.#finding(text, lineNumber);
    return false;
  }

  end(): LintSection[] {
    if (this.#totals !== null) this.#close(this.#totals);
    return this.#groups.end();
  }

  #close({ style, errors, warnings, firstLine, lastLine }: CompilerTotals): void {
    const { last } = this.#groups;
    const { error, warning } = this.#foreign;
    this.#foreign = { error: 0, warning: 0 };
    if (last === undefined || firstLine - this.#groups.lastLine > MAX_TOTALS_DISTANCE) return;
    // clang-tidy prints such totals too, of all that clang said before most of it was filtered out.
    if (style === 'clang' && last.rule !== null && !last.rule.startsWith('-W')) return;
    this.#groups.close({ errors: errors - error, warnings: warnings - warning, total: null }, lastLine);
  }

  #finding(text: string, lineNumber: number): void {
    const first = text.charCodeAt(0);
    if (Number.isNaN(first) || first <= 32) {
      if (text.includes('^') && isCaretLine(text)) this.#groups.takeBack(lineNumber - 1);
      return;
    }
    const colon = text.indexOf(':', 1);
    if (colon === -1) {
      if (text.endsWith('^') && isCaretLine(text)) this.#groups.takeBack(lineNumber - 1);
      return;
    }
    // luacheck's TAP has one point a finding.
    const position = filePosition(text.startsWith('not ok ') ? text.replace(/^not ok \d{1,9} (?:- )?/, '') : text);
    const finding = position === null ? null : toFinding(position);
    if (position?.rest === 'too many errors') this.#groups.doubt('the compiler stopped after too many errors');
    else if (position !== null && finding !== null) this.#add(position, finding, lineNumber);
  }

  #add({ path }: FilePosition, finding: LintFinding, lineNumber: number): void {
    if (NOT_OF_THE_PROJECT.test(path)) this.#foreign[finding.severity] += 1;
    else this.#groups.add(finding, lineNumber);
  }
}

/** "error: ", "fatal error: ", "[warning] ", "error - ", "Warning: " in front of the message */
const SEVERITY = /^\[?(fatal error|internal error|syntax error|[A-Za-z]{3,12})\]?(?::| -|(?<=\])) ?(.*)$/;
/** A severity with the rule behind it: "error MD022/x text", "warning C4101: text" */
const SEVERITY_AND_CODE = /^(error|warning|info|note) ((?=\S*\d)[A-Z][\w/.-]{1,100}):? (.+)$/;

/** oxlint, where an agent runs it: "error eslint(no-var): text help: advice" */
const SEVERITY_AND_RULE = /^(error|warning) ([\w@/-]{1,60}\([\w@/.-]{1,100}\)): (.+?)(?: help: .*)?$/;

function toFinding(position: FilePosition): LintFinding | null {
  const { path, line, rest } = position;
  if (rest === '' || PROGRAM_OUTPUT.test(rest) || CONTEXT.test(rest)) return null;
  const coded = SEVERITY_AND_CODE.exec(rest) ?? SEVERITY_AND_RULE.exec(rest);
  if (coded !== null) return withSeverity(position, coded[1] ?? '', coded[3] ?? '', coded[2] ?? null);
  const [, word = '', message = ''] = SEVERITY.exec(rest) ?? [];
  if (spokenSeverity(word) !== null) return withSeverity(position, word, message, null);
  // Without a severity only the usual form, with a blank behind the position, is a finding: grep writes "a.c:3:text".
  // A single word is the name of an exception at the end of a traceback.
  if (position.separator !== ': ' || !rest.includes(' ')) return null;
  const told = ruleAndMessage(rest);
  // luacheck: "(W211) unused variable"
  return { path, line, severity: /^W\d{3}$/.test(told.rule ?? '') && rest.startsWith('(') ? 'warning' : 'error', ...told };
}

/** How gcc came to the template that the next lines find fault with: "required from here" */
const CONTEXT =
  /^(?:recursively )?required (?:from|by) |^in [‘']constexpr[’'] expansion of |^\[ skipping \d+ instantiation contexts/;
/** Tracebacks, Python's warnings, Ruby's backtraces and make point into files as well. */
const PROGRAM_OUTPUT =
  /^(?:in [`'<]|in \w+$|\w*(?:Deprecation|User|Future|Runtime|Resource|Import|Syntax|Pending\w*)Warning: |[A-Z]\w*(?:Error|Exception|Exit|Interrupt)(?:$|: )|recipe for target |\*\*\* )/;
/** Warnings about code that came with the system or a package are nothing the project could mend. */
const NOT_OF_THE_PROJECT =
  /^(?:\/usr\/(?:lib|share|include|local\/(?:lib|bundle|share))|\/opt\/hostedtoolcache)\/|(?:^|\/)(?:\.cache|node_modules|site-packages|dist-packages|gems|go\/pkg\/mod|\.cargo\/registry)\//;

function withSeverity({ path, line }: FilePosition, word: string, text: string, rule: string | null): LintFinding | null {
  const spoken: SpokenSeverity | null = spokenSeverity(word);
  if (spoken === 'remark') return null;
  const severity = spoken === 'warning' ? 'warning' : 'error';
  return rule === null ? { path, line, severity, ...ruleAndMessage(text) } : { path, line, rule, severity, message: text };
}

/** The rule stands in brackets behind the message or before it, or as a code in front. */
function ruleAndMessage(text: string): Pick<LintFinding, 'rule' | 'message'> {
  const last = text.at(-1);
  const opening = last === ']' ? text.lastIndexOf(' [') : last === ')' ? text.lastIndexOf(' (') : -1;
  const behind = opening > 0 ? text.slice(opening + 2, -1) : '';
  if (/^-?[A-Za-z][\w.:/=,@-]{1,100}$/.test(behind)) return { rule: behind, message: text.slice(0, opening) };
  const [, before, message] = /^[[(]([A-Za-z][\w./-]{1,60})[\])] (.+)$/.exec(text) ?? [];
  if (before !== undefined && message !== undefined) return { rule: before, message };
  const [, code, afterCode] = /^([A-Z]{1,6}\d{2,5})(?::|\b) (.+)$/.exec(text) ?? [];
  return code === undefined || afterCode === undefined ? { rule: null, message: text } : { rule: code, message: afterCode };
}
