import { expect, test } from 'vitest';
import { orderOfCheck } from './check-order.ts';

test('lists first runs, then tests about the task, then repeated runs', () => {
  const wanted = [
    ...['build', 'test', 'lint', 'security', 'setup', 'cross.fix.v2'],
    ...['pinned-test', 'again1-test', 'again1-cross.fix', 'selected2-test'],
  ];
  expect(wanted.toReversed().sort((a, b) => orderOfCheck(a) - orderOfCheck(b))).toEqual(wanted);
});
