// The gates of a candidate, each with its reason.
import type { Gate } from '../../src/contract/index.ts';
import { Badge } from '../components/badge.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { gateLabel } from '../format/labels.ts';

/** Failed gates first, then the others that apply. */
function orderOf({ passed }: Gate): number {
  return passed === null ? 2 : Number(passed);
}

export function Gates({ gates }: { gates: readonly Gate[] }) {
  return (
    <ul className="gates">
      {gates
        .toSorted((a, b) => orderOf(a) - orderOf(b))
        .map((gate) => (
          <li key={gate.id} className={gate.passed === null ? 'faint' : ''}>
            {gate.passed === null ? <Badge tone="quiet">n/a</Badge> : null}
            {gate.passed === true ? <Badge tone="good">pass</Badge> : null}
            {gate.passed === false ? <Badge tone="bad">fail</Badge> : null}
            <strong>{gateLabel(gate)}</strong>
            <span>
              <SafeText text={gate.reason} />
            </span>
          </li>
        ))}
    </ul>
  );
}
