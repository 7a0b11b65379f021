// A strip at the edge of the diff that shows where its findings are.
import { visibleLine } from '../../format/visible-line.ts';
import type { FindingStop } from '../lines/finding-stops.ts';

interface FindingRailProps {
  stops: readonly FindingStop[];
  /** The row of each stop. */
  stopRows: readonly number[];
  rowCount: number;
  current: number;
  goTo: (index: number) => void;
}

export function FindingRail({ stops, stopRows, rowCount, current, goTo }: FindingRailProps) {
  if (stops.length === 0) return null;
  return (
    <nav className="finding-rail" aria-label="Findings in this diff">
      {stops.map((stop, index) => (
        <button
          key={`${stop.file.index} ${stop.line?.old} ${stop.line?.new}`}
          type="button"
          className={stop.severity}
          style={{ top: `${((stopRows[index] ?? 0) / Math.max(1, rowCount)) * 100}%` }}
          title={visibleLine(stop.message)}
          aria-label={`${stop.severity}: ${visibleLine(stop.message)}`}
          aria-current={index === current ? 'true' : undefined}
          // The keys . and , do the same.
          tabIndex={-1}
          onClick={() => goTo(index)}
        />
      ))}
    </nav>
  );
}
