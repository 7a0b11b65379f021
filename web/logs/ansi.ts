// Turns the ANSI colors of a terminal line into class names. Other well-formed escape sequences are dropped; everything
// else is shown as escaped text.
import type { ColoredSpan } from '../format/text-runs.ts';
import { visibleLine } from '../format/visible-line.ts';

export interface Style {
  /** ANSI color 0 to 15; null is the default color. */
  fore: number | null;
  back: number | null;
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
  struck: boolean;
  inverse: boolean;
}

export const PLAIN_STYLE: Style = Object.freeze({
  fore: null,
  back: null,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  struck: false,
  inverse: false,
});

export interface AnsiLine {
  text: string;
  spans: ColoredSpan[];
  /** The style at the end of the line. */
  style: Style;
}

/** CSI; OSC (titles and links, which terminals do not show as text); character sets; single-character sequences. */
const ESCAPE_SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for control characters.
  /\u001b\[([0-?]*)[ -/]*([@-~])|\u001b\][^\u0007\u001b]{0,2048}(?:\u0007|\u001b\\)|\u001b[()*+][0-9A-Za-z]|\u001b[78=>cDEHM]/g;

export function parseAnsi(raw: string, before: Style): AnsiLine {
  const line: AnsiLine = { text: '', spans: [], style: before };
  let at = 0;
  if (raw.includes('\u001b')) {
    for (const match of raw.matchAll(ESCAPE_SEQUENCE)) {
      addText(line, raw.slice(at, match.index));
      at = match.index + match[0].length;
      const [, parameters = '', final] = match;
      if (final === 'm' && /^[\d;:]*$/.test(parameters)) line.style = applyCodes(parameters, line.style);
    }
  }
  addText(line, raw.slice(at));
  return line;
}

function addText(line: AnsiLine, raw: string): void {
  if (raw === '') return;
  const start = line.text.length;
  line.text += visibleLine(raw);
  const className = classOf(line.style);
  if (className !== '') line.spans.push({ start, end: line.text.length, className });
}

function classOf(style: Style): string {
  if (style === PLAIN_STYLE) return '';
  const [fore, back] = style.inverse ? [style.back, style.fore ?? 'text'] : [style.fore, style.back];
  const names: string[] = [];
  // On a colored background only the text color of the page is legible for sure.
  if (back !== null) names.push(`back-${back}`);
  else if (fore !== null) names.push(`fore-${fore}`);
  for (const name of ['bold', 'dim', 'italic', 'underline', 'struck'] as const) if (style[name]) names.push(`ansi-${name}`);
  return names.join(' ');
}

const SWITCHES: Record<number, Partial<Style>> = {
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  9: { struck: true },
  21: { underline: true },
  22: { bold: false, dim: false },
  23: { italic: false },
  24: { underline: false },
  27: { inverse: false },
  29: { struck: false },
  39: { fore: null },
  49: { back: null },
};

function applyCodes(parameters: string, before: Style): Style {
  let style = before;
  // Colons keep a code and its parameters in one field; semicolons separate them into fields.
  const fields = parameters.split(';');
  for (let at = 0; at < fields.length; at++) {
    const parts = `${fields[at]}`.split(':').map(Number);
    const [code = 0] = parts;
    if (code !== 38 && code !== 48) style = applyCode(code, parts, style);
    else {
      const { color, used } = parts.length > 1 ? colonColor(parts) : readColor(fields.slice(at + 1).map(Number));
      at += used;
      const name = code === 38 ? 'fore' : 'back';
      style = { ...style, [name]: color ?? style[name] };
    }
  }
  return style;
}

function applyCode(code: number, parts: readonly number[], style: Style): Style {
  if (code === 0) return PLAIN_STYLE;
  if (code === 4 && parts[1] === 0) return { ...style, underline: false };
  if (Object.hasOwn(SWITCHES, code)) return { ...style, ...SWITCHES[code] };
  if (code >= 30 && code <= 37) return { ...style, fore: code - 30 };
  if (code >= 40 && code <= 47) return { ...style, back: code - 40 };
  if (code >= 90 && code <= 97) return { ...style, fore: code - 90 + 8 };
  if (code >= 100 && code <= 107) return { ...style, back: code - 100 + 8 };
  return style;
}

/** 38:5:n, 38:2:r:g:b or 38:2::r:g:b. */
function colonColor(parts: readonly number[]): { color: number | null; used: number } {
  const values = parts[1] === 2 && parts.length > 5 ? [2, ...parts.slice(3)] : parts.slice(1);
  return { color: readColor(values).color, used: 0 };
}

/** The color after 38 or 48, and how many numbers it used. */
function readColor([format, ...values]: readonly number[]): { color: number | null; used: number } {
  if (format === 5) return { color: values[0] === undefined ? null : indexedColor(values[0]), used: 2 };
  const [red, green, blue] = values;
  if (format !== 2 || red === undefined || green === undefined || blue === undefined) return { color: null, used: 1 };
  return { color: nearest(red, green, blue), used: 4 };
}

/** The 256-color palette: 16 named colors, a 6 x 6 x 6 cube, 24 grays. */
function indexedColor(index: number): number | null {
  if (index < 16) return index;
  if (index > 255) return null;
  if (index >= 232) return nearest(...gray(8 + (index - 232) * 10));
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const cube = index - 16;
  return nearest(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

function gray(level: number): [number, number, number] {
  return [level, level, level];
}

/** The named color with the nearest hue, because named colors have a light and a dark variant. */
function nearest(red: number, green: number, blue: number): number {
  const max = Math.max(red, green, blue);
  const min = Math.min(red, green, blue);
  const isBright = max > 200;
  if (max - min < 48) return grayOf(max);
  const middle = (max + min) / 2;
  const hue = (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0);
  return isBright ? hue + 8 : hue;
}

function grayOf(level: number): number {
  if (level < 48) return 0;
  if (level < 144) return 8;
  return level < 224 ? 7 : 15;
}
