// Makes a parser of console output from a description of its lines: patterns whose named groups are the fields of a finding
// or the tool's own totals.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { LintSection, LintTotals } from '../../../parse/section.ts';
import { LintRuns } from './delimited-runs.ts';
import { filePosition, isCaretLine } from './file-position.ts';
import { findingLine, splitRule } from './finding-fields.ts';
import { FindingGroups } from './finding-groups.ts';

export type Groups = Readonly<Record<string, string | undefined>>;
type Level = LintFinding['severity'];

/** A line with a finding. Named groups: path, line, rule, message, level (the word for its severity). */
export interface FindingPattern {
  /** A cheap test before the pattern: the line contains this text. */
  readonly has?: string;
  /** Matches the whole line; `after` matches what follows "path:line:column" instead. */
  readonly line?: RegExp;
  readonly after?: RegExp;
  /** The line above, which has the missing fields; the finding begins there. */
  readonly above?: RegExp;
  /** The line above the first row of a table, which is the path, or has it in a group of this name. */
  readonly file?: RegExp;
  /** Other lines may be between the rows of a table. */
  readonly hasGaps?: true;
  /** Paths of other files belong to other tools. */
  readonly paths?: RegExp;
  /** What must be between "path:line:column" and the rest. */
  readonly separator?: ': ' | ':' | ' ';
  /** Only with a column, or only without. */
  readonly hasColumn?: boolean;
  /** The end of a message that has no rule otherwise, whose first group is the rule; or the rule, from the message. */
  readonly rule?: RegExp | ((message: string) => string);
  /** The form ends with totals: without them the output is incomplete. */
  readonly needsTotals?: true;
  /** Where the pattern has no group for it. */
  readonly message?: string;
  /** Null for what is not a finding. By default words such as "error" and "fatal" are errors, all others warnings. */
  readonly severity?: Level | ((groups: Groups, path: string | null) => Level | null);
  /** Whether a matching line is a finding after all; for what a pattern cannot express. Called before it is added. */
  readonly accepts?: (finding: LintFinding, reader: ConsoleReader) => boolean;
}

/** The tool's own totals. Named groups: errors, warnings, total; a number that is missing in the line is 0. */
export interface TotalsPattern {
  readonly has?: string;
  readonly line: RegExp;
  /** The line above, which may have the groups. */
  readonly above?: RegExp;
  /** How far below the last finding, at most. */
  readonly maxDistance?: number;
  /** Counts only below findings: other tools print the same line. */
  readonly needsFindings?: true;
  /** Where the numbers need arithmetic. */
  readonly count?: (groups: Groups) => LintTotals | null;
}

export interface ConsoleLinter extends Omit<LineParser<LintSection>, 'form' | 'open'> {
  /** How many lines of its own the tool may print between two findings; absent for tools whose totals delimit its runs. */
  readonly maxGap?: number;
  /** In front of a finding in some formats. */
  readonly prefix?: string;
  readonly findings: readonly FindingPattern[];
  readonly totals?: readonly TotalsPattern[];
  /** The only line of a run without findings. */
  readonly clean?: RegExp;
  /** The tool failed, which is a run of its own, and the problem; the line is added after a colon. */
  readonly failed?: readonly [RegExp, string];
  /** The tool stopped before it had reported everything, and the problem. */
  readonly stopped?: readonly [RegExp, string];
  /**
   * The end of the last line of a message over several lines, with the rule that the first line lacks; or a function that adds
   * such a line to the finding, so many lines above, until it returns false.
   */
  readonly lateRule?: RegExp | ((text: string, finding: LintFinding, lines: number) => boolean);
  /** The tool shows source and marks the place below it: a finding there is quoted. */
  readonly hasCarets?: true;
  /** The next line is needed, too. */
  readonly next?: RegExp;
  /** Lines below findings that belong to the tool, which prints no totals; others end the run. */
  readonly between?: RegExp;
  /** The closing line of another tool with the same findings. */
  readonly foreign?: RegExp;
  /** Whether a finished section is this tool's; may still change it. */
  readonly accepts?: (section: LintSection, reader: ConsoleReader) => boolean;
  /** Reads lines that need more than patterns, before everything else: whether the next line is needed, null for others. */
  readonly open?: (reader: ConsoleReader) => (text: string) => boolean | null;
}

export function consoleLinter(linter: ConsoleLinter): LineParser<LintSection> {
  const open = (results: Results<LintSection>) => new ConsoleReader(linter, results);
  return { contains: anyTextOf(linter), ...linter, form: 'lines', open };
}

