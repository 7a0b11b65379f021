// A long list of rows of one height, of which only those in sight exist. The browser's own scrolling and keys
// work; its find-in-page cannot, so whoever uses this offers a search.
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import './virtual-list.css';

export interface ListHandle {
  /** Brings the row to the top, or into the upper third. */
  showRow(row: number, place: 'top' | 'third'): void;
}

interface VirtualListProps {
  ref?: Ref<ListHandle>;
  label: string;
  className: string;
  count: number;
  rowHeight: number;
  /** The number of the first row. When rows are put before it, it falls by as many, and what is in sight stays. */
  origin?: number;
  renderRow: (row: number) => ReactNode;
  /** Called when other rows come into sight, counted from the first. */
  onSight?: (first: number, last: number) => void;
}

/** Rows that exist above and below those in sight. */
const SPARE = 12;
/** Around a short list, which is no higher than its rows. */
const BORDERS = 2;

export function VirtualList({ ref, label, className, count, rowHeight, origin = 0, renderRow, onSight }: VirtualListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const previousOrigin = useRef(origin);

  const look = () => {
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: the box is watched once, whatever is in it.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    look();
    return () => watcher.disconnect();
  }, [rowHeight, count, origin]);

  useImperativeHandle(ref, () => ({
    showRow: (row, place) => {
      const element = box.current;
      if (element === null) return;
      const above = place === 'top' ? 0 : Math.floor(element.clientHeight / 3 / rowHeight);
      element.scrollTop = Math.max(0, row - above) * rowHeight;
      look();
    },
  }));

  const firstInSight = Math.min(Math.floor(view.top / rowHeight), Math.max(0, count - 1));
  const lastInSight = Math.min(count - 1, Math.ceil((view.top + view.height) / rowHeight));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is in sight matters.
  useEffect(() => onSight?.(firstInSight, lastInSight), [firstInSight, lastInSight, count, origin]);

  const first = Math.max(0, firstInSight - SPARE);
  const last = Math.min(count - 1, lastInSight + SPARE);
  const rows: ReactNode[] = [];
  for (let row = first; row <= last; row++) rows.push(renderRow(row));
  return (
    <section
      ref={box}
      className={`virtual-list ${className}`}
      style={{ maxHeight: count * rowHeight + BORDERS }}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      onScroll={look}
    >
      <div className="virtual-space" style={{ height: count * rowHeight }}>
        <div className="virtual-rows" style={{ transform: `translateY(${first * rowHeight}px)` }}>
          {rows}
        </div>
      </div>
    </section>
  );
}
