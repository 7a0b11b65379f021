// Findings that stand on single lines -> sections. Tools without a header are told apart by distance:
// what stands far from the last finding may be another run, with other tools' output in between.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import { emptyLintSection, type LintSection, type LintTotals } from '../../section.ts';

/** Sections are compared with one another; in a log of very many the gaps no longer matter. */
const MAX_SECTIONS = 200;

export class FindingGroups {
  readonly #parser: string;
  /** How many lines of its own a tool may print between two findings. */
  readonly #longestGap: number;
  readonly #shelf: Shelf;
  readonly #sections: LintSection[] = [];
  /** How many sections, from the first, have been closed by totals of the tool. */
  #hasFooter = 0;
  #lastAdded = 0;

  constructor(parser: string, longestGap: number, shelf: Shelf) {
    this.#parser = parser;
    this.#longestGap = longestGap;
    this.#shelf = shelf;
  }

  /** `lineNumber` is the line the finding begins on. */
  add(finding: LintFinding, lineNumber: number): void {
    const section = this.#sectionAt(lineNumber);
    this.#shelf.keepFinding(section.findings, finding);
    section.findingLines?.push(lineNumber);
    section.lastLine = lineNumber;
    this.#lastAdded = lineNumber;
  }

  /** A line that belongs to the last finding: its message goes on, its source is shown. */
  extend(lineNumber: number): void {
    const section = this.#open();
    if (section !== undefined) section.lastLine = lineNumber;
  }

  /** The tool says of a file that nothing is wrong with it, which is a result too. */
  clean(lineNumber: number): void {
    this.#sectionAt(lineNumber).lastLine = lineNumber;
  }

  /** The finding that is not closed yet and was added last. */
  get last(): LintFinding | undefined {
    return this.#open()?.findings.at(-1);
  }

  /** The last line of what is not closed yet; 0 when there is nothing. */
  get lastLine(): number {
    return this.#open()?.lastLine ?? 0;
  }

  /** The finding on that line turned out to be source code that is shown below another one. */
  takeBack(lineNumber: number): void {
    const section = this.#open();
    if (section === undefined || this.#lastAdded !== lineNumber) return;
    section.findings.pop();
    section.findingLines?.pop();
    if (section.findings.length === 0) this.#sections.pop();
  }

  /** The tool's own totals speak for the findings before them, back to the last totals, as far as they add up. */
  close(totals: LintTotals, lineNumber: number): void {
    const wanted = totals.total ?? (totals.errors ?? 0) + (totals.warnings ?? 0);
    let first = this.#sections.length;
    let listed = 0;
    while (first > this.#hasFooter && (listed < wanted || first === this.#sections.length)) {
      first -= 1;
      listed += this.#sections[first]?.findings.length ?? 0;
    }
    const spokenFor = this.#sections.splice(first);
    const section = emptyLintSection(this.#parser, spokenFor[0]?.firstLine ?? lineNumber);
    const findings = spokenFor.flatMap((part) => part.findings);
    const findingLines = spokenFor.flatMap((part) => part.findingLines ?? []);
    const problems = spokenFor.flatMap((part) => part.problems);
    const whole = { ...section, hasFooter: true, lastLine: lineNumber, findings, findingLines, totals, problems };
    for (const part of partedByTotals(whole, totals, findingLines)) this.#shelf.keepRun(this.#sections, part);
    this.#hasFooter = this.#sections.length;
  }

  /** Everything since the last totals of the tool is doubtful. */
  doubt(problem: string): void {
    const section = this.#open();
    if (section !== undefined) this.#shelf.keepText(section.problems, problem);
  }

  /** The tool began at that line and never came to its totals. */
  breakOff(lineNumber: number): void {
    const section = this.#open() ?? emptyLintSection(this.#parser, lineNumber);
    section.hasFooter = false;
    if (!this.#sections.includes(section)) this.#shelf.keepRun(this.#sections, section);
  }

  end(): LintSection[] {
    return this.#sections;
  }

  #open(): LintSection | undefined {
    return this.#sections.length > this.#hasFooter ? this.#sections.at(-1) : undefined;
  }

  #sectionAt(lineNumber: number): LintSection {
    const open = this.#open();
    const isNear = open !== undefined && lineNumber - open.lastLine <= this.#longestGap;
    if (open !== undefined && (isNear || this.#sections.length >= MAX_SECTIONS)) return open;
    const section = { ...emptyLintSection(this.#parser, lineNumber), hasFooter: true, findingLines: [] };
    this.#shelf.keepRun(this.#sections, section);
    return section;
  }
}

/** Another tool's findings may stand right before those that the totals speak for: where the last ones fit, those are they. */
function partedByTotals(whole: LintSection, { errors, warnings }: LintTotals, lines: readonly number[]): LintSection[] {
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
