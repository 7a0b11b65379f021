// Bandit as it prints for people: a block for each issue, then counts of all issues by severity.
import type { Advisory, AdvisorySeverity } from '../../../contract/index.ts';
import type { LineContext, LineParser, LineReader } from '../../parser.ts';
import { emptySecuritySection, type SecuritySection } from '../../section.ts';
import { advisorySeverity } from '../shared/advisories.ts';

const ID = 'bandit-text';
const RESULTS = 'Test results:';
const BY_SEVERITY = '\tTotal issues (by severity):';
const BY_CONFIDENCE = '\tTotal issues (by confidence):';
const ISSUE = /^>> Issue: \[(B\d{3}):[\w-]{1,100}\] (.*)$/;
const SEVERITY = /^ {3}Severity: (\w{1,20}) {3}Confidence: \w{1,20}$/;
/** "   Location: ./pond.py:6", since 1.7 with a column */
const LOCATION = /^ {3}Location: (.{1,1000}?):\d{1,9}(?::\d{1,9})?$/;
/** "\t\tLow: 2.0", since 1.7 without the fraction */
const COUNT = /^\t\t(Undefined|Low|Medium|High): (\d{1,9})(?:\.0)?$/;
const SKIPPED = /^Files skipped \((\d{1,9})\):$/;

export const banditText: LineParser<SecuritySection> = {
  id: ID,
  form: 'lines',
  commands: ['bandit'],
  startsWith: [RESULTS],
  atMargin: true,
  open: (context) => new BanditReader(context),
};

class BanditReader implements LineReader<SecuritySection> {
  readonly #context: LineContext;
  readonly #sections: SecuritySection[] = [];
  #section: SecuritySection | null = null;
  #inSeverities = false;
  #stated = new Map<AdvisorySeverity, number>();

  constructor(context: LineContext) {
    this.#context = context;
  }

  line(text: string, lineNumber: number): boolean {
    if (text === RESULTS && this.#context.before(2).startsWith('Run started:')) this.#begin(lineNumber);
    else if (this.#section !== null) this.#inside(this.#section, text, lineNumber);
    return this.#section !== null;
  }

  end(): SecuritySection[] {
    return this.#sections;
  }

  #begin(lineNumber: number): void {
    this.#section = { ...emptySecuritySection(ID, lineNumber - 2), hasHeader: true };
    this.#context.shelf.keepRun(this.#sections, this.#section);
    this.#inSeverities = false;
    this.#stated = new Map();
  }

  #inside(section: SecuritySection, text: string, lineNumber: number): void {
    section.lastLine = lineNumber;
    const skipped = SKIPPED.exec(text)?.[1];
    if (skipped !== undefined) this.#close(section, Number(skipped));
    else if (text === BY_SEVERITY || text === BY_CONFIDENCE) this.#inSeverities = text === BY_SEVERITY;
    else if (this.#inSeverities) this.#count(text);
    else this.#issue(section, text);
  }

  #issue(section: SecuritySection, text: string): void {
    const [, id, title = ''] = ISSUE.exec(text) ?? [];
    const advisory: Advisory | null = id === undefined ? null : { id, package: null, version: null, severity: 'unknown', title };
    if (advisory !== null) this.#context.shelf.keepAdvisory(section.advisories, advisory);
    const last = section.advisories.at(-1);
    // What else is told of an issue stands above its source, which may hold anything.
    if (last === undefined || last.package !== null) return;
    const severity = SEVERITY.exec(text)?.[1];
    if (severity !== undefined) last.severity = advisorySeverity(severity);
    last.package = LOCATION.exec(text)?.[1] ?? null;
  }

  #count(text: string): void {
    const [, word, count] = COUNT.exec(text) ?? [];
    if (word !== undefined) this.#stated.set(advisorySeverity(word), Number(count));
  }

  #close(section: SecuritySection, skipped: number): void {
    section.hasFooter = this.#stated.size === 4;
    section.total = this.#total(section.advisories);
    if (skipped > 0) section.problems.push(`bandit could not read ${skipped} files`);
    this.#section = null;
  }

  /** Issues below the severity that was asked for are counted and not shown: those of such a severity are none at all. */
  #total(advisories: readonly Advisory[]): number {
    let total = 0;
    for (const [severity, stated] of this.#stated) {
      const listed = advisories.filter((advisory) => advisory.severity === severity).length;
      total += listed === 0 ? 0 : stated;
    }
    return total;
  }
}
