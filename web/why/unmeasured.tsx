// What stands in for a measurement that there is not.
import { Plain } from '../parts/plain.tsx';

export function Unmeasured({
  result,
}: {
  result: { state: 'not_configured' } | { state: 'unavailable' | 'broken'; why: string };
}) {
  if (result.state === 'not_configured') return <p className="muted">No command is configured.</p>;
  return (
    <p className="note">
      <Plain text={result.why} />
    </p>
  );
}
