// One run of rustc, or of cargo with a rustc for each of its units: headlines, and the totals of the closing lines.
import type { LintFinding } from '../../../contract/index.ts';
import type { Results } from '../../../parse/parser.ts';
import type { LintRun, LintSection, LintTotals } from '../../../parse/section.ts';

const ABORTING = /^aborting due to (?:(\d+) )?previous errors?(?:; (\d+) warnings? emitted)?$/;
const EMITTED = /^(\d+) warnings? emitted$/;
/** "`name` (lib test) generated 5 warnings (4 duplicates)" */
const GENERATED = /^(`[^`]+`(?: \([^()]+\))?) generated (\d+) warnings?(?: \((\d+) duplicates?\))?/;
/** Before 1.76 one error was not counted: "due to previous error"; before 1.55 there was no "due to" at all. */
const NOT_COMPILED =
  /^[cC]ould not compile (`[^`]+`)( \([^()]+\))?(?: due to (?:(\d+) )?previous errors?(?:; (\d+) warnings? emitted)?)?/;
const CARGO_ASIDE = /^build failed(?:, waiting for other jobs to finish\.\.\.)?$/;
const CRASH = /^(?:internal compiler error: |the compiler unexpectedly panicked)/;

interface Headline extends LintFinding {
  /** Lines with its source follow. Cargo's own warnings, and those of build scripts, are a single line. */
  hasBody: boolean;
}

export class RustcRun {
  /** A line that only cargo writes was seen. */
  isCargo = false;
  /** Cargo's last line was seen. */
  isFinished = false;
  /** The closing line of a unit with errors was seen. */
  hasFailed = false;
  readonly #results: Results<LintSection>;
  readonly #run: LintRun;
  readonly #headlines: Headline[];
  /** The headline whose place may still follow. */
  #open: Headline | null = null;
  #last: Headline | null = null;
  #isRust = false;
  /** Warnings by unit, without duplicates. */
  readonly #generated: Map<string, number>;
  /** By package, the counts of each of its units. Cargo shows findings that two units share once, but counts them twice. */
  readonly #errors: Map<string, number[]>;
  readonly #emitted: Map<string, number[]>;

  constructor(results: Results<LintSection>) {
    this.#results = results;
    this.#run = results.draftRun();
    this.#headlines = results.list();
    this.#generated = results.map();
    this.#errors = results.map();
    this.#emitted = results.map();
  }

  touch(): void {
    this.#run.touch();
  }

  headline(finding: LintFinding): void {
    if (CRASH.test(finding.message)) this.#run.problems.push('the compiler crashed');
    this.#open = { ...finding, hasBody: false };
    this.#last = this.#open;
    this.#headlines.push(this.#open);
  }

