// The conditions for merging, each with what was seen.
import type { Gate } from '../../src/contract/index.ts';
import { Badge } from '../parts/badge.tsx';
import { Plain } from '../parts/plain.tsx';
import { gateWords } from '../parts/words.ts';

export function Gates({ gates }: { gates: readonly Gate[] }) {
  return (
    <ul className="gates">
      {gates.map((gate) => (
        <li key={gate.id} className={gate.passed === null ? 'faint' : ''}>
          {gate.passed === null ? <Badge tone="quiet">n/a</Badge> : null}
          {gate.passed === true ? <Badge tone="good">pass</Badge> : null}
          {gate.passed === false ? <Badge tone="bad">fail</Badge> : null}
          <strong>{gateWords(gate)}</strong>
          <span>
            <Plain text={gate.reason} />
          </span>
        </li>
      ))}
    </ul>
  );
}
