// The place of what is on its way, as large as what will be there.
import './skeleton.css';

export function Skeleton({ lines, label }: { lines: number; label: string }) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_unused, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
        <span key={index} />
      ))}
    </div>
  );
}
