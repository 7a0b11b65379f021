// Collects what a lint parser reads into sections, one run of the tool after the other.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import { emptyLintSection, type LintSection, type LintTotals } from '../../section.ts';

/** Sections are compared with one another; in a log of very many the gaps between them no longer matter. */
const MAX_PARTS = 200;

export class LintRuns {
  readonly #parser: string;
  readonly #shelf: Shelf;
  readonly #finished: LintSection[] = [];
  #open: LintSection | null = null;

  constructor(parser: string, shelf: Shelf) {
    this.#parser = parser;
    this.#shelf = shelf;
  }

  /** The run that is under way, or null. */
  get open(): LintSection | null {
    return this.#open;
  }

  /** The run that is under way; it begins here if there is none. */
  at(lineNumber: number): LintSection {
    this.#open ??= emptyLintSection(this.#parser, lineNumber);
    this.#open.lastLine = lineNumber;
    return this.#open;
  }

  finding(finding: LintFinding, lineNumber: number): LintSection {
    const run = this.at(lineNumber);
    this.#shelf.keepFinding(run.findings, finding);
    return run;
  }

  /** The tool's own closing line. */
  close(totals: LintTotals, lineNumber: number): void {
    const run = this.at(lineNumber);
    run.totals = totals;
    run.hasFooter = true;
    this.finish();
  }

  /** The tool says that it could not do its work: whatever it printed besides is no result. */
  broken(problem: string, lineNumber: number): void {
    const run = this.at(lineNumber);
    run.hasHeader = true;
    run.hasFooter = true;
    this.problem(problem);
    this.finish();
  }

  /** Something about the run that is under way. */
  problem(problem: string): void {
    if (this.#open !== null) this.#shelf.keepText(this.#open.problems, problem);
  }

  finish(): void {
    if (this.#open !== null) this.#shelf.keepRun(this.#finished, this.#open);
    this.#open = null;
  }

  /** For tools without a closing line: something else was printed, and what follows may be another run. */
  interrupt(): void {
    if (this.#finished.length < MAX_PARTS) this.finish();
  }

  /** The lines belonged to another tool. */
  forget(): void {
    this.#open = null;
  }

  end(): LintSection[] {
    this.finish();
    return this.#finished;
  }
}

/** Totals of a tool that counts errors and warnings apart. */
export function errorsAndWarnings(errors: string | number | undefined, warnings: string | number | undefined): LintTotals {
  return { errors: Number(errors ?? 0), warnings: Number(warnings ?? 0), total: null };
}