/** Matches what may be a line of the tool, as far as its patterns have a cheap test. */
function anyTextOf({ findings, totals = [] }: ConsoleLinter): RegExp {
  const texts = new Set([...findings, ...totals].map(({ has = '' }) => has.replace(/[^\w ]/g, '\\$&')));
  return new RegExp([...texts].join('|'));
}

export class ConsoleReader implements LineReader {
  readonly results: Results<LintSection>;
  readonly groups: FindingGroups;
  readonly runs: LintRuns;
  /** The file whose findings are listed in a table. */
  path: string | null = null;
  /** The first line of a form that ends with totals, until they follow. */
  begun: number | null = null;
  /** What is done after the last line. */
  readonly ends: (() => void)[] = [];
  #lastRow = 0;
  readonly #linter: ConsoleLinter;
  readonly #store: FindingGroups | LintRuns;
  readonly #first: ((text: string) => boolean | null) | undefined;
  /** A finding whose rule follows. */
  #unnamed: LintFinding | null = null;
  #unnamedLine = 0;

  constructor(linter: ConsoleLinter, results: Results<LintSection>) {
    this.results = results;
    this.groups = new FindingGroups(results, linter.maxGap ?? 0, (section) => linter.accepts?.(section, this) ?? true);
    this.runs = new LintRuns(results);
    this.#linter = linter;
    this.#store = linter.maxGap === undefined ? this.runs : this.groups;
    this.#first = linter.open?.(this);
  }

