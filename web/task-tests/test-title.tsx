// The name of a test with its file and suites below.
import { SafeText } from '../components/safe-text.tsx';
import type { TestName } from '../format/test-name.ts';

export function TestTitle({ name, location }: TestName) {
  return (
    <span className="test-title">
      <SafeText text={name} />
      {location !== '' && (
        <span className="muted">
          <SafeText text={location} />
        </span>
      )}
    </span>
  );
}
