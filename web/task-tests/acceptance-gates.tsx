// Web: what the acceptance gate says of each candidate; candidates with the same reason share a line.
import { joinNames, type Ranking } from '../../src/contract/index.ts';
import { Badge } from '../parts/badge.tsx';
import { Plain } from '../parts/plain.tsx';
import { groupGates } from './acceptance-lines.ts';

export function AcceptanceGates({ rankings }: { rankings: readonly Ranking[] }) {
  const lines = groupGates(rankings);
  if (lines.length === 0) return null;
  return (
    <ul className="plain-list small">
      {lines.map(({ passed, reason, names }) => (
        <li key={reason}>
          <Badge tone={passed ? 'good' : 'bad'}>{passed ? 'pass' : 'fail'}</Badge>{' '}
          <strong>
            <Plain text={joinNames(names)} />
          </strong>
          {': '}
          <Plain text={reason} />
        </li>
      ))}
    </ul>
  );
}
