// One run of rustc, or of cargo with a rustc for each of its units: headlines, and what the closing lines say.
import type { LintFinding } from '../../../contract/index.ts';
import { ownText, type Shelf } from '../../engine/shelf.ts';
import { emptyLintSection, type LintSection, type LintTotals } from '../../section.ts';

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
  /** Something stands below it. Cargo's own warnings, and those of build scripts, are a bare line. */
  hasBody: boolean;
}

export class RustcRun {
  lastLine: number;
  /** A line that only cargo writes was seen. */
  isCargo = false;
  /** Cargo said that it is done. */
  isFinished = false;
  /** The compiler, or cargo, has said its last word on a unit with errors. */
  hasFailed = false;
  readonly #shelf: Shelf;
  readonly #parser: string;
  readonly #firstLine: number;
  readonly #headlines: Headline[] = [];
  readonly #problems: string[] = [];
  /** The headline whose place may still follow. */
  #open: Headline | null = null;
  #last: Headline | null = null;
  #isRust = false;
  /** Warnings by unit, without those shown before. */
  readonly #generated = new Map<string, number>();
  /** By package, what each of its units counted. Cargo shows once what two units share, and does not say so here. */
  readonly #errors = new Map<string, number[]>();
  readonly #emitted = new Map<string, number[]>();

  constructor(parser: string, firstLine: number, shelf: Shelf) {
    this.#shelf = shelf;
    this.#parser = parser;
    this.#firstLine = firstLine;
    this.lastLine = firstLine;
  }

  headline(finding: LintFinding): void {
    if (CRASH.test(finding.message)) this.#shelf.keepText(this.#problems, 'the compiler crashed');
    this.#open = { ...finding, hasBody: false };
    this.#last = this.#open;
    this.#shelf.keepFinding(this.#headlines, this.#open);
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

  /** Below a headline, in a run that is known to be Rust's: what looks like a piece of its drawing is one. */
  get isInBody(): boolean {
    return this.#isRust && this.#last !== null;
  }

  /** Notes and helps have places of their own. */
  endOfBody(): void {
    this.#open = null;
  }

  /** True when the text is no finding but says something about findings. */
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
    this.#shelf.hold();
    return true;
  }

  #aborting(errors = '1', warnings = '0'): void {
    this.hasFailed = true;
    const unit = `rustc ${this.#emitted.size}`;
    add(this.#errors, unit, Number(errors));
    add(this.#emitted, unit, Number(warnings));
  }

  #addGenerated([, unit = '', count, duplicates]: RegExpExecArray): void {
    this.isCargo = true;
    this.#generated.set(ownText(unit), (this.#generated.get(unit) ?? 0) + Number(count) - Number(duplicates ?? 0));
  }

  #notCompiled([text, name = '', target = '', errors, warnings]: RegExpExecArray): void {
    this.isCargo = true;
    this.hasFailed = true;
    if (!text.includes(' due to ')) {
      if (this.#errors.size === 0) this.#problems.push(`cargo says: ${text}`);
      return;
    }
    add(this.#errors, name, Number(errors ?? 1));
    // With --quiet cargo does not say what the unit generated. Up to 1.66 the target was not named here.
    const isSaid = [...this.#generated.keys()].some((unit) => (target === '' ? unit.startsWith(name) : unit === name + target));
    if (warnings !== undefined && !isSaid) add(this.#emitted, name, Number(warnings));
  }

  /** Null when nothing speaks for Rust: "error: text" alone is anybody's. */
  section(): LintSection | null {
    const hasTotals = this.#errors.size + this.#generated.size > 0;
    if (!this.isCargo && !this.#isRust && !hasTotals) return null;
    const totals = hasTotals || this.isFinished ? this.#totals() : null;
    const findings = this.#believable(totals).map(
      ({ path, line, rule, severity, message }): LintFinding => ({ path, line, rule, severity, message }),
    );
    const hasFooter = this.#isClosed(hasTotals);
    // With --message-format=json the findings are elsewhere, and this is only their echo.
    const isEcho = findings.length === 0 && totals !== null;
    const isEmptyEcho = isEcho && totals.errors === 0 && totals.warnings === 0;
    return {
      ...emptyLintSection(this.#parser, this.#firstLine),
      hasHeader: !isEcho,
      hasFooter: hasFooter && (!isEcho || isEmptyEcho),
      problems: this.#problems,
      lastLine: this.lastLine,
      findings,
      totals,
    };
  }

  /** `cargo --quiet` prints no closing line behind warnings. */
  #isClosed(hasTotals: boolean): boolean {
    if (this.isFinished || [...this.#errors.values()].some((counts) => counts.some((count) => count > 0))) return true;
    return !this.isCargo && (hasTotals || this.#count('error') === 0);
  }

  #count(severity: LintFinding['severity']): number {
    return this.#headlines.filter((headline) => headline.severity === severity).length;
  }

  #totals(): LintTotals {
    const generated = [...this.#generated.values()].reduce((sum, count) => sum + count, 0);
    const errors = this.#settle(this.#errors, this.#count('error'));
    const warnings = generated + this.#settle(this.#emitted, this.#count('warning') - generated);
    return { errors, warnings, total: null };
  }

  /** Units of one package may share findings: the number listed is right if it lies between none shared and all shared. */
  #settle(counts: ReadonlyMap<string, readonly number[]>, listed: number): number {
    const units = [...counts.values()];
    const most = units.reduce((sum, unit) => sum + unit.reduce((a, b) => a + b, 0), 0);
    const least = units.reduce((sum, unit) => sum + unit.reduce((a, b) => Math.max(a, b), 0), 0);
    if (least <= listed && listed <= most) return listed;
    if (listed < least && least < most) this.#problems.push('how many findings the units of a package share cannot be told');
    return most;
  }

  /** Bare warnings count only where the closing lines have room for them. */
  #believable(totals: LintTotals | null): Headline[] {
    if (totals !== null && this.#count('warning') <= (totals.warnings ?? 0)) return this.#headlines;
    return this.#headlines.filter(({ severity, hasBody }) => hasBody || severity === 'error');
  }
}

function add(counts: Map<string, number[]>, unit: string, count: number): void {
  const known = counts.get(unit);
  if (known === undefined) counts.set(unit, [count]);
  else known.push(count);
}
