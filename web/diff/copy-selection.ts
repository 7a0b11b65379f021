// Selecting and copying code of a diff: one side only, whole lines without the breaks of wrapping, no line numbers.

/** Limits the next selection to the side where it starts. */
export function limitSelection(pane: HTMLElement, target: EventTarget | null): void {
  const side = target instanceof Element ? target.closest<HTMLElement>('[data-side]')?.dataset.side : undefined;
  if (side === undefined) delete pane.dataset.selecting;
  else pane.dataset.selecting = side;
}

/** Empty when no code is selected. */
export function selectedCode(pane: HTMLElement, selection: Selection | null): string {
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return '';
  const range = selection.getRangeAt(0);
  const side = pane.dataset.selecting ?? sideOf(selection.anchorNode);
  let text = '';
  let isFirst = true;
  for (const part of pane.querySelectorAll<HTMLElement>('.diff-row .text')) {
    const partSide = sideOf(part);
    if ((side !== undefined && partSide !== undefined && partSide !== side) || !range.intersectsNode(part)) continue;
    const isContinued = part.dataset.part === 'rest';
    text += `${isFirst || isContinued ? '' : '\n'}${overlap(range, part)}`;
    isFirst = false;
  }
  return text;
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
