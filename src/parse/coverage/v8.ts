// V8 coverage (NODE_V8_COVERAGE): ranges of characters with a count each -> lines of the source.

export interface ScriptFunction {
  ranges: readonly { startOffset: number; endOffset: number; count: number }[];
}

/** The start of a line that belongs to the block above. */
const LEADING = /^[\s})\];,]*(?:else\b\s*)?/;

/**
 * Each line that is not empty, and whether it was executed: its first character outside the block above decides. Null when
 * the ranges do not belong to this text, because a loader changed it before it ran.
 */
export function linesOfScript(source: string, functions: readonly ScriptFunction[]): Map<number, boolean> | null {
  const whole = functions[0]?.ranges[0];
  if (whole === undefined || whole.startOffset !== 0 || whole.endOffset !== source.length) return null;
  const countAt = countsOf(functions);
  const lines = new Map<number, boolean>();
  let start = 0;
  for (const [index, text] of source.split('\n').entries()) {
    const lead = LEADING.exec(text)?.[0].length ?? 0;
    if (lead < text.trimEnd().length) lines.set(index + 1, countAt(start + lead) > 0);
    start += text.length + 1;
  }
  return lines;
}

/** The count of the innermost range around an offset; requires ascending offsets. */
export function countsOf(functions: readonly ScriptFunction[]): (offset: number) => number {
  const ranges = functions
    .flatMap((each) => each.ranges)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const open: ScriptFunction['ranges'][number][] = [];
  let next = 0;
  return (offset) => {
    for (; next < ranges.length && (ranges[next]?.startOffset ?? 0) <= offset; next += 1) {
      const range = ranges[next];
      if (range !== undefined) open.push(range);
    }
    while (open.length > 0 && (open.at(-1)?.endOffset ?? 0) <= offset) open.pop();
    return open.at(-1)?.count ?? 0;
  };
}
