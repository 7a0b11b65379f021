// The acceptance gate of each candidate; candidates with the same reason share a line.
import type { Ranking } from '../../src/contract/index.ts';
import { joinNames } from '../../src/text/index.ts';
import { Badge } from '../components/badge.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { groupGates } from './group-gates.ts';

export function AcceptanceGates({ rankings }: { rankings: readonly Ranking[] }) {
  const lines = groupGates(rankings);
  if (lines.length === 0) return null;
  return (
    <ul className="compact-list small">
      {lines.map(({ passed, reason, names }) => (
        <li key={reason}>
          <Badge tone={passed ? 'good' : 'bad'}>{passed ? 'pass' : 'fail'}</Badge>{' '}
          <strong>
            <SafeText text={joinNames(names)} />
          </strong>
          {': '}
          <SafeText text={reason} />
        </li>
      ))}
    </ul>
  );
}
