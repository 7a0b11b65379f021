import { expect, test } from 'vitest';
import { lineParser } from '../../../../test/line-parser-builder.ts';
import { Page } from '../input/page.ts';
import { LineFilter } from './line-filter.ts';
import { LineLook } from './line-look.ts';
import { LineDispatch } from './trigger-index.ts';

const DISPATCH = new LineDispatch([
  lineParser('beginning', { startsWith: ['ok ', 'Result: '] }),
  lineParser('ending', { endsWith: [' ... ok'], concerns: (text) => !text.startsWith('no') }),
  lineParser('open', { startsWith: ['open '] }),
]);

/** Other bytes stand before those of the page, as in a chunk. */
function withBytes(text: string): Page {
  return new Page(text, Buffer.from(`before\n${text}`), 'before\n'.length);
}

interface Wanted {
  /** The lines of a page that may concern somebody. */
  found: string[];
  /** How many were passed over before each of them, and behind the last. */
  passed: number[];
}

/** The same by bytes and without them. */
function wanted(filter: LineFilter, lines: readonly string[]): Wanted {
  const text = lines.map((line) => `${line}\n`).join('');
  const byBytes = wantedIn(filter, withBytes(text));
  expect(wantedIn(filter, new Page(text, null, 0))).toEqual(byBytes);
  return byBytes;
}

function wantedIn(filter: LineFilter, page: Page): Wanted {
  const found: string[] = [];
  const passed: number[] = [];
  let start = 0;
  while (filter.find(page, start)) {
    found.push(page.text.slice(filter.found.start, filter.found.end));
    passed.push(filter.passed);
    start = filter.found.end + 1;
  }
  return { found, passed: [...passed, filter.passed] };
}

test('lines that begin and end as no parser asks for are passed over', () => {
  const lines = ['', 'prose', 'ok 1', 'okay', '  ok 2', 'Request', 'Result: PASS', 'a ... ok', 'no ... ok', 'a ok'];
  expect(wanted(new LineFilter(DISPATCH, []), lines)).toEqual({
    found: ['ok 1', '  ok 2', 'Result: PASS', 'a ... ok'],
    passed: [2, 1, 1, 0, 2],
  });
});

test('reports, timestamps and characters that the bytes do not tell are for somebody else to judge', () => {
  const reports = ['<testsuite>', '{"a":1}', '["a"]', '{', '[', '  <a/>'];
  const stamped = ['2024-05-01T10:00:00Z ok 1', '[2024-05-01T10:00:00Z] ok 1'];
  const likeReports = ['{ a }', '[2024-05-01 10:00] text'];
  const others = ['[INFO] text', '2024-05-01 10:00:00 text', '12 tests', '2024-05-01'];
  const wantedOnes = [...reports, ...stamped, ...likeReports];
  expect(wanted(new LineFilter(DISPATCH, []), [...wantedOnes, ...others]).found).toEqual(wantedOnes);
  expect(wantedIn(new LineFilter(DISPATCH, []), new Page('text\n✓ text\n  ✓ text\nok ✓\n', null, 0)).found).toEqual([
    '✓ text',
    'ok ✓',
  ]);
  const latin1 = new Page('\ufffd ok\n', Uint8Array.from([0xe9, 32, 111, 107, 10]), 0);
  expect(new LineFilter(DISPATCH, []).find(latin1, 0)).toBe(true);
});

test('an open reader gets what its look asks for, and no longer what its parser does', () => {
  const look = new LineLook({ startsWith: ['end'], holds: ['::', '--- '], concerns: (text) => !text.endsWith('!') });
  const filter = new LineFilter(DISPATCH, [{ parser: 2, look }]);
  const lines = ['open again', 'a::b', 'text', 'x --- y', 'z::z!', 'ok 1', 'c::d', 'ending', 'ended!'];
  expect(wanted(filter, lines).found).toEqual(['a::b', 'x --- y', 'ok 1', 'c::d', 'ending']);
  expect(filter.isFor([{ parser: 2, look }])).toBe(true);
  expect(filter.isFor([])).toBe(false);
  expect(filter.isFor([{ parser: 2, look: new LineLook({ startsWith: [] }) }])).toBe(false);
});

test('what one page holds is not looked for in the next', () => {
  const filter = new LineFilter(DISPATCH, [{ parser: 2, look: new LineLook({ startsWith: [], holds: ['::'] }) }]);
  expect(wanted(filter, ['text', 'a::b']).found).toEqual(['a::b']);
  expect(wanted(filter, ['text', 'text']).found).toEqual([]);
  expect(wanted(filter, ['a::b', 'text']).found).toEqual(['a::b']);
});
