// Renders integrity findings, for the ranking and the explanation.
import type { IntegrityFinding, Severity } from '../contract/index.ts';
import type { Paint } from './paint.ts';
import { cutEnd, padEnd, visibleText, wrapText } from './terminal-text.ts';

const STYLES = { info: 'faint', warning: 'caution', error: 'bad' } as const;
const SEVERITY_WIDTH = 'warning'.length;
/** Limits the columns of one finding: the author of a diff must not flood the screen. */
const MAX_TEXT_LENGTH = 400;

/** `of` is the label of the candidate; empty if that is clear. */
export function renderFinding(finding: IntegrityFinding, of: string, paint: Paint): string[] {
  const subject = of === '' ? '' : `${of}: `;
  const head = `${subject}${finding.id}${placeText(finding.place)}`;
  const indent = ' '.repeat(SEVERITY_WIDTH + 4);
  return [
    ...wrapText(severityCell(finding.severity), head, indent.length),
    ...wrapText(indent, shorten(finding.message)),
    ...(finding.how_to_allow === null ? [] : wrapText(`${indent}to allow it: `, shorten(finding.how_to_allow), indent.length)),
  ].map((line, index) => (index === 0 ? paintSeverity(line, finding.severity, paint) : line));
}

function shorten(text: string): string {
  return cutEnd(visibleText(text), MAX_TEXT_LENGTH);
}

function severityCell(severity: Severity): string {
  return `  ${padEnd(severity, SEVERITY_WIDTH)}  `;
}

function paintSeverity(line: string, severity: Severity, paint: Paint): string {
  return line.replace(severity, paint(STYLES[severity], severity));
}

function placeText(place: IntegrityFinding['place']): string {
  if (place === null) return '';
  const { start_line: start, end_line: end } = place;
  const from = start === null ? '' : `:${start}`;
  const to = start === null || end === null || end === start ? '' : `-${end}`;
  return ` at ${shorten(place.path)}${from}${to}`;
}
