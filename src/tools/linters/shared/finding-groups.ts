// Findings on single lines -> sections. Without a header, distance separates the runs of a tool: findings far apart may
// belong to several runs, with the output of other tools between them.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineReader, Results } from '../../../parse/parser.ts';
import type { LintRun, LintSection, LintTotals } from '../../../parse/section.ts';

/** Sections are compared with one another; in a log with very many, the gaps no longer matter. */
const MAX_SECTIONS = 200;

export class FindingGroups {
  readonly #results: Results<LintSection>;
  readonly #maxGap: number;
  readonly #accepts: (section: LintSection) => boolean;
  /** The sections since the last totals. */
  #open: LintRun[] = [];
  /** How many sections were added before those. */
  #added = 0;
  #lastAdded = 0;

  /** `maxGap`: how many lines of its own the tool may print between two findings. `accepts` is asked about finished sections. */
  constructor(results: Results<LintSection>, maxGap: number, accepts: (section: LintSection) => boolean = () => true) {
    this.#results = results;
    this.#maxGap = maxGap;
    this.#accepts = accepts;
  }

  /** `lineNumber` is the first line of the finding. */
  add(finding: LintFinding, lineNumber = this.#results.lineNumber): void {
    const section = this.#sectionAt(lineNumber);
    section.findings.push(finding);
    section.findingLines?.push(lineNumber);
    section.lastLine = lineNumber;
    this.#lastAdded = lineNumber;
  }

  addIfAny(finding: LintFinding | null): void {
    if (finding !== null) this.add(finding);
  }

  /** The current line belongs to the last finding: more of its message, or its source. */
  extend(): void {
    this.#open.at(-1)?.touch();
  }

  /** A line that reports no finding but is a result, such as that a file is clean. */
  addClean(lineNumber = this.#results.lineNumber): void {
    this.#sectionAt(lineNumber).lastLine = lineNumber;
  }

  /** The last finding since the last totals. */
  get last(): LintFinding | undefined {
    return this.#open.at(-1)?.findings.at(-1);
  }

  /** The last line of the sections since the last totals; 0 when there are none. */
  get lastLine(): number {
    return this.#open.at(-1)?.lastLine ?? 0;
  }

  /** Removes a finding on the line above: it is source code that is shown below another finding. */
  removePrevious(): void {
    const section = this.#open.at(-1);
    if (section === undefined || this.#lastAdded !== this.#results.lineNumber - 1) return;
    section.findings.pop();
    section.findingLines?.pop();
    if (section.findings.length === 0) this.#open.pop();
  }

  /** The tool's own totals cover the findings before them, back to the last totals, until the numbers match. */
  close(totals: LintTotals, lineNumber = this.#results.lineNumber): void {
    const wanted = totals.total ?? (totals.errors ?? 0) + (totals.warnings ?? 0);
    let first = this.#open.length;
    let listed = 0;
    while (first > 0 && (listed < wanted || first === this.#open.length)) {
      first -= 1;
      listed += this.#open[first]?.findings.length ?? 0;
    }
    const covered = this.#open.splice(first);
    const findingLines = covered.flatMap((part) => part.findingLines ?? []);
    const whole = this.#results.draftRun({
      firstLine: covered[0]?.firstLine ?? lineNumber,
      lastLine: lineNumber,
      hasFooter: true,
      findings: covered.flatMap((part) => part.findings),
      findingLines,
      problems: covered.flatMap((part) => part.problems),
      totals,
    });
    this.#finish([...this.#open, ...splitByTotals(whole, totals, findingLines)]);
  }

  /** Makes everything since the last totals inconsistent. */
  addProblem(problem: string): void {
    const section = this.#open.at(-1);
    if (section !== undefined && !section.problems.includes(problem)) section.problems.push(problem);
  }

  /** The tool started at that line, or before, and its totals are missing. */
  markTruncated(firstLine: number): void {
    if (this.#open.length === 0) this.#open.push(this.#results.draftRun({ firstLine, lastLine: firstLine }));
    for (const section of this.#open.slice(-1)) section.hasFooter = false;
  }

  end(): void {
    this.#finish(this.#open);
  }

  #finish(sections: readonly LintSection[]): void {
    for (const section of sections) if (this.#accepts(section)) this.#results.add(section);
    this.#added += sections.length;
    this.#open = [];
  }

  #sectionAt(lineNumber: number): LintRun {
    const last = this.#open.at(-1);
    const isNear = last !== undefined && lineNumber - last.lastLine <= this.#maxGap;
    if (last !== undefined && (isNear || this.#added + this.#open.length >= MAX_SECTIONS)) return last;
    const section = this.#results.draftRun({
      firstLine: lineNumber,
      lastLine: lineNumber,
      hasFooter: true,
      findingLines: [],
      problems: this.#results.list(),
    });
    this.#open.push(section);
    return section;
  }
}

/** Another tool's findings may be right above those that the totals cover: where the last findings match, only those count. */
function splitByTotals(whole: LintSection, { errors, warnings }: LintTotals, lines: readonly number[]): LintSection[] {
  if (errors === null || warnings === null) return [whole];
  const at = whole.findings.length - errors - warnings;
  const own = whole.findings.slice(at);
  const [firstLine] = lines.slice(at);
  const fits = own.filter(({ severity }) => severity === 'error').length === errors;
  if (at <= 0 || !fits || firstLine === undefined) return [whole];
  const before = {
    findings: whole.findings.slice(0, at),
    findingLines: lines.slice(0, at),
    lastLine: lines[at - 1] ?? firstLine,
  };
  return [
    { ...whole, ...before, totals: null, problems: [] },
    { ...whole, firstLine, findings: own, findingLines: lines.slice(at) },
  ];
}

/** The base of readers of tools without a header. */
export abstract class GroupReader implements LineReader {
  protected readonly results: Results<LintSection>;
  protected readonly groups: FindingGroups;

  constructor(results: Results<LintSection>, maxGap: number) {
    this.results = results;
    this.groups = new FindingGroups(results, maxGap, (section) => this.accepts(section));
  }

  abstract line(text: string): boolean;

  end(): void {
    this.groups.end();
  }

  /** Whether a finished section is this tool's; may still change it. */
  protected accepts(_section: LintSection): boolean {
    return true;
  }
}

/** For tools of which every line is a finding of its own or irrelevant. */
export function findingPerLine(results: Results<LintSection>, maxGap: number, toFinding: (text: string) => LintFinding | null) {
  const groups = new FindingGroups(results, maxGap);
  const line = (text: string) => {
    groups.addIfAny(toFinding(text));
    return false;
  };
  return { line, end: () => groups.end() };
}
