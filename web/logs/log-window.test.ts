import { describe, expect, it } from 'vitest';
import fc from '../../test/seeded-properties.ts';
import type { LogSource } from '../api/data-source.ts';
import { blockCount, lineAt, lineText, PIECE_BYTES, readBlock } from './log-block.ts';
import { layOut, rowOfLayout } from './log-layout.ts';
import {
  findRow,
  type LogWindow,
  MAX_BLOCKS,
  nextBlock,
  placeOfByte,
  rowCountOf,
  rowOfOffset,
  withBlock,
  withUnfolded,
} from './log-window.ts';

function sourceOf(bytes: Uint8Array): LogSource {
  return {
    size: bytes.length,
    read: async (start, end) => bytes.subarray(start, end),
    search: async () => ({ offsets: [], next: null }),
  };
}

const textSource = (text: string) => sourceOf(new TextEncoder().encode(text));

async function allBlocks(source: LogSource) {
  return Promise.all(Array.from({ length: blockCount(source.size) }, (_, index) => readBlock(source, index)));
}

async function linesOf(source: LogSource): Promise<string[]> {
  return (await allBlocks(source)).flatMap((block) => block.lines.map((_, line) => lineText(block, line)));
}

describe('blocks', () => {
  it('contain every line exactly once', async () => {
    const lines = Array.from({ length: 30_000 }, (_, at) => `${at} ä😀`.padEnd(at % 60, '.'));
    expect(await linesOf(textSource(`${lines.join('\n')}\n`))).toEqual(lines);
  });

  it('join to the whole file for any bytes', async () => {
    const piece = fc.oneof(fc.constant('\n'), fc.constant('ä😀'), fc.constant('\r'), fc.constant('x'.repeat(9000)), fc.string());
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 80 }), fc.integer({ min: 1, max: 9 }), async (parts, times) => {
        const bytes = new TextEncoder().encode(parts.join('').repeat(times));
        const blocks = await allBlocks(sourceOf(bytes));
        let at = 0;
        for (const block of blocks) {
          expect(block.start).toBe(at);
          expect(block.bytes.length).toBe(block.end - block.start);
          expect(block.bytes.every((byte, index) => byte === bytes[block.start + index])).toBe(true);
          at = block.end;
        }
        expect(at).toBe(bytes.length);
      }),
      { numRuns: 40 },
    );
  });

  it('split a very long line, but never a character', async () => {
    const text = 'ä€😀'.repeat(40_000);
    const lines = await linesOf(textSource(text));
    expect(lines.join('')).toBe(text);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(16 * 1024);
  });

  it('find the line that contains a byte', async () => {
    const block = await readBlock(textSource('one\ntwo\n\nlast'), 0);
    expect([0, 3, 4, 8, 9, 12, 13].map((offset) => lineAt(block, offset))).toEqual([0, 0, 1, 2, 3, 3, -1]);
  });
});

describe('rows', () => {
  const rows = async (text: string, columns: number, showsOverwritten = false) => {
    const layout = layOut(await readBlock(textSource(text), 0), { columns, showsOverwritten, unfolded: new Set() });
    return Array.from({ length: layout.rowCount }, (_, row) => {
      const found = rowOfLayout(layout, row);
      return [found.text.slice(found.start, found.end), found.line, found.hidden];
    });
  };

  it('are at most as long as the width', async () => {
    expect(await rows('abcdef\n\n\u001b[31mxyz\u001b[0m\n', 4)).toEqual([
      ['abcd', 0, 0],
      ['ef', 0, 0],
      ['', 1, 0],
      ['xyz', 2, 0],
    ]);
  });

  it('show the last state of an overwritten line, or every state', async () => {
    expect(await rows('10%\r20%\rdone\r\nnext\r\n', 80)).toEqual([
      ['done', 0, 2],
      ['next', 1, 0],
    ]);
    expect((await rows('10%\r\u001b[K\r20%\r\n', 80))[0]).toEqual(['20%', 0, 1]);
    expect(await rows('10%\r20%\rdone\n', 80, true)).toEqual([
      ['10%', 0, 0],
      ['20%', 0, 0],
      ['done', 0, 0],
    ]);
  });
});

