// Room web: a log as text.
import { Skeleton } from '../parts/skeleton.tsx';
import type { LogSource } from '../source/source.ts';
import { useLoaded } from '../use-loaded.ts';

const MOST_SHOWN = 64 * 1024;

export interface LogViewProps {
  source: LogSource;
  /** What to find first. */
  query: string;
}

export function LogView({ source, query }: LogViewProps) {
  const { value } = useLoaded(`${source.size} ${query}`, async () => {
    const at = query === '' ? 0 : ((await source.search(query, 0)).offsets[0] ?? 0);
    const start = Math.max(0, at - 4096);
    return { start, text: new TextDecoder().decode(await source.read(start, start + MOST_SHOWN)) };
  });
  if (source.size === 0) return <p className="note">The log is empty.</p>;
  if (value === null) return <Skeleton lines={12} label="Loading the log" />;
  const isWhole = value.start === 0 && source.size <= MOST_SHOWN;
  return (
    <>
      {!isWhole && <p className="muted">Only {MOST_SHOWN / 1024} kB of the log are shown.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so the keyboard must reach it. */}
      <pre className="raw-text" tabIndex={0}>
        {value.text}
      </pre>
    </>
  );
}
