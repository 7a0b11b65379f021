// Web: the name of a test, and below it where it is.

import { SafeText } from '../components/safe-text.tsx';
import type { TestName } from '../format/test-name.ts';

export function TestTitle({ name, place }: TestName) {
  return (
    <span className="test-title">
      <SafeText text={name} />
      {place !== '' && (
        <span className="muted">
          <SafeText text={place} />
        </span>
      )}
    </span>
  );
}
