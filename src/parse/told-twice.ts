// Room parse: a runner that prints its report between its console lines tells of one run twice.
// When both agree it is counted once; when they do not, one of them was printed by something else.
import { reconcileTests } from './reconcile.ts';
import type { Section, TestSection } from './section.ts';

/** `consolesOf` has, for the parser of a report, the parsers of the same tools' console output. */
export function tellOnce(sections: readonly Section[], consolesOf: ReadonlyMap<string, readonly string[]>): Section[] {
  let told = [...sections];
  for (const [report, consoles] of consolesOf) {
    const reports = ofParsers(told, [report]);
    const lines = ofParsers(told, consoles);
    if (reports.length === 0 || lines.length === 0) continue;
    const repeated = new Set<Section>(lines);
    if (countsOf(reports) === countsOf(lines)) told = told.filter((section) => !repeated.has(section));
    else told = told.map((section) => (section === reports[0] ? contradicted(section) : section));
  }
  return told;
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
