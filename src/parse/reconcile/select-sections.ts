// Which of the sections that parsers saw in the same lines are real.
// Output of the code under test may quote or imitate a runner; what stands inside another tool's run is quoted.

import type { LintSection, Section } from '../section.ts';
import { dropRestatements } from './annotations.ts';
import { reconcile, reconcileTests } from './check-totals.ts';
import { quotedSections, TakenLines } from './line-spans.ts';

/** Ids of parsers that the command speaks for, of those that are only a last resort, and of those that may repeat others. */
export interface ParserRanks {
  hinted: ReadonlySet<string>;
  fallbacks: ReadonlySet<string>;
  restating: ReadonlySet<string>;
}

const STRENGTH = { exact: 3, totals: 2, inconsistent: 1 } as const;

interface Judged {
  section: Section;
  strength: number;
  hinted: boolean;
  fallback: boolean;
  /** The place in the list of parsers decides last: more specific ones come first. */
  order: number;
}

export function resolveSections(sections: readonly Section[], ranks: ParserRanks): Section[] {
  const judged = sections.map((section, order) => ({
    section,
    strength: STRENGTH[reconcile(section).precision],
    hinted: ranks.hinted.has(section.parser),
    fallback: ranks.fallbacks.has(section.parser),
    order,
  }));
  const first = settle(judged, new Set());
  // What was quoted by a reading that does not hold was not quoted.
  const { taken, accepted, rejected } = first.rejected.some(isOpened)
    ? settle(judged, new Set(first.rejected.filter(isOpened).map(({ section }) => section)))
    : first;
  for (const entry of rejected) if (isRun(entry) && isCredible(entry, taken)) taken.contest(entry.section);
  const kept = dropStrays(accepted).map(({ section }) => doubted(section, taken.rivalOf(section)));
  return dropRestatements(kept, ranks.restating).sort((a, b) => a.firstLine - b.firstLine);
}

interface Settled {
  taken: TakenLines;
  accepted: Judged[];
  rejected: Judged[];
}

/** `refuted` are sections that quote nothing. */
function settle(judged: readonly Judged[], refuted: ReadonlySet<Section>): Settled {
  const sections = judged.map(({ section }) => section).filter((section) => !refuted.has(section));
  const quoted = quotedSections(sections.filter(isSolid));
  const settled: Settled = { taken: new TakenLines(), accepted: [], rejected: [] };
  for (const entry of judged.filter(({ section }) => !quoted.has(section)).sort(strongerFirst)) {
    const free = settled.taken.isTakenByOther(entry.section) ? freeFindings(entry, settled.taken) : entry.section;
    if (free === null) settled.rejected.push(entry);
    else {
      settled.accepted.push({ ...entry, section: free });
      settled.taken.take(free);
    }
  }
  return settled;
}

function isOpened({ section }: Judged): boolean {
  return section.hasHeader;
}

/** A last resort reads the lines of other tools as well; what stands before and behind those is still its own. */
function freeFindings({ section, fallback }: Judged, taken: TakenLines): LintSection | null {
  if (!fallback || section.kind !== 'lint' || section.findingLines === null) return null;
  const { parser, hasHeader, findingLines } = section;
  const isFree = findingLines.map((line) => !taken.isTakenByOther({ parser, hasHeader, firstLine: line, lastLine: line }));
  const lines = findingLines.filter((_, index) => isFree[index]);
  const [firstLine] = lines;
  if (firstLine === undefined) return null;
  const findings = section.findings.filter((_, index) => isFree[index]);
  return { ...section, findings, findingLines: lines, firstLine, lastLine: lines.at(-1) ?? firstLine };
}

/** A beginning without a result and without an end was no run, and what follows it is not quoted by it. */
function isSolid(section: Section): boolean {
  if (section.hasFooter || !section.hasHeader) return true;
  if (section.kind === 'test') return section.tests.length > 0;
  return section.kind === 'lint' ? section.findings.length > 0 : section.advisories.length > 0;
}

/** Lines that look like a complete run with results, not like some that another tool printed. */
function isRun({ section, fallback }: Judged): boolean {
  if (!section.hasFooter || fallback) return false;
  if (section.kind === 'test') return Object.values(reconcileTests(section).counts).some((count) => count > 0);
  return section.kind === 'lint' ? section.findings.length > 0 : section.advisories.length > 0;
}

/** It agrees with itself; or at least its closing line is nobody else's, so that it is not another reading of the same run. */
function isCredible({ section, strength }: Judged, taken: TakenLines): boolean {
  return strength > STRENGTH.inconsistent || !taken.isTakenByOther({ ...section, firstLine: section.lastLine });
}

/** Two tools that ran one after the other, of which only one could be told: its numbers are not all there are. */
function doubted(section: Section, rival: string | null): Section {
  if (rival === null) return section;
  return { ...section, problems: [...section.problems, `${rival} seems to have printed some of the lines of ${section.parser}`] };
}

function strongerFirst(a: Judged, b: Judged): number {
  const length = ({ section }: Judged) => section.lastLine - section.firstLine;
  return (
    Number(a.fallback) - Number(b.fallback) ||
    b.strength - a.strength ||
    Number(b.section.hasHeader) - Number(a.section.hasHeader) ||
    Number(b.hinted) - Number(a.hinted) ||
    length(b) - length(a) ||
    a.order - b.order
  );
}

/** Lines that merely look like a tool's, beside a tool whose run is complete, were printed by something else. */
function dropStrays(entries: readonly Judged[]): Judged[] {
  // Several linters often run in one command, several test runners hardly ever.
  const known = entries.filter(({ fallback, section }) => !fallback || section.kind === 'lint');
  const pool = known.length > 0 ? known : entries;
  const complete = pool.filter(({ section }) => section.hasHeader || section.hasFooter);
  return complete.length > 0 ? complete : [...pool];
}
