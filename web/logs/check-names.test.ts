import { expect, test } from 'vitest';
import { groupChecks } from './check-names.ts';

test('names checks in plain words, in groups', () => {
  const checks = [
    ...['build', 'test', 'lint', 'cross.fix', 'acceptance', 'pinned-build', 'pinned-test', 'canary', 'canary-file'],
    ...[
      'again1-test',
      'again2-test',
      'selected1-test',
      'pinned-selected1-build',
      'selected1-coverage',
      'independent',
      'independent-setup',
    ],
  ];
  expect(groupChecks(checks).map(({ title, checks: own }) => [title, own.map(({ label }) => label)])).toEqual([
    ['Checks', ['build', 'tests', 'lint']],
    ["With the base's tests", ['build', 'tests']],
    ['Repeated', ['tests again, 1 of 2', 'tests again, 2 of 2', 'tests in question', "build, with the base's tests"]],
    ['Tests about the task', ['tests of fix', 'acceptance tests']],
    ['Planted failures', ['canary check, whole suite', 'canary check']],
    ['Independent run', ['independent run', 'set-up of the independent run']],
    ['Further measurements', ['coverage of the change']],
  ]);
});

test('keeps the name of the folder for the address', () => {
  expect(groupChecks(['again1-test'])).toEqual([{ title: 'Repeated', checks: [{ check: 'again1-test', label: 'tests again' }] }]);
});
