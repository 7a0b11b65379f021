// Which files of a diff are open, which were viewed, and which long lines are shown completely.
import { useState } from 'react';
import type { PatchFile } from '../../../src/patch/index.ts';
import type { ShownFile } from '../lines/diff-lines.ts';
import type { ShownLine } from '../lines/shown-line.ts';
import { useViewedFiles } from './viewed-files.ts';

export interface OpenFiles {
  isOpen: (file: ShownFile) => boolean;
  setOpen: (file: ShownFile, isOpen: boolean) => void;
  isViewed: (file: ShownFile) => boolean;
  /** A viewed file is closed. */
  setViewed: (file: ShownFile, isViewed: boolean) => void;
  viewedCount: number;
  isUnfolded: (line: ShownLine) => boolean;
  unfold: (lines: readonly ShownLine[]) => void;
  /** Change when an answer of these functions may change. */
  versions: readonly unknown[];
}

export function useOpenFiles(files: readonly PatchFile[], owner: string | null): OpenFiles {
  const viewed = useViewedFiles(files, owner);
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [unfolded, setUnfolded] = useState<ReadonlySet<ShownLine>>(new Set());
  const setOpen = ({ path }: ShownFile, isOpen: boolean) => setOpened((before) => new Map(before).set(path, isOpen));
  return {
    isOpen: ({ path, foldedBecause }) => opened.get(path) ?? (foldedBecause === null && !viewed.isViewed(path)),
    setOpen,
    isViewed: ({ path }) => viewed.isViewed(path),
    setViewed: (file, isViewed) => {
      viewed.setViewed(file.path, isViewed);
      setOpen(file, !isViewed);
    },
    viewedCount: viewed.count,
    isUnfolded: (line) => unfolded.has(line),
    unfold: (lines) => setUnfolded((before) => new Set([...before, ...lines])),
    versions: [opened, unfolded, viewed.count],
  };
}
