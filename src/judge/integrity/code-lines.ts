// The added lines of a patch as code: without comments, and also without the content of strings.
import type { TextChange, TextSpan } from '../../contract/index.ts';
import type { PatchFile, PatchLine } from './patch.ts';

export interface CodeLine extends PatchLine {
  /** Without comments. */
  code: string;
  /** Without comments, each string replaced by `""`. */
  bare: string;
}

/** Longer lines are generated code and are cut, because rules look at every character. */
const MAX_LINE_LENGTH = 4000;

interface ReadFile {
  lines: CodeLine[];
  /** Comments and strings by line. */
  quiet: PartsByLine;
}

/** Several rules read the same lines. */
const read = new WeakMap<PatchFile, ReadFile>();

/** The added lines of a file. Every character is code if the file could not be read as a whole. */
export function addedCode(file: PatchFile): CodeLine[] {
  return readFile(file).lines;
}

/** An added line of any length, as `bare`. */
export function bareText(file: PatchFile, { line, text }: PatchLine): string {
  return replaceParts(text, readFile(file).quiet.get(line));
}

function readFile(file: PatchFile): ReadFile {
  const known = read.get(file) ?? withoutQuiet(file.added, file.text ?? { comments: [], strings: [] });
  read.set(file, known);
  return known;
}

function withoutQuiet(added: readonly PatchLine[], text: Pick<TextChange, 'comments' | 'strings'>): ReadFile {
  const comments = partsByLine(text.comments, '');
  const quiet = partsByLine(text.strings, '""', comments);
  const lines = added.map((line) => ({
    ...line,
    code: shortened(replaceParts(line.text, comments.get(line.line))),
    bare: shortened(replaceParts(line.text, quiet.get(line.line))),
  }));
  return { lines, quiet };
}

/** A part of a line, and what replaces it. */
interface Part {
  from: number;
  to: number;
  mark: string;
}
type PartsByLine = ReadonlyMap<number, readonly Part[]>;

function partsByLine(spans: readonly TextSpan[], mark: string, others: PartsByLine = new Map()): PartsByLine {
  const parts = new Map([...others].map(([line, known]): [number, Part[]] => [line, [...known]]));
  for (const [line, column, endLine, endColumn] of spans) {
    for (let at = line; at <= endLine; at += 1) {
      const part = { from: at === line ? column : 0, to: at === endLine ? endColumn : Number.POSITIVE_INFINITY, mark };
      const known = parts.get(at);
      if (known === undefined) parts.set(at, [part]);
      else known.push(part);
    }
  }
  return parts;
}

function replaceParts(text: string, parts: readonly Part[] = []): string {
  let [result, at] = ['', 0];
  for (const { from, to, mark } of [...parts].sort((one, other) => one.from - other.from)) {
    if (from < at) continue;
    result += text.slice(at, from) + mark;
    at = Math.min(to, text.length);
  }
  return result + text.slice(at);
}

/** A gap would move code behind the end of what is read. */
function shortened(text: string): string {
  const close = text.length > MAX_LINE_LENGTH ? text.replace(/[ \t]{100,}/g, ' ') : text;
  return close.slice(0, MAX_LINE_LENGTH);
}
