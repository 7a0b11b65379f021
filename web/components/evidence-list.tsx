// A list under a heading with its count. Long ones begin short: a candidate must not flood the page.
import { type ReactNode, useState } from 'react';
import { Badge, type Tone } from './badge.tsx';
import './evidence-list.css';

const SHOWN_AT_FIRST = 20;

interface EvidenceListProps<Item> {
  title: string;
  tone: Tone;
  items: readonly Item[];
  show: (item: Item) => ReactNode;
}

export function EvidenceList<Item>({ title, tone, items, show }: EvidenceListProps<Item>) {
  const [isWhole, setWhole] = useState(false);
  if (items.length === 0) return null;
  const shown = isWhole ? items : items.slice(0, SHOWN_AT_FIRST);
  return (
    <section className="evidence-list">
      <h3>
        {title} <Badge tone={tone}>{items.length}</Badge>
      </h3>
      <ul>
        {shown.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two findings may be equal.
          <li key={index}>{show(item)}</li>
        ))}
      </ul>
      {shown.length < items.length && (
        <button type="button" className="quiet" onClick={() => setWhole(true)}>
          Show all {items.length}
        </button>
      )}
    </section>
  );
}
