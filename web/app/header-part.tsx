// Lets a view put its title and its links into the header of the page.
import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** The place in the header; null until the header is on the page. */
export const HeaderPlace = createContext<HTMLElement | null>(null);

export function HeaderPart({ children }: { children: ReactNode }) {
  const place = useContext(HeaderPlace);
  return place === null ? null : createPortal(children, place);
}
