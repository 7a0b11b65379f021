import { accepts, reports } from '../../../test/evidence-builder.ts';

reports([
  ['jest.retryTimes', { 'test/a.test.js': ['+jest.retryTimes(3);'] }, ['warning retries_raised test/a.test.js']],
  ['this.retries in Mocha', { 'test/a.test.js': ['+  this.retries(4);'] }, ['warning retries_raised test/a.test.js']],
  ['pytest.mark.flaky', { 'tests/test_a.py': ['+@pytest.mark.flaky(reruns=3)'] }, ['warning retries_raised tests/test_a.py']],
  [
    'the option retry in Vitest',
    { 'test/a.test.js': ["+test('a', { retry: 3 }, f);"] },
    ['warning retries_raised test/a.test.js'],
  ],
  [
    'retries in the settings of a runner',
    { 'vitest.config.ts': ['+    retry: 3,'] },
    ['warning retries_raised vitest.config.ts', 'warning checks_loosened vitest.config.ts'],
  ],
  ['retries in package.json', { 'package.json': ['+    "jest": { "retries": 3 }'] }, ['warning retries_raised package.json']],
]);

accepts([
  ['a retry function in the code', { 'src/retry.js': ['+export function retry(fn, { retries: 3 }) {', '+retry(3)'] }],
  [
    'tests of a retry function',
    { 'test/retry.test.js': ['+assert.equal(retry(3, fn), 1);', '+assert.ok(call({ retries: 2 }));'] },
  ],
]);
