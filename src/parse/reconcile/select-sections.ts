// Selects between sections that parsers found in the same lines. Code under test may quote or imitate a runner: what is
// inside another tool's run is a quotation.
import type { LintSection, Section } from '../section.ts';
import { reconcile, reconcileTests } from './check-totals.ts';
import { dropDuplicateAnnotations } from './deduplicate.ts';
import { ClaimedLineRanges, nestedSections } from './line-spans.ts';

/** Ids of parsers that the command names, of fallbacks, and of CI annotations. */
export interface ParserRanks {
  hinted: ReadonlySet<string>;
  fallbacks: ReadonlySet<string>;
  annotating: ReadonlySet<string>;
}

const STRENGTH = { exact: 3, totals: 2, inconsistent: 1 } as const;

interface Judged {
  section: Section;
  strength: number;
  hinted: boolean;
  fallback: boolean;
  /** The order of the parsers decides last: more specific ones come first. */
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
  // A rejected section quotes nothing, so what it enclosed is considered again.
  const { taken, accepted, rejected } = first.rejected.some(isOpened)
    ? settle(judged, new Set(first.rejected.filter(isOpened).map(({ section }) => section)))
    : first;
  for (const entry of rejected) if (isRun(entry) && isCredible(entry, taken)) taken.markConflict(entry.section);
  const kept = dropStrays(accepted).map(({ section }) => doubted(section, taken.conflictOf(section)));
  return dropDuplicateAnnotations(kept, ranks.annotating).sort((a, b) => a.firstLine - b.firstLine);
}

interface Settled {
  taken: ClaimedLineRanges;
  accepted: Judged[];
  rejected: Judged[];
}

/** `refuted` sections quote nothing. */
function settle(judged: readonly Judged[], refuted: ReadonlySet<Section>): Settled {
  const sections = judged.map(({ section }) => section).filter((section) => !refuted.has(section));
  const quoted = nestedSections(sections.filter(isSolid));
  const settled: Settled = { taken: new ClaimedLineRanges(), accepted: [], rejected: [] };
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

/** A fallback also matches lines of other tools; it keeps its findings before and after those. */
function freeFindings({ section, fallback }: Judged, taken: ClaimedLineRanges): LintSection | null {
  if (!fallback || section.kind !== 'lint' || section.findingLines === null) return null;
  const { parser, hasHeader, findingLines } = section;
  const isFree = findingLines.map((line) => !taken.isTakenByOther({ parser, hasHeader, firstLine: line, lastLine: line }));
  const lines = findingLines.filter((_, index) => isFree[index]);
  const [firstLine] = lines;
  if (firstLine === undefined) return null;
  const findings = section.findings.filter((_, index) => isFree[index]);
  return { ...section, findings, findingLines: lines, firstLine, lastLine: lines.at(-1) ?? firstLine };
}

/** A header without a result and without a footer is no run, and quotes nothing. */
function isSolid(section: Section): boolean {
  if (section.hasFooter || !section.hasHeader) return true;
  if (section.kind === 'test') return section.tests.length > 0;
  return section.kind === 'lint' ? section.findings.length > 0 : section.advisories.length > 0;
}

/** A complete run with results, unlike single lines that another tool printed. */
function isRun({ section, fallback }: Judged): boolean {
  if (!section.hasFooter || fallback) return false;
  if (section.kind === 'test') return Object.values(reconcileTests(section).counts).some((count) => count > 0);
  return section.kind === 'lint' ? section.findings.length > 0 : section.advisories.length > 0;
}

/** It is consistent; or its last line belongs to no other section, so that it is not a second parse of the same run. */
function isCredible({ section, strength }: Judged, taken: ClaimedLineRanges): boolean {
  return strength > STRENGTH.inconsistent || !taken.isTakenByOther({ ...section, firstLine: section.lastLine });
}

/** Two tools ran one after the other and only one could be parsed: its numbers are incomplete. */
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

/** Without header and footer, beside a complete run, a section is unrelated output. */
function dropStrays(entries: readonly Judged[]): Judged[] {
  // Several linters often run in one command; several test runners hardly ever do.
  const known = entries.filter(({ fallback, section }) => !fallback || section.kind === 'lint');
  const pool = known.length > 0 ? known : entries;
  const complete = pool.filter(({ section }) => section.hasHeader || section.hasFooter);
  return complete.length > 0 ? complete : [...pool];
}
