// The number of columns of the monospaced font that fit into an element.
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Many letters, because the width of one letter is not a whole number of pixels. */
const SAMPLE = 'M'.repeat(100);

/** Zero until the element is measured. */
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
    const measure = () => setColumns(letter > 0 ? Math.floor((box.clientWidth - SCROLLBAR_PX) / letter) : 80);
    const watcher = new ResizeObserver(measure);
    watcher.observe(box);
    measure();
    return () => watcher.disconnect();
  }, [element]);
  return columns;
}

/** Space for a scroll bar, also on systems whose scroll bars take none. */
const SCROLLBAR_PX = 16;
