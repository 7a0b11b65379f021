// Room parse: which of the sections that parsers saw in the same lines are real.
// Output of the code under test may quote or imitate a runner; what stands inside another tool's run is quoted.
import { reconcile } from './reconcile.ts';
import { dropRestatements } from './restatements.ts';
import type { Section } from './section.ts';
import { quotedSections, TakenLines } from './section-lines.ts';

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
  const quoted = quotedSections(sections);
  const taken = new TakenLines();
  const accepted: Judged[] = [];
  for (const entry of judged.filter(({ section }) => !quoted.has(section)).sort(strongerFirst)) {
    if (taken.isTakenByOther(entry.section)) continue;
    taken.take(entry.section);
    accepted.push(entry);
  }
  const kept = dropStrays(accepted).map(({ section }) => section);
  return dropRestatements(kept, ranks.restating).sort((a, b) => a.firstLine - b.firstLine);
}

function strongerFirst(a: Judged, b: Judged): number {
  const length = ({ section }: Judged) => section.lastLine - section.firstLine;
  return (
    Number(a.fallback) - Number(b.fallback) ||
    b.strength - a.strength ||
    Number(b.section.opened) - Number(a.section.opened) ||
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
  const complete = pool.filter(({ section }) => section.opened || section.closed);
  return complete.length > 0 ? complete : [...pool];
}
