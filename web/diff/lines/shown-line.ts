// A line and a hunk of a diff as they are shown.
import type { IntegrityFinding } from '../../../src/contract/index.ts';
import type { PatchLine } from '../../../src/patch/index.ts';

export interface ShownLine {
  kind: PatchLine['kind'];
  text: string;
  old: number | null;
  new: number | null;
  lacksNewline: boolean;
  /** The line that it replaces or that replaces it. */
  partner: ShownLine | null;
  hunk: ShownHunk;
  /** Findings that begin here: the place to scroll to. */
  findings: IntegrityFinding[];
  /** Findings whose text is below this line, so that it does not divide the lines that they are about. */
  findingsBelow: IntegrityFinding[];
}

export interface ShownHunk {
  header: string;
  language: string | null;
  lines: ShownLine[];
}
