import { describe, expect, test } from 'vitest';
import { tapPlan, tapPoint, tapVersion } from './lines.ts';

const point = { ok: true, number: null, name: '', directive: null, timed: false, opensBlock: false };

describe('a test point', () => {
  test.each([
    ['ok', {}],
    ['not ok', { ok: false }],
    ['ok 12', { number: 12 }],
    ['not ok 2 - falls over', { ok: false, number: 2, name: 'falls over' }],
    ['ok 3 without a dash', { number: 3, name: 'without a dash' }],
    ['ok 4 # SKIP no network', { number: 4, name: 'no network', directive: 'skip' }],
    ['ok 5 - named # skipped: no network', { number: 5, name: 'named', directive: 'skip' }],
    ['not ok 6 - later #todo', { ok: false, number: 6, name: 'later', directive: 'todo' }],
    ['ok 7 - escaped \\# SKIP and \\\\', { number: 7, name: 'escaped # SKIP and \\' }],
    ['ok 8 - a remark # with # todo', { number: 8, name: 'a remark # with # todo' }],
    ['ok 9 - issue #12 # TODO', { number: 9, name: 'issue #12', directive: 'todo' }],
    ['ok 10 - group # time=1.5ms {', { number: 10, name: 'group', timed: true, opensBlock: true }],
    ['ok 11 - fails as it should # EXPECTED FAILURE', { number: 11, name: 'fails as it should' }],
    ['ok 13 Chrome 1.0 - [4 ms] - opens', { number: 13, name: 'Chrome 1.0 - opens' }],
    ['skip 14 Chrome 1.0 - [0 ms] - closes', { number: 14, name: 'Chrome 1.0 - closes', directive: 'skip' }],
    ['ok 1,2 and 3', { name: '1,2 and 3' }],
    ['ok 123456789', { number: 123456789 }],
    ['ok 1234567890', { name: '1234567890' }],
    ['ok   7   - far apart', { number: 7, name: 'far apart' }],
    ['ok 8#not apart', { name: '8#not apart' }],
    ['ok 9 | with a bar', { name: '9 | with a bar' }],
    ['ok 10\twith a tab', { name: '10\twith a tab' }],
    ['ok 11 - two\u2028lines', { number: 11, name: 'two\u2028lines' }],
  ])('%s', (line, expected) => {
    expect(tapPoint(line)).toEqual({ ...point, ...expected });
  });

  test.each([
    'okay',
    'ok: done',
    'ok  \tgithub.com/a/b\t0.01s',
    'ok | 3 passed | 0 failed (5ms)',
    'ok   | 3',
    'ok3',
    'not okay',
    'skip 3 lines',
  ])('is not %s', (line) => {
    expect(tapPoint(line)).toBeNull();
  });
});

test.each([
  ['1..3', 3],
  ['1..0 # skip no network', 0],
  ['1..3 of them', null],
  ['2..3', null],
])('the plan %s', (line, expected) => {
  expect(tapPlan(line)).toBe(expected);
});

test.each([
  ['TAP version 14', 14],
  ['TAP Version 13', 13],
  ['TAP version 13, more or less', null],
])('the version %s', (line, expected) => {
  expect(tapVersion(line)).toBe(expected);
});
