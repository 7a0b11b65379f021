// Deduplicates a run that appears twice in an output: as a report and as console lines, or as findings and CI annotations.
// Where the two disagree, one was printed by something else, and the result is marked.
import type { LintFinding } from '../../contract/index.ts';
import type { LintSection, Section, TestSection } from '../section.ts';
import { reconcileLint, reconcileTests } from './check-totals.ts';
import { fillDetails, ownName, wordsOf } from './fill-details.ts';

export interface ReportParsers {
  /** The parser of a report, and the parsers of the same tool's console output. */
  consolesOf: ReadonlyMap<string, readonly string[]>;
  /** Formats of many tools: only the names of the tests show which tool wrote the report. */
  generic: readonly string[];
}

export function mergeDuplicateRuns(sections: readonly Section[], { consolesOf, generic }: ReportParsers): Section[] {
  let merged = mergeGenericReports(sections, generic);
  for (const [report, consoles] of consolesOf) {
    merged = mergeDuplicateFindings(merged, report, consoles);
    const reports = ofParsers(merged, [report]);
    const lines = ofParsers(merged, consoles);
    if (reports.length === 0 || lines.length === 0) continue;
    if (countsOf(reports) === countsOf(lines)) merged = withoutRepeated(merged, reports, lines);
    else merged = merged.map((section) => (section === reports[0] ? markConflicting(section) : section));
  }
  return merged;
}

/** A linter that prints two reports, as in `phpcs --report=full,json`. Different numbers are those of another run. */
function mergeDuplicateFindings(sections: readonly Section[], report: string, consoles: readonly string[]): Section[] {
  const isOf = (section: Section, parsers: readonly string[]): section is LintSection =>
    section.kind === 'lint' && parsers.includes(section.parser);
  const reports = sections.filter((section) => isOf(section, [report]));
  const lines = sections.filter((section) => isOf(section, consoles));
  if (reports.length === 0 || lines.length === 0 || countsOfFindings(reports) !== countsOfFindings(lines)) return [...sections];
  return sections.filter((section) => !isOf(section, consoles));
}

function countsOfFindings(sections: readonly LintSection[]): string {
  const counts = sections.map(reconcileLint);
  const sum = (name: 'errors' | 'warnings') => counts.reduce((total, entry) => total + entry[name], 0);
  return `${sum('errors')} ${sum('warnings')}`;
}

/** A report printed after the console output of the same run, as in `pytest --junitxml=report.xml; cat report.xml`. */
function mergeGenericReports(sections: readonly Section[], generic: readonly string[]): Section[] {
  const reports = ofParsers(sections, generic);
  if (reports.length === 0) return [...sections];
  const parsers = new Set(sections.map(({ parser }) => parser));
  for (const parser of parsers) {
    const consoles = generic.includes(parser) ? [] : ofParsers(sections, [parser]);
    const merged = consoles.length === 0 ? null : mergeRunsOfTool(sections, reports, consoles);
    if (merged !== null) return merged;
  }
  return [...sections];
}

const NOTHING = '0 0 0';

/** The report may cover all runs of a tool, or the last one before it. */
function mergeRunsOfTool(sections: readonly Section[], reports: readonly TestSection[], consoles: readonly TestSection[]) {
  const last = consoles.filter(({ firstLine }) => firstLine < (reports[0]?.firstLine ?? 0)).slice(-1);
  return mergeRuns(sections, reports, consoles) ?? (last.length === 0 ? null : mergeRuns(sections, reports, last));
}

/** Null where the report is another tool's. */
function mergeRuns(sections: readonly Section[], reports: readonly TestSection[], consoles: readonly TestSection[]) {
  const areAlike = countsOf(reports) === countsOf(consoles);
  const { named, found, agreeing } = compareNames(reports, consoles);
  if (named === 0 ? !areAlike || countsOf(reports) === NOTHING : found * 2 <= named) return null;
  // Where the console names no tests, equal numbers prove nothing.
  if (!areAlike || agreeing < named || named === 0)
    return sections.map((section) => (section === reports[0] ? markConflicting(section) : section));
  // The names on the console are those that the tool accepts to rerun a test.
  const isExact = consoles.every((section) => reconcileTests(section).precision === 'exact');
  return isExact ? withoutRepeated(sections, consoles, reports) : withoutRepeated(sections, reports, consoles);
}

