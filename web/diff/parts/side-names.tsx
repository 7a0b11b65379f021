// What each side of a diff is: the base and a candidate, or two candidates.
import { SafeText } from '../../components/safe-text.tsx';
import type { SideNames } from '../lines/diff-lines.ts';
import type { SideSigns } from '../lines/side-signs.ts';

export function SideNameRow({ names, signs }: { names: SideNames; signs: SideSigns }) {
  return (
    <div className="side-names">
      {(['old', 'new'] as const).map((side) => (
        <span key={side} className={`side-name is-${side}`}>
          <span className="sign" aria-hidden="true">
            {signs[side] === '-' ? '−' : signs[side]}
          </span>{' '}
          <SafeText text={names[side]} />
        </span>
      ))}
    </div>
  );
}
