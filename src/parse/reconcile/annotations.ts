// Findings that are told twice. In a CI system some tools print annotations beside their own report;
// counted together, every finding would be two.
import type { LintFinding } from '../../contract/index.ts';
import type { LintSection, Section } from '../section.ts';
import { reconcileLint } from './check-totals.ts';

/** `restating` are the ids of parsers of annotations. */
export function dropRestatements(sections: readonly Section[], restating: ReadonlySet<string>): Section[] {
  const reports = sections.filter((section): section is LintSection => section.kind === 'lint' && !restating.has(section.parser));
  return sections.filter(
    (section) => !restating.has(section.parser) || section.kind !== 'lint' || !reports.some((report) => tells(report, section)),
  );
}

/** Every annotation has its finding in the report; or the report, which names only some, has the same totals. */
function tells(report: LintSection, annotations: LintSection): boolean {
  const left = new Map<string, number>();
  for (const finding of report.findings) left.set(placeOf(finding), (left.get(placeOf(finding)) ?? 0) + 1);
  for (const finding of annotations.findings) left.set(placeOf(finding), (left.get(placeOf(finding)) ?? 0) - 1);
  if ([...left.values()].every((count) => count >= 0)) return true;
  const whole = reconcileLint(report);
  const stated = reconcileLint(annotations);
  return whole.precision === 'totals' && whole.errors === stated.errors && whole.warnings === stated.warnings;
}

/** The file's own name: annotations often have another folder in front of the path than the report. */
function placeOf({ path, line }: LintFinding): string {
  return `${(path ?? '').replaceAll('\\', '/').split('/').at(-1)}:${line}`;
}
