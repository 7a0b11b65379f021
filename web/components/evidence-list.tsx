// A list with a heading and a count. A long list shows only its start at first, because candidates control its length.
import { type ReactNode, useState } from 'react';
import { Badge, type Tone } from './badge.tsx';
import './evidence-list.css';

const MAX_SHOWN_AT_FIRST = 20;

interface EvidenceListProps<Item> {
  title: string;
  tone: Tone;
  items: readonly Item[];
  show: (item: Item) => ReactNode;
}

export function EvidenceList<Item>({ title, tone, items, show }: EvidenceListProps<Item>) {
  const [showsAll, setShowsAll] = useState(false);
  if (items.length === 0) return null;
  const shown = showsAll ? items : items.slice(0, MAX_SHOWN_AT_FIRST);
  return (
    <section className="evidence-list">
      <h3>
        {title} <Badge tone={tone}>{items.length}</Badge>
      </h3>
      <ul>
        {shown.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two items may be equal.
          <li key={index}>{show(item)}</li>
        ))}
      </ul>
      {shown.length < items.length && (
        <button type="button" className="quiet" onClick={() => setShowsAll(true)}>
          Show all {items.length}
        </button>
      )}
    </section>
  );
}
