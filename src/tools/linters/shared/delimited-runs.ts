// Findings between a first line and a closing line -> sections, one run of the tool after the other.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineReader, Results } from '../../../parse/parser.ts';
import type { LintRun, LintSection, LintTotals } from '../../../parse/section.ts';

/** Sections are compared with one another; in a log with very many, the gaps between them no longer matter. */
const MAX_PARTS = 200;

export class LintRuns {
  readonly #results: Results<LintSection>;
  #finished = 0;
  #open: LintRun | null = null;

  constructor(results: Results<LintSection>) {
    this.#results = results;
  }

  get open(): LintRun | null {
    return this.#open;
  }

  /** The open run, extended to the current line; starts one at `firstLine` if there is none. */
  extend(firstLine = this.#results.lineNumber): LintRun {
    this.#open ??= this.#results.draftRun({ firstLine });
    this.#open.touch();
    return this.#open;
  }

  finding(finding: LintFinding): LintRun {
    const run = this.extend();
    run.finding(finding);
    return run;
  }

  add(finding: LintFinding, firstLine: number): void {
    this.extend(firstLine);
    this.finding(finding);
  }

  /** The last line of the open run; 0 without one. */
  get lastLine(): number {
    return this.#open?.lastLine ?? 0;
  }

  end(): void {
    this.finish();
  }

  /** The tool's own closing line. */
  close(totals: LintTotals | null): void {
    this.extend().close(totals);
    this.finish();
  }

  /** The tool reports that it failed: what it printed besides is not a result. */
  fail(problem: string): void {
    const run = this.extend();
    run.hasHeader = true;
    run.hasFooter = true;
    run.problems.push(problem);
    this.finish();
  }

  finish(): void {
    if (this.#open !== null) {
      this.#results.add(this.#open);
      this.#finished += 1;
    }
    this.#open = null;
  }

  /** For tools without a closing line: other output followed, and the next finding may belong to another run. */
  interrupt(): void {
    if (this.#finished < MAX_PARTS) this.finish();
  }

  /** Drops the open run: its lines belong to another tool. */
  discard(): void {
    this.#open = null;
  }
}

/** Totals of a tool that counts errors and warnings separately. */
export function errorsAndWarnings(errors: string | number | undefined, warnings: string | number | undefined): LintTotals {
  return { errors: Number(errors ?? 0), warnings: Number(warnings ?? 0), total: null };
}

/** The base of readers of tools that delimit their runs. */
export abstract class RunReader implements LineReader {
  protected readonly results: Results<LintSection>;
  protected readonly runs: LintRuns;

  constructor(results: Results<LintSection>) {
    this.results = results;
    this.runs = new LintRuns(results);
  }

  abstract line(text: string): boolean | 'claimed';

  end(): void {
    this.runs.finish();
  }
}
