import { expect, test } from 'vitest';
import { linkTo, linkToParent, parseRoute, type Route } from './route.ts';

const ROUTES: [string, Exclude<Route, { view: 'not_found' }>][] = [
  ['#/', { view: 'runs', filter: '' }],
  ['#/?q=a+b%26c', { view: 'runs', filter: 'a b&c' }],
  ['#/race', { view: 'race' }],
  [
    '#/race?from=r1&failures=a%26b&only=a%26b&only=c',
    { view: 'race', rematch: { run: 'r1', only: ['a&b', 'c'], failures: 'a&b' } },
  ],
  ['#/race?from=r1', { view: 'race', rematch: { run: 'r1', only: null, failures: null } }],
  ['#/run/R', { view: 'ranking', run: 'R', sort: null, weights: null, candidate: null, pane: null }],
  ['#/run/R?sort=lint&weights=1-2', { view: 'ranking', run: 'R', sort: 'lint', weights: '1-2', candidate: null, pane: null }],
  ['#/run/R?candidate=a&pane=tests', { view: 'ranking', run: 'R', sort: null, weights: null, candidate: 'a', pane: 'tests' }],
  ['#/run/R/why/a', { view: 'details', run: 'R', candidate: 'a', dimension: null }],
  ['#/run/R/why/a/tests', { view: 'details', run: 'R', candidate: 'a', dimension: 'tests' }],
  ['#/run/R/diff/a/b?file=x%2F%3Fy', { view: 'diff', run: 'R', candidate: 'a', other: 'b', file: 'x/?y' }],
  [
    '#/run/R/diff/a?file=x&line=15&to=17&side=old',
    { view: 'diff', run: 'R', candidate: 'a', other: null, file: 'x', line: 15, to: 17, side: 'old' },
  ],
  ['#/run/R/diff/a?all=1', { view: 'diff', run: 'R', candidate: 'a', other: null, file: null, all: true }],
  [
    '#/run/R/logs/a/test/stdout?at=512',
    { view: 'logs', run: 'R', candidate: 'a', check: 'test', stream: 'stdout', query: '', at: 512 },
  ],
  ['#/run/R/logs/a', { view: 'logs', run: 'R', candidate: 'a', check: null, stream: 'stdout', query: '' }],
  [
    '#/run/R/logs/base/test/stderr?q=%3Cb%3E',
    { view: 'logs', run: 'R', candidate: null, check: 'test', stream: 'stderr', query: '<b>' },
  ],
  ['#/run/R/merge/a', { view: 'merge', run: 'R', candidate: 'a' }],
  ['#/run/..%2F..%2Fx', { view: 'ranking', run: '../../x', sort: null, weights: null, candidate: null, pane: null }],
];

test.each(ROUTES)('%s is parsed to a state, and the state is linked as the same address', (hash, route) => {
  expect(parseRoute(hash)).toEqual(route);
  expect(linkTo(route)).toBe(hash);
});

test.each(['#/walk', '#/race/R', '#/run', '#/run/R/why', '#/run/R/dance/a'])('%s is not found', (hash) => {
  expect(parseRoute(hash)).toEqual({ view: 'not_found' });
});

test('reads an empty address and an invalid escape sequence', () => {
  expect(parseRoute('')).toEqual({ view: 'runs', filter: '' });
  expect(parseRoute('#/run/%E0%A4')).toMatchObject({ view: 'ranking', run: '%E0%A4' });
});

test.each(['line=0', 'line=x', 'line=-3', 'to=4', 'side=old', 'line=9999999999', 'line=1e3'])(
  'ignores %s as lines of a diff',
  (query) => {
    expect(parseRoute(`#/run/R/diff/a?file=x&${query}`)).toEqual({
      view: 'diff',
      run: 'R',
      candidate: 'a',
      other: null,
      file: 'x',
    });
  },
);

test('ignores lines without a file, an end before the start, and an unknown side', () => {
  expect(parseRoute('#/run/R/diff/a?line=3')).toEqual({ view: 'diff', run: 'R', candidate: 'a', other: null, file: null });
  expect(parseRoute('#/run/R/diff/a?file=x&line=3&to=2&side=left')).toEqual({
    ...{ view: 'diff', run: 'R', candidate: 'a', other: null, file: 'x' },
    line: 3,
  });
});

test('links from a view to its run, and from a run to the list of runs', () => {
  expect(linkToParent(parseRoute('#/run/R/logs/a/test/stdout?q=x'))).toBe('#/run/R?candidate=a');
  expect(linkToParent(parseRoute('#/run/R/logs/base'))).toBe('#/run/R');
  expect(linkToParent(parseRoute('#/run/R?sort=lint'))).toBe('#/');
  expect(linkToParent(parseRoute('#/race'))).toBe('#/');
  expect(linkToParent(parseRoute('#/lost'))).toBe('#/');
});
