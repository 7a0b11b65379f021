// A runner that prints its report between its console lines tells of one run twice.
// When both agree it is counted once; when they do not, one of them was printed by something else.

import type { LintSection, Section, TestSection } from '../section.ts';
import { reconcileLint, reconcileTests } from './check-totals.ts';

/** `consolesOf` has, for the parser of a report, the parsers of the same tools' console output. */
export function tellOnce(sections: readonly Section[], consolesOf: ReadonlyMap<string, readonly string[]>): Section[] {
  let told = tellOfManyToolsOnce(sections);
  for (const [report, consoles] of consolesOf) {
    told = tellFindingsOnce(told, report, consoles);
    const reports = ofParsers(told, [report]);
    const lines = ofParsers(told, consoles);
    if (reports.length === 0 || lines.length === 0) continue;
    const repeated = new Set<Section>(lines);
    if (countsOf(reports) === countsOf(lines)) told = told.filter((section) => !repeated.has(section));
    else told = told.map((section) => (section === reports[0] ? contradicted(section) : section));
  }
  return told;
}

/** A linter that is told to print two reports, as in `phpcs --report=full,json`. Other numbers are those of another run. */
function tellFindingsOnce(sections: readonly Section[], report: string, consoles: readonly string[]): Section[] {
  const isOf = (section: Section, parsers: readonly string[]): section is LintSection =>
    section.kind === 'lint' && parsers.includes(section.parser);
  const reports = sections.filter((section) => isOf(section, [report]));
  const lines = sections.filter((section) => isOf(section, consoles));
  if (reports.length === 0 || lines.length === 0 || foundBy(reports) !== foundBy(lines)) return [...sections];
  return sections.filter((section) => !isOf(section, consoles));
}

function foundBy(sections: readonly LintSection[]): string {
  const counts = sections.map(reconcileLint);
  const sum = (name: 'errors' | 'warnings') => counts.reduce((total, entry) => total + entry[name], 0);
  return `${sum('errors')} ${sum('warnings')}`;
}

/** Formats that many tools write: which tool it was is told by the names of the tests alone. */
const REPORTS_OF_MANY = ['junit', 'ctrf'];

/** A report printed behind the console output of the same run, as in `pytest --junitxml=report.xml; cat report.xml`. */
function tellOfManyToolsOnce(sections: readonly Section[]): Section[] {
  const reports = ofParsers(sections, REPORTS_OF_MANY);
  if (reports.length === 0) return [...sections];
  const parsers = new Set(sections.map(({ parser }) => parser));
  for (const parser of parsers) {
    const consoles = REPORTS_OF_MANY.includes(parser) ? [] : ofParsers(sections, [parser]);
    const told = consoles.length === 0 ? null : tellOfToolOnce(sections, reports, consoles);
    if (told !== null) return told;
  }
  return [...sections];
}

const NOTHING = '0 0 0';

/** The report may be that of all runs of a tool, or of the last one before it. */
function tellOfToolOnce(sections: readonly Section[], reports: readonly TestSection[], consoles: readonly TestSection[]) {
  const last = consoles.filter(({ firstLine }) => firstLine < (reports[0]?.firstLine ?? 0)).slice(-1);
  return tellOfRunsOnce(sections, reports, consoles) ?? (last.length === 0 ? null : tellOfRunsOnce(sections, reports, last));
}

/** Null where the report is not that tool's. */
function tellOfRunsOnce(sections: readonly Section[], reports: readonly TestSection[], consoles: readonly TestSection[]) {
  const areAlike = countsOf(reports) === countsOf(consoles);
  const { named, found, agreeing } = compareNames(reports, consoles);
  if (named === 0 ? !areAlike || countsOf(reports) === NOTHING : found * 2 <= named) return null;
  // Where the console names nothing, as many tests may be the same or others.
  if (!areAlike || agreeing < named || named === 0)
    return sections.map((section) => (section === reports[0] ? contradicted(section) : section));
  // The names of the console are those that the tool itself takes to run a test again.
  const isExact = consoles.every((section) => reconcileTests(section).precision === 'exact');
  const repeated: readonly Section[] = isExact ? reports : consoles;
  return sections.filter((section) => !repeated.includes(section));
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

/** Without the file, the groups or the package: a console may leave those out or shorten them. */
function ownName(id: string): string {
  const withoutPackage = id.replace(/^\S+ (?=(?:Test|Example|Fuzz)\S*$)/, '');
  return withoutPackage.slice(Math.max(withoutPackage.lastIndexOf(' > '), withoutPackage.lastIndexOf('::')) + 1);
}

/** Punctuation differs between a console and a report. */
function wordsOf(id: string): string[] {
  return id.split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== '');
}

function ofParsers(sections: readonly Section[], parsers: readonly string[]): TestSection[] {
  return sections.filter((section): section is TestSection => section.kind === 'test' && parsers.includes(section.parser));
}

function countsOf(sections: readonly TestSection[]): string {
  const counts = sections.map((section) => reconcileTests(section).counts);
  const sum = (status: 'passed' | 'failed' | 'skipped') => counts.reduce((total, entry) => total + entry[status], 0);
  return `${sum('passed')} ${sum('failed')} ${sum('skipped')}`;
}

function contradicted(section: Section): Section {
  return { ...section, problems: [...section.problems, `the report read by ${section.parser} and the console lines disagree`] };
}
