// How many columns of the fixed-width font fit into an element.
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Measured over many letters, because a letter is not a whole number of pixels wide. */
const SAMPLE = 'M'.repeat(100);

/** Zero before the element has been measured. */
export function useColumns(element: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(0);
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null) return;
    const ruler = document.createElement('span');
    ruler.className = 'ruler';
    ruler.textContent = SAMPLE;
    ruler.setAttribute('aria-hidden', 'true');
    box.append(ruler);
    const letter = ruler.getBoundingClientRect().width / SAMPLE.length;
    ruler.remove();
    const measure = () => setColumns(letter > 0 ? Math.floor((box.clientWidth - SCROLLBAR) / letter) : 80);
    const watcher = new ResizeObserver(measure);
    watcher.observe(box);
    measure();
    return () => watcher.disconnect();
  }, [element]);
  return columns;
}

/** Room for a scroll bar, whether or not this system's takes any. */
const SCROLLBAR = 16;
