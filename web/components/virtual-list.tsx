// A virtualized list: all rows have one height, and only the visible rows exist. Find-in-page does not see the others,
// so a view that uses this list needs its own search.
import {
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import './virtual-list.css';

export interface ListHandle {
  /**
   * Scrolls the row to the top, or to the end of the upper third; `reveal` leaves a row where it is if it is visible.
   * With a fraction, that part of the row is above the top.
   */
  showRow(row: number, position: 'top' | 'third' | 'reveal'): void;
  /** The first visible row at the last scroll, with the part of it that was above the top as a fraction. */
  topRow(): number;
  /** Whether the whole row was visible at the last scroll. */
  wasRowVisible(row: number): boolean;
  /** The row that contains a node of the page; null for other nodes. */
  rowOfNode(node: Node | null): number | null;
}

interface VirtualListProps {
  ref?: Ref<ListHandle>;
  label: string;
  className: string;
  count: number;
  rowHeight: number;
  /** The number of the first row. It decreases by the number of rows inserted before it, so that the visible rows stay in place. */
  origin?: number;
  /** The row must have its number, from the first one on, as its key. */
  renderRow: (row: number) => ReactNode;
  /** Keeps the rows with the two ends of the selection, however far away they are scrolled. */
  keepsSelection?: boolean;
  /** Called when other rows become visible. The indexes count from the first row. */
  onVisibleRows?: (first: number, last: number) => void;
}

/** Rows that are rendered above and below the visible ones. */
const OVERSCAN_ROWS = 12;
/** The borders of a list that is not higher than its rows. */
const BORDERS_PX = 2;

export function VirtualList(props: VirtualListProps) {
  const { ref, label, className, count, rowHeight, origin = 0, renderRow, keepsSelection = false, onVisibleRows } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const previousOrigin = useRef(origin);
  /** In pixels. When the rows change, the browser may shorten the list and scroll before anybody can ask where it was. */
  const lastTop = useRef(0);

  const measure = () => {
    const element = box.current;
    if (element === null) return;
    const next = { top: Math.round(element.scrollTop / rowHeight) * rowHeight, height: element.clientHeight };
    setView((before) => (before.top === next.top && before.height === next.height ? before : next));
  };
  const noteScroll = () => {
    lastTop.current = box.current?.scrollTop ?? 0;
    measure();
  };

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const moved = previousOrigin.current - origin;
    previousOrigin.current = origin;
    if (moved === 0) return;
    element.scrollTop += moved * rowHeight;
    lastTop.current = element.scrollTop;
  }, [origin, rowHeight]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the observer reads the current size, whatever the rows are.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [rowHeight, count, origin]);

  const isRowVisible = (row: number, top: number) =>
    row * rowHeight >= top && (row + 1) * rowHeight <= top + (box.current?.clientHeight ?? 0);
  const content = useRef<HTMLDivElement>(null);
  const order = useRef<readonly (number | null)[]>([]);
  const rowOfNode = (node: Node | null) => {
    const element = [...(content.current?.children ?? [])].findIndex((child) => node !== null && child.contains(node));
    return order.current[element] ?? null;
  };
  const selected = useSelectedRows(keepsSelection, rowOfNode);
  useImperativeHandle(ref, () => ({
    topRow: () => lastTop.current / rowHeight,
    wasRowVisible: (row) => isRowVisible(row, lastTop.current),
    rowOfNode,
    showRow: (row, position) => {
      const element = box.current;
      if (element === null) return;
      // The window may be too low for the whole page.
      if (position !== 'top') element.scrollIntoView({ block: 'nearest' });
      if (position === 'reveal' && isRowVisible(row, element.scrollTop)) return;
      const above = position === 'top' ? 0 : Math.floor(element.clientHeight / 3 / rowHeight);
      element.scrollTop = Math.max(0, row - above) * rowHeight;
      noteScroll();
    },
  }));

  const firstVisible = Math.min(Math.floor(view.top / rowHeight), Math.max(0, count - 1));
  const lastVisible = Math.min(count - 1, Math.ceil((view.top + view.height) / rowHeight));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the visible rows matter.
  useEffect(() => onVisibleRows?.(firstVisible, lastVisible), [firstVisible, lastVisible, count, origin]);

  const first = Math.max(0, firstVisible - OVERSCAN_ROWS);
  const last = Math.min(count - 1, lastVisible + OVERSCAN_ROWS);
  const parts = partsToShow(first, last, selected, count);
  useLayoutEffect(() => {
    order.current = parts.map((part) => (typeof part === 'number' ? part : null));
  });
  return (
    <section
      ref={box}
      className={`virtual-list ${className}`}
      style={{ maxHeight: count * rowHeight + BORDERS_PX }}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
      tabIndex={0}
      onScroll={noteScroll}
    >
      <div className="virtual-space" style={{ height: count * rowHeight }}>
        <div ref={content} className="virtual-rows" style={{ transform: `translateY(${startOf(parts) * rowHeight}px)` }}>
          {parts.map((part) =>
            typeof part === 'number' ? (
              renderRow(part)
            ) : (
              <div key={`gap before ${part.before}`} style={{ height: part.rows * rowHeight }} />
            ),
          )}
        </div>
      </div>
    </section>
  );
}

/** The rows with the start and the end of the selection. */
function useSelectedRows(isOn: boolean, rowOfNode: (node: Node | null) => number | null): readonly number[] {
  const [rows, setRows] = useState<readonly number[]>([]);
  const read = useEffectEvent(() => {
    const selection = getSelection();
    const ends = [selection?.anchorNode ?? null, selection?.focusNode ?? null].flatMap((node) => rowOfNode(node) ?? []);
    setRows((before) => (before.join() === ends.join() ? before : ends));
  });
  useEffect(() => {
    if (!isOn) return;
    document.addEventListener('selectionchange', read);
    return () => document.removeEventListener('selectionchange', read);
  }, [isOn]);
  return rows;
}

type ListPart = number | { before: number; rows: number };

function startOf([first]: readonly ListPart[]): number {
  return typeof first === 'number' ? first : 0;
}

/** The rows to render, and the gaps between those that are not next to each other. */
function partsToShow(first: number, last: number, selected: readonly number[], count: number): ListPart[] {
  const rows = new Set(selected.filter((row) => row < count));
  for (let row = first; row <= last; row++) rows.add(row);
  const sorted = [...rows].sort((a, b) => a - b);
  return sorted.flatMap((row, index): ListPart[] => {
    const gap = row - (sorted[index - 1] ?? row - 1) - 1;
    return gap === 0 ? [row] : [{ before: row, rows: gap }, row];
  });
}