  line(text: string): boolean {
    const special = this.#first?.(text) ?? null;
    if (special !== null) return special;
    const { hasCarets, next, between } = this.#linter;
    if (hasCarets && text.endsWith('^') && isCaretLine(this.#unprefixed(text))) this.groups.removePrevious();
    else if (!this.read(text)) {
      if (this.#unnamed !== null) this.#lateRule(this.#unnamed, text);
      if (between !== undefined && !between.test(text)) this.runs.interrupt();
    }
    if (between !== undefined) return this.runs.open !== null;
    return this.#unnamed !== null || next?.test(text) === true;
  }

  /** Whether the line is a finding or states something about the run. Totals and the like are never behind the name of a file. */
  read(text: string): boolean {
    if (this.#finding(text)) return true;
    if (filePosition(text) === null) return this.totals(text) || this.#verdict(text);
    return this.#isStopped(text);
  }

  end(): void {
    for (const end of this.ends) end();
    if (this.begun !== null) this.groups.markTruncated(this.begun);
    this.groups.end();
    this.runs.end();
  }

  add(finding: LintFinding, firstLine = this.results.lineNumber): void {
    this.#store.add(finding, firstLine);
    const { lateRule, between } = this.#linter;
    if (between !== undefined) this.runs.extend().hasFooter = true;
    this.#unnamed = lateRule !== undefined && finding.rule === null ? finding : null;
    this.#unnamedLine = this.results.lineNumber;
  }

  close(totals: LintTotals | null): void {
    if (totals === null) this.runs.close(null);
    else this.#store.close(totals);
    this.#unnamed = null;
    this.path = null;
    this.begun = null;
  }

  /** Reads a line with totals. */
  totals(text: string): boolean {
    for (const pattern of this.#linter.totals ?? []) {
      if (pattern.has !== undefined && !text.includes(pattern.has)) continue;
      const groups = this.#match(pattern.line, text, pattern.above);
      if (groups === null || (pattern.needsFindings && this.#store.lastLine === 0)) continue;
      if (this.results.lineNumber - this.#store.lastLine > (pattern.maxDistance ?? Number.POSITIVE_INFINITY)) continue;
      this.close(pattern.count === undefined ? totalsOf(groups) : pattern.count(groups));
      return true;
    }
    return false;
  }

  #finding(text: string): boolean {
    for (const pattern of this.#linter.findings) {
      if (pattern.has !== undefined && !text.includes(pattern.has)) continue;
      const finding = this.#toFinding(pattern, text);
      if (finding === undefined) continue;
      if (pattern.needsTotals) this.begun ??= this.results.lineNumber;
      if (finding !== null) this.add(finding, this.results.lineNumber - (pattern.above === undefined ? 0 : 1));
      return true;
    }
    return false;
  }

  /** Undefined for another line, null for a note. */
  #toFinding(pattern: FindingPattern, text: string): LintFinding | null | undefined {
    const found =
      pattern.line === undefined ? this.#afterPosition(pattern, text) : this.#match(pattern.line, text, pattern.above);
    if (found === null) return undefined;
    if (pattern.file !== undefined) this.#file(pattern.file, pattern.hasGaps);
    const path = found.path ?? this.path;
    if ((pattern.file !== undefined && !pattern.hasGaps && path === null) || pattern.paths?.test(path ?? '') === false)
      return undefined;
    const severity = severityOf(pattern, found, path);
    if (severity === null) return null;
    const whole = found.message ?? pattern.message ?? '';
    const { rule, message } =
      found.rule === undefined ? ruleIn(whole, pattern.rule) : { rule: found.rule || null, message: whole };
    const finding = { path, line: findingLine(found.line), rule, severity, message: message.trimEnd() };
    return pattern.accepts?.(finding, this) === false ? undefined : finding;
  }

  #afterPosition({ after, above, separator, hasColumn }: FindingPattern, text: string): Groups | null {
    const position = filePosition(this.#unprefixed(text));
    if (position === null || (separator !== undefined && position.separator !== separator)) return null;
    if (hasColumn !== undefined && hasColumn !== (position.column !== null)) return null;
    const groups = after === undefined ? null : this.#match(after, position.rest, above);
    return groups === null ? null : { ...groups, path: position.path, line: position.line?.toString() };
  }

  #match(pattern: RegExp, text: string, above: RegExp | undefined): Groups | null {
    const match = pattern.exec(text);
    if (match === null) return null;
    if (above === undefined) return match.groups ?? {};
    const previous = above.exec(this.results.before(1));
    return previous === null ? null : { ...previous.groups, ...match.groups };
  }

  #file(pattern: RegExp, hasGaps = false): void {
    const above = this.results.before(1);
    const file = pattern.exec(above);
    if (file !== null) this.path = file.groups?.path ?? above.trimEnd();
    else if (!hasGaps && this.#lastRow !== this.results.lineNumber - 1) this.path = null;
    this.#lastRow = this.results.lineNumber;
  }

  #unprefixed(text: string): string {
    const { prefix } = this.#linter;
    return prefix !== undefined && text.startsWith(prefix) ? text.slice(prefix.length) : text;
  }

  #verdict(text: string): boolean {
    const { clean, failed, foreign } = this.#linter;
    if (clean?.test(text)) this.results.beginRun({ hasFooter: true });
    else if (failed?.[0].test(text)) {
      this.results.beginRun({ hasHeader: true, hasFooter: true, problems: [problemOf(failed[1], text)] });
    } else if (foreign?.test(text)) this.runs.discard();
    else return this.#isStopped(text);
    return true;
  }

  #isStopped(text: string): boolean {
    const { stopped } = this.#linter;
    if (!stopped?.[0].test(text)) return false;
    this.groups.addProblem(stopped[1]);
    return true;
  }

  #lateRule(finding: LintFinding, text: string): void {
    const { lateRule } = this.#linter;
    if (typeof lateRule === 'function') {
      const isPart = lateRule(text, finding, this.results.lineNumber - this.#unnamedLine);
      if (!isPart || finding.rule !== null) this.#unnamed = null;
    } else finding.rule = lateRule?.exec(text)?.[1] ?? null;
    if (finding.rule === null) return;
    this.#unnamed = null;
    this.#store.extend();
  }
}

function severityOf({ severity }: FindingPattern, groups: Groups, path: string | null): Level | null {
  if (typeof severity === 'function') return severity(groups, path);
  return groups.level === undefined ? (severity ?? 'error') : /^(?:[ef]|[x×✖])/i.test(groups.level) ? 'error' : 'warning';
}

function ruleIn(text: string, rule: FindingPattern['rule']): Pick<LintFinding, 'rule' | 'message'> {
  if (rule instanceof RegExp) return splitRule(text, rule);
  return { rule: rule?.(text) ?? null, message: text };
}

export const NO_FINDINGS: LintTotals = { errors: null, warnings: null, total: 0 };

function totalsOf(groups: Groups): LintTotals {
  const number = (name: string) => (name in groups ? Number(groups[name] ?? 0) : null);
  return { errors: number('errors'), warnings: number('warnings'), total: number('total') };
}

function problemOf(problem: string, text: string): string {
  return problem.endsWith(': ') ? problem + text.slice(0, 200) : problem;
}
