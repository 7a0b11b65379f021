// Room web: a patch as text.
import type { IntegrityFinding } from '../../src/contract/index.ts';

export interface DiffMarks {
  /** Paths of test files. */
  testPaths: readonly string[];
  findings: readonly IntegrityFinding[];
}

export interface DiffViewProps {
  patch: string;
  marks: DiffMarks;
  /** The file to begin with. */
  fileHint?: string | undefined;
}

const MOST_SHOWN = 64 * 1024;

export function DiffView({ patch, fileHint }: DiffViewProps) {
  const start = fileHint === undefined ? 0 : Math.max(0, patch.indexOf(`diff --git a/${fileHint} `));
  const shown = patch.slice(start, start + MOST_SHOWN);
  return (
    <>
      {shown.length < patch.length && <p className="muted">Only {MOST_SHOWN / 1024} kB of the diff are shown.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so the keyboard must reach it. */}
      <pre className="raw-text" tabIndex={0}>
        {shown}
      </pre>
    </>
  );
}
