// The name of a test with its file and suites below.
import { SafeText } from '../components/safe-text.tsx';
import { shownTestName, type TestName } from '../format/test-name.ts';

export function TestTitle({ name, location }: TestName) {
  return (
    <span className="test-title">
      <SafeText text={shownTestName(name)} />
      {location !== '' && (
        <span className="muted">
          <SafeText text={shownTestName(location)} />
        </span>
      )}
    </span>
  );
}