  place(path: string, line: number | null): void {
    if (this.#open === null) return;
    this.#open.path = path;
    this.#open.line = line;
    this.#open.hasBody = true;
    this.#open = null;
    if (path.endsWith('.rs') || path.endsWith('.toml')) this.#isRust = true;
  }

  body(): void {
    if (this.#last !== null) this.#last.hasBody = true;
  }

  rule(rule: string): void {
    if (this.#last !== null) this.#last.rule ??= rule;
  }

  /** Below a headline, in a run that is certainly Rust's: lines that look like framed source are. */
  get isInBody(): boolean {
    return this.#isRust && this.#last !== null;
  }

  /** Notes and helps have places of their own. */
  endOfBody(): void {
    this.#open = null;
  }

  /** True when the text is not a finding but a closing line. */
  summary(text: string): boolean {
    const aborting = ABORTING.exec(text);
    const emitted = EMITTED.exec(text);
    const generated = GENERATED.exec(text);
    const notCompiled = NOT_COMPILED.exec(text);
    if (aborting !== null) this.#aborting(aborting[1], aborting[2]);
    else if (emitted !== null) this.#aborting('0', emitted[1]);
    else if (generated !== null) this.#addGenerated(generated);
    else if (notCompiled !== null) this.#notCompiled(notCompiled);
    else return CARGO_ASIDE.test(text);
    this.#open = null;
    this.#last = null;
    return true;
  }

  #aborting(errors = '1', warnings = '0'): void {
    this.hasFailed = true;
    const unit = `rustc ${this.#emitted.size}`;
    this.#add(this.#errors, unit, Number(errors));
    this.#add(this.#emitted, unit, Number(warnings));
  }

  #addGenerated([, unit = '', count, duplicates]: RegExpExecArray): void {
    this.isCargo = true;
    this.#generated.set(unit, (this.#generated.get(unit) ?? 0) + Number(count) - Number(duplicates ?? 0));
  }

  #notCompiled([text, name = '', target = '', errors, warnings]: RegExpExecArray): void {
    this.isCargo = true;
    this.hasFailed = true;
    if (!text.includes(' due to ')) {
      if (this.#errors.size === 0) this.#run.problems.push(`cargo says: ${text}`);
      return;
    }
    this.#add(this.#errors, name, Number(errors ?? 1));
    // With --quiet cargo does not print what the unit generated. Up to 1.66 the target was not named here.
    const isStated = [...this.#generated.keys()].some((unit) => (target === '' ? unit.startsWith(name) : unit === name + target));
    if (warnings !== undefined && !isStated) this.#add(this.#emitted, name, Number(warnings));
  }

  /** Adds the run to the results unless it is another tool's: many print "error: text". */
  finish(): void {
    const hasTotals = this.#errors.size + this.#generated.size > 0;
    if (!this.isCargo && !this.#isRust && !hasTotals) return;
    const totals = hasTotals || this.isFinished ? this.#totals() : null;
    const findings = this.#credible(totals).map(
      ({ path, line, rule, severity, message }): LintFinding => ({ path, line, rule, severity, message }),
    );
    // With --message-format=json the findings are in the documents, and these are only the totals.
    const isEcho = findings.length === 0 && totals !== null;
    const isEmptyEcho = isEcho && totals.errors === 0 && totals.warnings === 0;
    const hasFooter = this.#isClosed(hasTotals) && (!isEcho || isEmptyEcho);
    this.#results.add(Object.assign(this.#run, { hasHeader: !isEcho, hasFooter, findings, totals }));
  }

  /** `cargo --quiet` prints no closing line after warnings. */
  #isClosed(hasTotals: boolean): boolean {
    if (this.isFinished || [...this.#errors.values()].some((counts) => counts.some((count) => count > 0))) return true;
    return !this.isCargo && (hasTotals || this.#count('error') === 0);
  }

  #count(severity: LintFinding['severity']): number {
    return this.#headlines.filter((headline) => headline.severity === severity).length;
  }

  #totals(): LintTotals {
    const generated = [...this.#generated.values()].reduce((sum, count) => sum + count, 0);
    const errors = this.#matchShared(this.#errors, this.#count('error'));
    const warnings = generated + this.#matchShared(this.#emitted, this.#count('warning') - generated);
    return { errors, warnings, total: null };
  }

  /** Units of one package may share findings: the number listed is right if it is between none shared and all shared. */
  #matchShared(counts: ReadonlyMap<string, readonly number[]>, listed: number): number {
    const units = [...counts.values()];
    const max = units.reduce((sum, unit) => sum + unit.reduce((a, b) => a + b, 0), 0);
    const min = units.reduce((sum, unit) => sum + unit.reduce((a, b) => Math.max(a, b), 0), 0);
    if (min <= listed && listed <= max) return listed;
    if (listed < min && min < max) this.#run.problems.push('the number of findings that the units of a package share is unknown');
    return max;
  }

  /** Warnings without source count only as far as the totals include them. */
  #credible(totals: LintTotals | null): Headline[] {
    if (totals !== null && this.#count('warning') <= (totals.warnings ?? 0)) return this.#headlines;
    return this.#headlines.filter(({ severity, hasBody }) => hasBody || severity === 'error');
  }

  #add(counts: Map<string, number[]>, unit: string, count: number): void {
    const known = counts.get(unit) ?? this.#results.list<number>();
    known.push(count);
    counts.set(unit, known);
  }
}
