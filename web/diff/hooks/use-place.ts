// The place that the address names. Without addresses the view keeps the place itself.
import { useEffect, useState } from 'react';
import type { DiffPlace } from '../lines/diff-place.ts';

export interface Place {
  place: DiffPlace | null;
  setPlace: (place: DiffPlace) => void;
}

export function usePlace(place: DiffPlace | null, linkToPlace: ((place: DiffPlace) => string) | null): Place {
  const key = JSON.stringify(place);
  const [own, setOwn] = useState(place);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the place, which is a new object in each render.
  useEffect(() => setOwn(place), [key]);
  return {
    place: own,
    setPlace: (next) => {
      setOwn(next);
      // Stepping through findings must not fill the history of the browser.
      if (linkToPlace !== null) location.replace(linkToPlace(next));
    },
  };
}
