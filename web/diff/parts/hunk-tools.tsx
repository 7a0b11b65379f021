// The buttons of a hunk: show the lines around it, and copy it.

import type { ShownGap } from '../lines/diff-rows.ts';
import type { ShownHunk } from '../lines/shown-line.ts';
import { type SideSigns, signOf } from '../lines/side-signs.ts';
import { type GapPart, STEP_LINES } from '../lines/widen-hunks.ts';

interface GapButtonsProps {
  gap: ShownGap;
  /** False after the last hunk. */
  hasHunk: boolean;
  onWiden: (part: GapPart) => void;
}

export function GapButtons({ gap: { index, count }, hasHunk, onWiden }: GapButtonsProps) {
  if (count === 0) return null;
  const isLong = count === null || count > STEP_LINES;
  const parts: { part: GapPart; text: string; label: string }[] = [];
  if (isLong && index > 0)
    parts.push({ part: 'below', text: `↓ ${STEP_LINES}`, label: `Show ${STEP_LINES} lines below the lines above` });
  if (isLong && hasHunk)
    parts.push({ part: 'above', text: `↑ ${STEP_LINES}`, label: `Show ${STEP_LINES} lines above the lines below` });
  const all = count === null ? 'to the end' : count === 1 ? '1 hidden line' : `${count.toLocaleString('en')} hidden lines`;
  parts.push({ part: 'all', text: `Show ${all}`, label: `Show ${all}` });
  return parts.map(({ part, text, label }) => (
    <button key={part} type="button" className="row-tool" aria-label={label} title={label} onClick={() => onWiden(part)}>
      {text}
    </button>
  ));
}

/** As it is shown: hidden characters are copied as escapes. */
export function hunkText({ header, lines }: ShownHunk, signs: SideSigns): string {
  return `${[header, ...lines.map((line) => `${signOf(line, signs)}${line.text}`)].join('\n')}\n`;
}
