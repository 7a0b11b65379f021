// Loads the syntax highlighting, which is a separate chunk.
import { useEffect, useState } from 'react';
import type { ColoredSpan } from '../../format/text-runs.ts';
import { makeHighlighter } from '../lines/line-highlights.ts';
import type { ShownLine } from '../lines/shown-line.ts';

const NO_SPANS: readonly ColoredSpan[] = [];

/** Lines have no colors until the chunk is loaded, and if it cannot be loaded. */
export function useHighlighter(): (line: ShownLine) => readonly ColoredSpan[] {
  const [colors, setColors] = useState<((line: ShownLine) => readonly ColoredSpan[]) | null>(null);
  useEffect(() => {
    let stopped = false;
    import('../lines/highlight-code.ts').then(
      ({ highlightCode }) => {
        if (!stopped) setColors(() => makeHighlighter(highlightCode));
      },
      () => undefined,
    );
    return () => {
      stopped = true;
    };
  }, []);
  return colors ?? (() => NO_SPANS);
}