/** Drops one of two readings of a run; the other one gets its details. */
function withoutRepeated(
  sections: readonly Section[],
  kept: readonly TestSection[],
  repeated: readonly TestSection[],
): Section[] {
  const dropped = new Set<Section>(repeated);
  const tests = repeated.flatMap((section) => section.tests);
  const completed = new Map<Section, Section>(
    kept.map((section) => [section, { ...section, tests: fillDetails(section.tests, tests) }]),
  );
  return sections.filter((section) => !dropped.has(section)).map((section) => completed.get(section) ?? section);
}

/** How many tests the console names, how many of them are in the report too, and how many with the same result. */
function compareNames(reports: readonly TestSection[], consoles: readonly TestSection[]) {
  const names = new Set<string>();
  for (const { id, status } of reports.flatMap(({ tests }) => tests)) {
    const name = wordsOf(ownName(id)).join(' ');
    names.add(name).add(`${status} ${name}`);
  }
  const tests = consoles.flatMap((section) => section.tests);
  // A name begins or ends with what the report has as the test's own.
  const isIn = (words: readonly string[], prefix: string) =>
    words.some((_, at) => names.has(prefix + words.slice(at).join(' ')) || names.has(prefix + words.slice(0, at + 1).join(' ')));
  const found = tests.filter(({ id }) => isIn(wordsOf(id), ''));
  const agreeing = found.filter(({ id, status }) => isIn(wordsOf(id), `${status} `));
  return { named: tests.length, found: found.length, agreeing: agreeing.length };
}

function ofParsers(sections: readonly Section[], parsers: readonly string[]): TestSection[] {
  return sections.filter((section): section is TestSection => section.kind === 'test' && parsers.includes(section.parser));
}

function countsOf(sections: readonly TestSection[]): string {
  const counts = sections.map((section) => reconcileTests(section).counts);
  const sum = (status: 'passed' | 'failed' | 'skipped') => counts.reduce((total, entry) => total + entry[status], 0);
  return `${sum('passed')} ${sum('failed')} ${sum('skipped')}`;
}

function markConflicting(section: Section): Section {
  return { ...section, problems: [...section.problems, `the report read by ${section.parser} and the console lines disagree`] };
}

/** Drops CI annotations of findings that a linter also reports itself. `annotating` has the ids of annotation parsers. */
export function dropDuplicateAnnotations(sections: readonly Section[], annotating: ReadonlySet<string>): Section[] {
  const reports = sections.filter(
    (section): section is LintSection => section.kind === 'lint' && !annotating.has(section.parser),
  );
  return sections.filter(
    (section) => !annotating.has(section.parser) || section.kind !== 'lint' || !reports.some((report) => covers(report, section)),
  );
}

/** Every annotation has its finding in the report; or the report, which lists only some, has the same totals. */
function covers(report: LintSection, annotations: LintSection): boolean {
  const left = new Map<string, number>();
  for (const finding of report.findings) left.set(positionOf(finding), (left.get(positionOf(finding)) ?? 0) + 1);
  for (const finding of annotations.findings) left.set(positionOf(finding), (left.get(positionOf(finding)) ?? 0) - 1);
  if ([...left.values()].every((count) => count >= 0)) return true;
  const whole = reconcileLint(report);
  const stated = reconcileLint(annotations);
  return whole.precision === 'totals' && whole.errors === stated.errors && whole.warnings === stated.warnings;
}

/** By file name: annotations often have a different leading folder than the report. */
function positionOf({ path, line }: LintFinding): string {
  return `${(path ?? '').replaceAll('\\', '/').split('/').at(-1)}:${line}`;
}
