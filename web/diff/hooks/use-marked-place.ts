// The place of the address, and the lines that it marks. A line outside the hunks is read from the candidate's file.
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { ShownFile } from '../lines/diff-lines.ts';
import { type DiffPlace, type MarkedLines, markedLines } from '../lines/diff-place.ts';
import { type Place, usePlace } from './use-place.ts';

interface MarkedPlaceProps {
  files: readonly ShownFile[];
  place: DiffPlace | null;
  linkToPlace: ((place: DiffPlace) => string) | null;
  /** Shows a line of the new file that the diff does not contain. */
  reveal: (path: string, line: number) => void;
}

export function useMarkedPlace({ files, place, linkToPlace, reveal }: MarkedPlaceProps): Place & { marked: MarkedLines | null } {
  const here = usePlace(place, linkToPlace);
  const marked = useMemo(() => {
    const file = files.find(({ path }) => path === here.place?.file);
    return markedLines(file, here.place);
  }, [files, here.place]);
  const revealLine = useEffectEvent(reveal);
  const hidden = marked === null && here.place?.side !== 'old' ? here.place : null;
  useEffect(() => {
    if (hidden?.line !== undefined) revealLine(hidden.file, hidden.line);
  }, [hidden?.file, hidden?.line]);
  return { ...here, marked };
}
