// A virtualized list: all rows have one height, and only the visible rows exist. Find-in-page does not see the others,
// so a view that uses this list needs its own search.
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import './virtual-list.css';

export interface ListHandle {
  /** Scrolls the row to the top, or to the end of the upper third; `reveal` leaves a row where it is if it is visible. */
  showRow(row: number, position: 'top' | 'third' | 'reveal'): void;
  /** Whether the whole row is in the visible part of the list. */
  isRowVisible(row: number): boolean;
}

interface VirtualListProps {
  ref?: Ref<ListHandle>;
  label: string;
  className: string;
  count: number;
  rowHeight: number;
  /** The number of the first row. It decreases by the number of rows inserted before it, so that the visible rows stay in place. */
  origin?: number;
  renderRow: (row: number) => ReactNode;
  /** Called when other rows become visible. The indexes count from the first row. */
  onVisibleRows?: (first: number, last: number) => void;
}

/** Rows that are rendered above and below the visible ones. */
const OVERSCAN_ROWS = 12;
/** The borders of a list that is not higher than its rows. */
const BORDERS_PX = 2;

export function VirtualList({ ref, label, className, count, rowHeight, origin = 0, renderRow, onVisibleRows }: VirtualListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const previousOrigin = useRef(origin);

  const measure = () => {
    const element = box.current;
    if (element === null) return;
    const next = { top: Math.round(element.scrollTop / rowHeight) * rowHeight, height: element.clientHeight };
    setView((before) => (before.top === next.top && before.height === next.height ? before : next));
  };

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const moved = previousOrigin.current - origin;
    previousOrigin.current = origin;
    if (moved !== 0) element.scrollTop += moved * rowHeight;
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

  const isRowVisible = (row: number) => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    return row * rowHeight >= scrollTop && (row + 1) * rowHeight <= scrollTop + clientHeight;
  };
  useImperativeHandle(ref, () => ({
    isRowVisible,
    showRow: (row, position) => {
      const element = box.current;
      if (element === null) return;
      // The window may be too low for the whole page.
      if (position !== 'top') element.scrollIntoView({ block: 'nearest' });
      if (position === 'reveal' && isRowVisible(row)) return;
      const above = position === 'top' ? 0 : Math.floor(element.clientHeight / 3 / rowHeight);
      element.scrollTop = Math.max(0, row - above) * rowHeight;
      measure();
    },
  }));

  const firstVisible = Math.min(Math.floor(view.top / rowHeight), Math.max(0, count - 1));
  const lastVisible = Math.min(count - 1, Math.ceil((view.top + view.height) / rowHeight));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the visible rows matter.
  useEffect(() => onVisibleRows?.(firstVisible, lastVisible), [firstVisible, lastVisible, count, origin]);

  const first = Math.max(0, firstVisible - OVERSCAN_ROWS);
  const last = Math.min(count - 1, lastVisible + OVERSCAN_ROWS);
  const rows: ReactNode[] = [];
  for (let row = first; row <= last; row++) rows.push(renderRow(row));
  return (
    <section
      ref={box}
      className={`virtual-list ${className}`}
      style={{ maxHeight: count * rowHeight + BORDERS_PX }}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
      tabIndex={0}
      onScroll={measure}
    >
      <div className="virtual-space" style={{ height: count * rowHeight }}>
        <div className="virtual-rows" style={{ transform: `translateY(${first * rowHeight}px)` }}>
          {rows}
        </div>
      </div>
    </section>
  );
}