describe('a very long line', () => {
  const shown = async (text: string, columns: number, unfolded: number[] = []) => {
    const layout = layOut(await readBlock(textSource(text), 0), {
      columns,
      showsOverwritten: false,
      unfolded: new Set(unfolded),
    });
    return Array.from({ length: layout.rowCount }, (_, row) => {
      const { text: line, start, end, more } = rowOfLayout(layout, row);
      return more > 0 ? more : line.slice(start, end);
    });
  };
  const long = 'abcdefghij'.repeat(2000);

  it('has four rows and one that unfolds it, also if it was split into parts', async () => {
    const row = 'abcdefghij'.repeat(10);
    expect(await shown(`one\n${long}\ntwo\n`, 100)).toEqual(['one', row, row, row, row, 20_000 - 400, 'two']);
    expect((await shown(`one\n${long}\ntwo\n`, 100, [4])).join('')).toBe(`one${long}two`);
    expect(await shown(`${long}\n`, 2000)).toHaveLength(11);
    expect(await shown(`${'x'.repeat(1200)}\n`, 100)).toHaveLength(12);
    expect((await shown(`${'x'.repeat(1201)}\n`, 100)).at(-1)).toBe(801);
  });

  it('has a new fold for every 32 kB, so that a log without line breaks can be scrolled', async () => {
    const rows = await shown('x'.repeat(PIECE_BYTES - 1), 100);
    expect(rows.filter((row) => typeof row === 'number')).toEqual([32_368, 32_368, 32_368, 32_367]);
    expect(rows).toHaveLength(20);
  });

  it('is named by its offset when a byte is folded away, and has a row for each byte when it is unfolded', async () => {
    const options = (unfolded: number[]) => ({ columns: 100, showsOverwritten: false, unfolded: new Set(unfolded) });
    const block = await readBlock(textSource(`one\n\u001b[31m${long}\u001b[0m\ntwo\n`), 0);
    const window = withBlock({ layouts: [], origin: 0 }, block, options([]));
    const places = (from: LogWindow) => [0, 9, 9 + 399, 9 + 400, 9 + 18_000, 20_014].map((offset) => placeOfByte(from, offset));
    const folded = { folded: 4 };
    expect(places(window)).toEqual([{ row: 0 }, { row: 1 }, { row: 4 }, folded, folded, { row: 6 }]);
    expect(rowOfOffset(window, 18_000)).toBe(1);
    const unfolded = withUnfolded(window, 4, options([4]));
    // The second part starts after 16 kB, in a row of its own.
    expect(places(unfolded)).toEqual([{ row: 0 }, { row: 1 }, { row: 4 }, { row: 5 }, { row: 181 }, { row: 202 }]);
    expect(placeOfByte(window, 999_999)).toBeNull();
  });
});

describe('the window', () => {
  const options = { columns: 80, showsOverwritten: false, unfolded: new Set<number>() };
  const line = `${'.'.repeat(63)}\n`;
  const size = 40 * PIECE_BYTES;
  const source: LogSource = {
    size,
    read: async (start, end) =>
      new TextEncoder().encode(line.repeat((end - start) / 64 + 2).slice(start % 64, (start % 64) + end - start)),
    search: async () => ({ offsets: [], next: null }),
  };
  const total = blockCount(size);
  const fill = async (first: number, visible: { first: number; last: number }) => {
    let window: LogWindow = withBlock({ layouts: [], origin: 0 }, await readBlock(source, first), options);
    for (let next = nextBlock(window, visible, total); next !== null; next = nextBlock(window, visible, total))
      window = withBlock(window, await readBlock(source, next), options);
    return window;
  };
  const indexes = ({ layouts }: LogWindow) => layouts.map(({ block }) => block.index);

  it('loads at most MAX_BLOCKS blocks', async () => {
    const rows = PIECE_BYTES / 64;
    const middle = { first: 6 * rows, last: 6 * rows + 40 };
    const window = await fill(20, middle);
    expect(indexes(window)).toEqual(Array.from({ length: MAX_BLOCKS }, (_, at) => 20 + at));
    expect(rowCountOf(window)).toBe(MAX_BLOCKS * rows);
    expect(nextBlock(window, { first: 0, last: 40 }, total)).toBe(19);
    expect(nextBlock(window, { first: 12 * rows - 50, last: 12 * rows - 10 }, total)).toBe(32);
  });

  it('keeps the row numbers when blocks are added and dropped', async () => {
    const rows = PIECE_BYTES / 64;
    const window = await fill(20, { first: 6 * rows, last: 6 * rows + 40 });
    const before = withBlock(window, await readBlock(source, 19), options);
    expect([before.origin, indexes(before)[0], before.layouts.length]).toEqual([window.origin - rows, 19, MAX_BLOCKS]);
    const after = withBlock(window, await readBlock(source, 32), options);
    expect([after.origin, indexes(after).at(-1), after.layouts.length]).toEqual([window.origin + rows, 32, MAX_BLOCKS]);
  });

  it('finds the row of a byte', async () => {
    const window = await fill(38, { first: 12_000, last: 12_040 });
    expect(indexes(window).at(-1)).toBe(39);
    const first = window.layouts[0]?.block.start ?? -1;
    expect(rowOfOffset(window, first + 640 + 5)).toBe(10);
    expect(rowOfOffset(window, size - 1)).toBe(rowCountOf(window) - 1);
    expect(rowOfOffset(window, first - 1)).toBe(-1);
    expect(findRow(window, rowCountOf(window))).toBeNull();
  });
});
