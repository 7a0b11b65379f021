// Which sections are inside or overlap which others, in less than quadratic time: a log may have a hundred thousand.
import type { Section } from '../section.ts';

type Lines = Pick<Section, 'parser' | 'hasHeader' | 'firstLine' | 'lastLine'>;

/** Sections inside another tool's run with a header. Two sections with the same lines quote neither. */
export function nestedSections(sections: readonly Lines[]): Set<Lines> {
  const quoted = new Set<Lines>();
  const begunBefore = new FarthestEnds();
  for (const together of byFirstLine(sections)) {
    const begunHere = new FarthestEnds();
    begunHere.add(together);
    for (const section of together) {
      const { parser, lastLine } = section;
      if (begunBefore.ofOthersThan(parser) >= lastLine || begunHere.ofOthersThan(parser) > lastLine) quoted.add(section);
    }
    begunBefore.add(together);
  }
  return quoted;
}

function byFirstLine(sections: readonly Lines[]): Lines[][] {
  const groups: Lines[][] = [];
  for (const section of [...sections].sort((a, b) => a.firstLine - b.firstLine)) {
    const group = groups.at(-1);
    if (group?.[0]?.firstLine === section.firstLine) group.push(section);
    else groups.push([section]);
  }
  return groups;
}

/** The last line that any opened run reaches, and the last one of any other parser than that run's. */
class FarthestEnds {
  #parser: string | null = null;
  #end = -1;
  #endOfOthers = -1;

  add(sections: readonly Lines[]): void {
    for (const section of sections) if (section.hasHeader) this.#add(section);
  }

  ofOthersThan(parser: string): number {
    return parser === this.#parser ? this.#endOfOthers : this.#end;
  }

  #add({ parser, lastLine }: Lines): void {
    if (parser === this.#parser) this.#end = Math.max(this.#end, lastLine);
    else if (lastLine > this.#end) {
      this.#endOfOthers = this.#end;
      this.#end = lastLine;
      this.#parser = parser;
    } else this.#endOfOthers = Math.max(this.#endOfOthers, lastLine);
  }
}

interface Span {
  first: number;
  last: number;
  /** A parser that read some of these lines together with others. */
  rival: string | null;
}

/** The lines that are already some parser's. */
export class ClaimedLineRanges {
  /** By parser: its spans in order, none of which touches another. */
  readonly #spans = new Map<string, Span[]>();

  isTakenByOther(section: Lines): boolean {
    return this.#firstOverlaps(section).length > 0;
  }

  /** Remembers a section whose lines are taken and that is not wholly inside what is there already. */
  markConflict(section: Lines): void {
    for (const span of this.#firstOverlaps(section)) {
      const isInside = span.first <= section.firstLine && section.lastLine <= span.last;
      if (!isInside) span.rival ??= section.parser;
    }
  }

  /** The parser that read some of the lines of a section that was taken, together with others; null when none did. */
  conflictOf({ parser, firstLine }: Lines): string | null {
    const spans = this.#spans.get(parser) ?? [];
    return spans[firstEndingFrom(spans, firstLine)]?.rival ?? null;
  }

  /** Of each other parser the first span that shares a line with the section. */
  #firstOverlaps({ parser, firstLine, lastLine }: Lines): Span[] {
    const overlaps: Span[] = [];
    for (const [owner, spans] of this.#spans) {
      if (owner === parser) continue;
      const next = spans[firstEndingFrom(spans, firstLine)];
      if (next !== undefined && next.first <= lastLine) overlaps.push(next);
    }
    return overlaps;
  }

  take({ parser, firstLine, lastLine }: Lines): void {
    const spans = this.#spans.get(parser) ?? [];
    this.#spans.set(parser, spans);
    const from = firstEndingFrom(spans, firstLine);
    const joined: Span = { first: firstLine, last: lastLine, rival: null };
    let to = from;
    for (let next = spans[to]; next !== undefined && next.first <= lastLine; next = spans[to]) {
      joined.first = Math.min(joined.first, next.first);
      joined.last = Math.max(joined.last, next.last);
      joined.rival ??= next.rival;
      to += 1;
    }
    spans.splice(from, to - from, joined);
  }
}

/** The index of the first span that does not end before the line. */
function firstEndingFrom(spans: readonly Span[], line: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.last ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
