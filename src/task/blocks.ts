// Markdown in blocks: code in fences, indented code, and paragraphs, each with what introduces it.

export interface Block {
  readonly kind: 'fence' | 'indented' | 'prose';
  /** The word after the fence, in lower case; empty if there is none. */
  readonly info: string;
  /** Without the indentation of the whole block. */
  readonly text: string;
  /** The number of its first line in the text, from 1. */
  readonly line: number;
  /** The last heading before it. */
  readonly heading: string;
  /** The last line of prose directly before it, which may introduce it. */
  readonly intro: string;
}

/** Beyond this, the rest of a text is not read. */
const MAX_TEXT = 200_000;
const FENCE = /^ {0,3}(?:[-*] {1,3})?(`{3,20}|~{3,20}) {0,3}([\w+#.-]{0,30})[^`]{0,200}$/;
const HEADING = /^ {0,3}#{1,6} {1,4}(.{1,200})|^ {0,3}\*\*([^*]{1,100})\*\*:?\s{0,20}$/;
const INDENTED = /^(?: {4}|\t)/;

interface OpenBlock {
  kind: Block['kind'];
  info: string;
  line: number;
  lines: string[];
}

export function readBlocks(text: string): Block[] {
  return new BlockReader().read(text.slice(0, MAX_TEXT).replaceAll('\r\n', '\n').split('\n'));
}

class BlockReader {
  readonly #blocks: Block[] = [];
  #open: OpenBlock | null = null;
  #fence = '';
  #heading = '';
  #intro = '';
  #isAfterBlank = true;

  read(lines: readonly string[]): Block[] {
    for (const [index, line] of lines.entries()) this.#line(line, index + 1);
    this.#close();
    return this.#blocks;
  }

  #line(line: string, number: number): void {
    if (this.#fence !== '') this.#insideFence(line);
    else if (!this.#opensFence(line, number)) this.#outside(line, number);
    this.#isAfterBlank = line.trim() === '';
  }

  #insideFence(line: string): void {
    const trimmed = line.trim();
    if (trimmed.startsWith(this.#fence) && trimmed.replaceAll(this.#fence.charAt(0), '') === '') this.#close();
    else this.#open?.lines.push(line);
  }

  #opensFence(line: string, number: number): boolean {
    const [, fence, info = ''] = FENCE.exec(line) ?? [];
    if (fence === undefined) return false;
    this.#close();
    this.#fence = fence;
    this.#open = { kind: 'fence', info: info.toLowerCase(), line: number + 1, lines: [] };
    return true;
  }

  #outside(line: string, number: number): void {
    const heading = HEADING.exec(line);
    if (line.trim() === '' || heading !== null) {
      if (heading !== null || this.#open?.kind !== 'indented') this.#close();
      else this.#open.lines.push('');
      if (heading !== null) [this.#heading, this.#intro] = [heading[1] ?? heading[2] ?? '', ''];
      return;
    }
    const kind = INDENTED.test(line) && (this.#isAfterBlank || this.#open?.kind === 'indented') ? 'indented' : 'prose';
    if (this.#open?.kind !== kind) {
      this.#close();
      this.#open = { kind, info: '', line: number, lines: [] };
    }
    this.#open?.lines.push(line);
  }

  #close(): void {
    const open = this.#open;
    this.#open = null;
    this.#fence = '';
    if (open === null || open.lines.every((line) => line.trim() === '')) return;
    const block = { ...open, text: withoutIndentation(open.lines).join('\n'), heading: this.#heading, intro: this.#intro };
    this.#blocks.push({
      kind: block.kind,
      info: block.info,
      text: block.text,
      line: block.line,
      heading: block.heading,
      intro: block.intro,
    });
    this.#intro = open.kind === 'prose' ? (open.lines.findLast((line) => line.trim() !== '') ?? '') : '';
  }
}

function withoutIndentation(lines: readonly string[]): string[] {
  let width = 200;
  for (const line of lines) if (line.trim() !== '') width = Math.min(width, line.length - line.trimStart().length);
  return lines.map((line) => line.slice(width).trimEnd());
}
