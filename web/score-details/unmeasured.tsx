// Shown in place of a measurement: no command, or why the measurement failed.
import { SafeText } from '../components/safe-text.tsx';

export function Unmeasured({
  result,
}: {
  result: { state: 'not_configured' } | { state: 'unavailable' | 'broken'; why: string };
}) {
  if (result.state === 'not_configured') return <p className="muted">No command is configured.</p>;
  return (
    <p className="note">
      <SafeText text={result.why} />
    </p>
  );
}
