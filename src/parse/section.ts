// What a parser hands over: one run of one tool, as far as the output shows it.
// Whether it can be believed is not decided here but in reconcile.ts.
import type { Advisory, LintFinding, TestResult } from '../contract/index.ts';

interface Reading {
  /** The id of the parser that read it. */
  parser: string;
  /** Keeps equal ids of several sections apart: a package, a module, a project; null when there is none. */
  scope: string | null;
  /** An unmistakable beginning was seen (a header, the start of a report): what lies inside is quoted by it. */
  opened: boolean;
  /** The tool's own closing line, or the end of the report, was seen. Where a tool has none: true. */
  closed: boolean;
  /** What contradicts itself, in sentences. Any makes the reading inconsistent. */
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

export interface TestSection extends Reading {
  kind: 'test';
  /** In order of appearance. May be empty, or only the failed ones, when the tool names no others. */
  tests: TestResult[];
  /** The tool's own totals, counted by Hydra's words; null when the format has none (then `tests` are all there are). */
  totals: TestTotals | null;
}

export interface LintTotals {
  errors: number | null;
  warnings: number | null;
  /** errors + warnings, for tools that state only the sum. */
  total: number | null;
}

export interface LintSection extends Reading {
  kind: 'lint';
  findings: LintFinding[];
  /** The tool's own totals; null when the format has none. */
  totals: LintTotals | null;
  /** The tool that a format of several tools names as its source; null when it names none. */
  tool: string | null;
  /** The line each finding stands on, where every finding has one of its own; null where the parser does not say. */
  findingLines: number[] | null;
}

export interface SecuritySection extends Reading {
  kind: 'security';
  advisories: Advisory[];
  /** The tool's own total; null when the format has none. */
  total: number | null;
  /** The tool that a format of several tools names as its source; null when it names none. */
  tool: string | null;
}

export type Section = TestSection | LintSection | SecuritySection;

/** What every new section starts from: nothing seen yet. */
export function emptyTestSection(parser: string, firstLine: number): TestSection {
  return { kind: 'test', ...emptyReading(parser, firstLine), tests: [], totals: null };
}

export function emptyLintSection(parser: string, firstLine: number): LintSection {
  return { kind: 'lint', ...emptyReading(parser, firstLine), findings: [], totals: null, tool: null, findingLines: null };
}

export function emptySecuritySection(parser: string, firstLine: number): SecuritySection {
  return { kind: 'security', ...emptyReading(parser, firstLine), advisories: [], total: null, tool: null };
}

function emptyReading(parser: string, firstLine: number): Reading {
  return { parser, scope: null, opened: false, closed: false, problems: [], firstLine, lastLine: firstLine };
}
