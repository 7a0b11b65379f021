// Web: the name of a test, and below it where it is.

import { Plain } from '../parts/plain.tsx';
import type { TestName } from '../test-name.ts';

export function TestTitle({ name, place }: TestName) {
  return (
    <span className="test-title">
      <Plain text={name} />
      {place !== '' && (
        <span className="muted">
          <Plain text={place} />
        </span>
      )}
    </span>
  );
}
