// What a parser emits: one run of one tool, as far as the output shows it. reconcile/ decides how far it is trusted.
import type { Advisory, LintFinding, TestDetails, TestResult, TestStatus } from '../contract/index.ts';

interface SectionBase {
  /** The id of the parser. */
  parser: string;
  /** Distinguishes equal ids of several sections: a package, a module, a project; null when there is none. */
  scope: string | null;
  /** An unmistakable start was seen (a header, the start of a report): what other parsers find inside is a quotation. */
  hasHeader: boolean;
  /** The tool's own final line, or the end of the report, was seen. True for tools that print none. */
  hasFooter: boolean;
  /** Contradictions, as sentences. Any makes the result inconsistent. */
  problems: string[];
  firstLine: number;
  lastLine: number;
}

/** Null where the tool does not state the number. */
export interface TestTotals {
  passed: number | null;
  failed: number | null;
  skipped: number | null;
}

/** Details as a tool states them: texts of any length, numbers of any kind. */
export type RawDetails = { readonly [Name in keyof TestDetails]?: TestDetails[Name] | null };

export interface TestSection extends SectionBase {
  kind: 'test';
  /** In order of appearance. May be empty, or only the failed ones, when the tool names no others. */
  tests: TestResult[];
  /** The tool's own totals, in Hydra's categories; null when the format has none (then `tests` is complete). */
  totals: TestTotals | null;
}

export interface LintTotals {
  errors: number | null;
  warnings: number | null;
  /** errors + warnings, for tools that state only the sum. */
  total: number | null;
}

export interface LintSection extends SectionBase {
  kind: 'lint';
  findings: LintFinding[];
  /** The tool's own totals; null when the format has none. */
  totals: LintTotals | null;
  /** The tool that a multi-tool format names as its source; null when it names none. */
  tool: string | null;
  /** The line of each finding, where every finding has its own line; null where the parser does not record it. */
  findingLines: number[] | null;
}

export interface SecuritySection extends SectionBase {
  kind: 'security';
  advisories: Advisory[];
  /** The tool's own total; null when the format has none. */
  total: number | null;
  /** The tool that a multi-tool format names as its source; null when it names none. */
  tool: string | null;
}

export type Section = TestSection | LintSection | SecuritySection;

interface Closable<Totals> {
  /** Records the tool's own final line, with its totals if it states any. */
  close(totals?: Totals | null): void;
  /** The current line belongs to the run. */
  touch(): void;
}

/** A section that is being filled: every call also extends the run to the current line. */
export interface TestRun extends TestSection, Closable<TestTotals> {
  test(id: string, status: TestStatus, details?: RawDetails): void;
}

export interface LintRun extends LintSection, Closable<LintTotals> {
  finding(finding: LintFinding): void;
}

export interface SecurityRun extends SecuritySection, Closable<number> {
  advisory(advisory: Advisory): void;
}

export type RunOf<Kind extends Section> = Kind extends TestSection ? TestRun : Kind extends LintSection ? LintRun : SecurityRun;

/** What every new section starts from: nothing seen yet. */
export function emptyTestSection(parser: string, firstLine: number): TestSection {
  return { kind: 'test', ...emptySection(parser, firstLine), tests: [], totals: null };
}

export function emptyLintSection(parser: string, firstLine: number): LintSection {
  return { kind: 'lint', ...emptySection(parser, firstLine), findings: [], totals: null, tool: null, findingLines: null };
}

export function emptySecuritySection(parser: string, firstLine: number): SecuritySection {
  return { kind: 'security', ...emptySection(parser, firstLine), advisories: [], total: null, tool: null };
}

function emptySection(parser: string, firstLine: number): SectionBase {
  return { parser, scope: null, hasHeader: false, hasFooter: false, problems: [], firstLine, lastLine: firstLine };
}
