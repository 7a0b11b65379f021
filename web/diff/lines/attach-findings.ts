// Attaches findings to the lines of a diff: where to scroll to, and below which line their text is shown.
import type { IntegrityFinding, Place } from '../../../src/contract/index.ts';
import type { ShownHunk, ShownLine } from './shown-line.ts';

type SidedPlace = Place & { side?: 'old' | 'new' };

/** The lines of a finding in one hunk, as indexes. */
interface Span {
  finding: IntegrityFinding;
  hunk: ShownHunk;
  /** The number of the first line, as the finding states it. */
  number: number;
  first: number;
  last: number;
}

export interface AttachedFindings {
  /** Findings without a line in the diff. */
  unattached: IntegrityFinding[];
  /** The first lines of the others, by the number that the finding states. */
  linesWithFindings: Map<number, ShownLine>;
}

export function attachFindings(
  findings: readonly IntegrityFinding[],
  path: string,
  hunks: readonly ShownHunk[],
): AttachedFindings {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const linesWithFindings = new Map<number, ShownLine>();
  const spans = findings.flatMap((finding) => spansOf(finding, path, lines));
  for (const { finding, hunk, number, first } of spans) {
    const line = hunk.lines[first];
    if (line === undefined) continue;
    line.findings.push(finding);
    if (!linesWithFindings.has(number)) linesWithFindings.set(number, line);
  }
  placeTexts(spans);
  const attached = new Set(spans.map(({ finding }) => finding));
  return { unattached: findings.filter((finding) => !attached.has(finding)), linesWithFindings };
}

/** Findings of older runs have one place, which does not state its side. */
export function placesOf({ place, places }: IntegrityFinding): SidedPlace[] {
  return places ?? (place === null ? [] : [place]);
}

/** Below more lines than this, a text would be out of sight of the first one. */
const MAX_SPAN = 20;

/** One for each hunk with a line of the finding, from its first place to the last one that is near. */
function spansOf(finding: IntegrityFinding, path: string, lines: readonly ShownLine[]): Span[] {
  const spans = new Map<ShownHunk, Span>();
  for (const place of placesOf(finding)) {
    const line = place.path === path ? lineAt(lines, place) : undefined;
    if (line === undefined || place.start_line === null) continue;
    const { hunk } = line;
    const index = hunk.lines.indexOf(line);
    const span = spans.get(hunk) ?? { finding, hunk, number: place.start_line, first: index, last: index };
    const last = lastIndexOf(line, place.end_line ?? place.start_line);
    spans.set(hunk, last - span.first < MAX_SPAN ? { ...span, last: Math.max(span.last, last) } : span);
  }
  return [...spans.values()];
}

/** Without a side: a changed line in the new file, else a removed line, else an unchanged one. */
function lineAt(lines: readonly ShownLine[], { start_line: wanted, side }: SidedPlace): ShownLine | undefined {
  if (wanted === null) return undefined;
  const removed = () => lines.find((one) => one.old === wanted && one.kind === 'removed');
  const inNew = () => lines.find((one) => one.new === wanted);
  if (side !== undefined) return side === 'old' ? removed() : inNew();
  return lines.find((one) => one.new === wanted && one.kind === 'added') ?? removed() ?? inNew();
}

/** The index of the last line of the hunk up to the line with this number, on the side of the given line. */
function lastIndexOf(line: ShownLine, end: number): number {
  const { lines } = line.hunk;
  const side = line.kind === 'removed' ? 'old' : 'new';
  return lines.findLastIndex((one) => (one[side] ?? Number.POSITIVE_INFINITY) <= end);
}

/** Shows the texts of overlapping spans together, below the last line of all of them. */
function placeTexts(spans: readonly Span[]): void {
  for (const hunk of new Set(spans.map((span) => span.hunk))) {
    const ordered = spans.filter((span) => span.hunk === hunk).sort((a, b) => a.first - b.first);
    let group: Span[] = [];
    let last = -1;
    const close = () => hunk.lines[endOfChange(hunk, last)]?.findingsBelow.push(...group.map(({ finding }) => finding));
    for (const span of ordered) {
      if (span.first > last) {
        close();
        group = [];
      }
      group.push(span);
      last = Math.max(last, span.last);
    }
    close();
  }
}

/** A text does not cut off the last lines of a removal or an addition. */
const MAX_LINES_AFTER = 3;

function endOfChange({ lines }: ShownHunk, last: number): number {
  const kind = lines[last]?.kind;
  if (kind === undefined || kind === 'context') return last;
  const next = lines.findIndex((line, index) => index > last && line.kind !== kind);
  const end = (next === -1 ? lines.length : next) - 1;
  return end - last <= MAX_LINES_AFTER ? end : last;
}
