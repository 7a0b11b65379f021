// A list of links on the left with the chosen content beside it; on a phone the links are above the content.
import type { ReactNode } from 'react';
import './side-nav.css';

export function WithSideNav({ label, links, children }: { label: string; links: ReactNode; children: ReactNode }) {
  return (
    <div className="with-side-nav">
      <nav className="side-nav" aria-label={label}>
        {links}
      </nav>
      {children}
    </div>
  );
}
