// The files of a diff with the unchanged lines that the user has asked for. Each file is loaded once.
import { useMemo, useRef, useState } from 'react';
import type { PatchFile } from '../../../src/patch/index.ts';
import { type GapPart, linesOfFile, revealLine, widenHunks } from '../lines/widen-hunks.ts';

/** Reads the candidate's file. */
export type ReadFile = (path: string) => Promise<string>;

export interface WidenedFiles {
  files: readonly PatchFile[];
  /** Null for a file that is not loaded; false if the file cannot be read. */
  lengthOf: (path: string) => number | null | false;
  /** Changes when a length becomes known. */
  lengths: ReadonlyMap<string, number | false>;
  widen: (path: string, gap: number, part: GapPart) => void;
  /** Shows a line of the new file that the diff does not contain. */
  reveal: (path: string, line: number) => void;
}

export function useWidenedFiles(original: readonly PatchFile[], readFile: ReadFile | null): WidenedFiles {
  const [widened, setWidened] = useState<ReadonlyMap<string, PatchFile>>(new Map());
  const [lengths, setLengths] = useState<ReadonlyMap<string, number | false>>(new Map());
  const loads = useRef(new Map<string, Promise<string[]>>());
  const load = (path: string, read: ReadFile) => {
    const lines = loads.current.get(path) ?? read(path).then(linesOfFile);
    loads.current.set(path, lines);
    return lines;
  };
  const change = (path: string, edit: (file: PatchFile, lines: readonly string[]) => PatchFile) => {
    const file = original.find((one) => one.path === path);
    if (readFile === null || file === undefined || file.status !== 'modified' || file.binary !== null) return;
    load(path, readFile).then(
      (lines) => {
        setLengths((before) => new Map(before).set(path, lines.length));
        setWidened((before) => new Map(before).set(path, edit(before.get(path) ?? file, lines)));
      },
      // The server does not send binary and very large files.
      () => setLengths((before) => new Map(before).set(path, false)),
    );
  };
  const files = useMemo(() => original.map((file) => widened.get(file.path) ?? file), [original, widened]);
  return {
    files,
    lengths,
    lengthOf: (path) => (readFile === null ? false : (lengths.get(path) ?? null)),
    widen: (path, gap, part) => change(path, (file, lines) => widenHunks(file, lines, gap, part)),
    reveal: (path, line) => change(path, (file, lines) => revealLine(file, lines, line)),
  };
}
