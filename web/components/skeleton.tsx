// A placeholder during loading, about as large as the content that follows.
import './skeleton.css';

export function Skeleton({ lines, label }: { lines: number; label: string }) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_unused, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical.
        <span key={index} />
      ))}
    </div>
  );
}
