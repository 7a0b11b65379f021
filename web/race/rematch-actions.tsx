// Links that open the race form with the task and agents of a run. The user still starts the race there.
import { closestCandidate, displayOrder } from '../../src/text/index.ts';
import { SafeText } from '../components/safe-text.tsx';
import { linkTo, type RematchRoute } from '../route.ts';
import type { FinishedRun } from '../run/finished-run.ts';

export function RematchActions({ detail }: { detail: FinishedRun }) {
  const { id: run, scorecard } = detail;
  const raced = new Set(detail.run.candidates.filter(({ source }) => source.kind === 'agent').map(({ name }) => name));
  if (detail.run.merge_of !== null || raced.size === 0) return null;
  const names = displayOrder(scorecard.rankings)
    .map(({ agent }) => agent)
    .filter((name) => raced.has(name));
  const [first, second] = names;
  const closest = scorecard.verdict.class === 'none' ? closestCandidate(scorecard.rankings, detail.facts) : null;
  const link = (rematch: Partial<RematchRoute>) =>
    linkTo({ view: 'race', rematch: { run, only: null, failures: null, ...rematch } });
  return (
    <p className="actions rematch-actions">
      {closest !== null && raced.has(closest) && (
        <a className="button" href={link({ only: [closest], failures: closest })}>
          Give <SafeText text={closest} /> the failures
        </a>
      )}
      <a className="button quiet" href={link({})}>
        Race again
      </a>
      {first !== undefined && second !== undefined && names.length > 2 && (
        <a className="button quiet" href={link({ only: [first, second] })}>
          Race <SafeText text={first} /> against <SafeText text={second} />
        </a>
      )}
    </p>
  );
}
