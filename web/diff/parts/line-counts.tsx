// How many lines of a file, or of a whole diff, are on one side only.
import { CHANGE_SIGNS, type SideSigns } from '../lines/side-signs.ts';

interface LineCountsProps {
  file: { added: number; removed: number; binary?: object | null };
  signs: SideSigns;
}

export function LineCounts({ file: { added, removed, binary = null }, signs }: LineCountsProps) {
  if (binary !== null) return <span className="line-counts muted">binary</span>;
  const plus = <span className="plus">{`${signs.new}${added.toLocaleString('en')}`}</span>;
  const minus = <span className="minus">{`${signs.old === '-' ? '−' : signs.old}${removed.toLocaleString('en')}`}</span>;
  // Between two candidates the counts are in the order of the sides.
  const [first, second] = signs === CHANGE_SIGNS ? [plus, minus] : [minus, plus];
  return (
    <span className="line-counts number">
      {first} {second}
    </span>
  );
}
