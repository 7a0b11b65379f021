// Selecting and copying code of a diff: one side only, whole lines without the breaks of wrapping, no line numbers.
import type { DiffRow, LinePart } from '../lines/diff-rows.ts';

/** Limits the next selection to the side where it starts. */
export function limitSelection(pane: HTMLElement, target: EventTarget | null): void {
  const side = target instanceof Element ? target.closest<HTMLElement>('[data-side]')?.dataset.side : undefined;
  if (side === undefined) delete pane.dataset.selecting;
  else pane.dataset.selecting = side;
}

interface ShownRows {
  rows: readonly DiffRow[];
  rowOfNode: (node: Node | null) => number | null;
}

/** Empty when no code is selected. Rows inside the selection that are not on the page are copied as well. */
export function selectedCode(pane: HTMLElement, selection: Selection | null, { rows, rowOfNode }: ShownRows): string {
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return '';
  const range = selection.getRangeAt(0);
  const side = pane.dataset.selecting ?? sideOf(selection.anchorNode);
  const code = new SelectedCode(side);
  let previous: number | null = null;
  for (const element of pane.querySelectorAll<HTMLElement>('.diff-row .text')) {
    const elementSide = sideOf(element);
    const at = rowOfNode(element);
    if ((side !== undefined && elementSide !== undefined && elementSide !== side) || at === null) continue;
    if (!range.intersectsNode(element)) continue;
    for (let row = (previous ?? at) + 1; row < at; row++) code.addRow(rows[row]);
    const part = partsOf(rows[at], elementSide)[0];
    if (part !== undefined) code.add(part, overlap(range, element));
    previous = at;
  }
  return code.text;
}

class SelectedCode {
  text = '';
  readonly #side: string | undefined;
  #last: LinePart | null = null;

  constructor(side: string | undefined) {
    this.#side = side;
  }

  /** A line that is wrapped has several parts. */
  add(part: LinePart, text: string): void {
    this.text += `${this.#last === null || part.start > 0 ? '' : '\n'}${text}`;
    this.#last = part;
  }

  addRow(row: DiffRow | undefined): void {
    // The rest of a folded line.
    if (row?.kind === 'more' && this.#last !== null && row.lines.includes(this.#last.line))
      this.text += this.#last.line.text.slice(this.#last.end);
    for (const part of partsOf(row, this.#side)) this.add(part, part.line.text.slice(part.start, part.end));
  }
}

/** The parts of lines in a row; only those of one side, if it is given and the row has sides. */
function partsOf(row: DiffRow | undefined, side: string | undefined): LinePart[] {
  if (row?.kind === 'pair')
    return [side === 'new' ? null : row.left, side === 'old' ? null : row.right].filter((part) => part !== null);
  if (row?.kind !== 'line') return [];
  const own = row.part.line.kind === 'removed' ? 'old' : 'new';
  return side === undefined || side === own ? [row.part] : [];
}

function sideOf(node: Node | null): string | undefined {
  const element = node instanceof Element ? node : node?.parentElement;
  return element?.closest<HTMLElement>('[data-side]')?.dataset.side;
}

function overlap(range: Range, element: Element): string {
  const part = document.createRange();
  part.selectNodeContents(element);
  if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0) part.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0) part.setEnd(range.endContainer, range.endOffset);
  return part.toString();
}
