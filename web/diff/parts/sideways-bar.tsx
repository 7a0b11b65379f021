// A scroll bar for lines that are not wrapped. It moves the code of all rows and of both sides together, and leaves the line
// numbers in place.
import type { RefObject } from 'react';

interface SidewaysBarProps {
  ref: RefObject<HTMLDivElement | null>;
  /** Columns by which the longest line is wider than its place. */
  columns: number;
  /** The element whose rows are moved. */
  area: RefObject<HTMLElement | null>;
}

export function SidewaysBar({ ref, columns, area }: SidewaysBarProps) {
  return (
    <section
      ref={ref}
      className="sideways-bar"
      data-columns={columns}
      aria-label="Scroll lines sideways"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget }) => area.current?.style.setProperty('--shift', `${currentTarget.scrollLeft}px`)}
    >
      <div style={{ width: `calc(100% + ${columns}ch)` }} />
    </section>
  );
}
