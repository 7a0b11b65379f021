import { describe, expect, test } from 'vitest';
import fc from '../../../../test/seeded-properties.ts';
import { LineSplitter } from './split-lines.ts';

function split(...chunks: (string | Uint8Array)[]): string[] {
  const lines: string[] = [];
  const splitter = new LineSplitter({
    batch: ({ text }) => lines.push(...text.slice(0, -1).split('\n')),
    line: (text) => lines.push(text),
    oversized: () => lines.push('<oversized>'),
  });
  for (const chunk of chunks) splitter.push(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
  splitter.end();
  return lines;
}

describe('bytes to lines', () => {
  test.each<[string, string[], string[]]>([
    ['nothing', [], []],
    ['an empty chunk', [''], []],
    ['one line without an end', ['a'], ['a']],
    ['a final line end adds no line', ['a\nb\n'], ['a', 'b']],
    ['blank lines stay', ['a\n\nb'], ['a', '', 'b']],
    ['a line across three chunks', ['a', 'b', 'c\nd'], ['abc', 'd']],
    ['CRLF', ['a\r\nb\r\n'], ['a', 'b']],
    ['CRLF cut in the middle', ['a\r', '\nb'], ['a', 'b']],
    ['line ends of a recorded terminal', ['a\r\r\n\r\r\nb\r\r\n'], ['a', '', 'b']],
    ['the cursor sent back twice makes no line', ['\r\ra\r\rb\n'], ['a', 'b']],
    ['a progress bar', ['1%\r2%\rdone\nnext'], ['1%', '2%', 'done', 'next']],
    ['NUL and control characters stay', ['a\u0000b\u0007\n'], ['a\u0000b\u0007']],
  ])('%s', (_name, chunks, lines) => {
    expect(split(...chunks)).toEqual(lines);
  });

  test('joins a character that is split between chunks', () => {
    const bytes = new TextEncoder().encode('✓ ok\n');
    expect(split(bytes.subarray(0, 1), bytes.subarray(1, 2), bytes.subarray(2))).toEqual(['✓ ok']);
  });

  test('does not keep a chunk that the caller reuses', () => {
    const lines: string[] = [];
    const splitter = new LineSplitter({
      batch: ({ text }) => lines.push(...text.slice(0, -1).split('\n')),
      line: (text) => lines.push(text),
      oversized: () => undefined,
    });
    const buffer = Buffer.alloc(4);
    for (const piece of ['a\nbc', 'd\nef', 'gh\ni']) {
      buffer.write(piece);
      splitter.push(buffer);
    }
    splitter.end();
    expect(lines).toEqual(['a', 'bcd', 'efgh', 'i']);
  });

  test('replaces invalid UTF-8', () => {
    expect(split(new Uint8Array([0x61, 0xff, 0x62, 0x0a]))).toEqual(['a\ufffdb']);
  });

  test('recognizes a UTF-16 byte order mark in two chunks', () => {
    const bytes = [0xff, 0xfe, 0x61, 0x00, 0x0a, 0x00].map((byte) => new Uint8Array([byte]));
    expect(split(...bytes)).toEqual(['a']);
  });

  test('reads a single byte as a line', () => {
    expect(split(new Uint8Array([0xff]))).toEqual(['\ufffd']);
  });

  test('reads UTF-16 with a byte order mark', () => {
    expect(split(new Uint8Array([0xff, 0xfe, 0x61, 0x00, 0x0a, 0x00, 0x62, 0x00]))).toEqual(['a', 'b']);
  });

  test('reports an oversized line once and continues', () => {
    const megabyte = 'x'.repeat(1024 * 1024);
    const chunks = Array.from({ length: 40 }, () => megabyte);
    expect(split(...chunks, '\nafter\n')).toEqual(['<oversized>', 'after']);
  });

  test('gives the same lines for any chunks', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 1, max: 20 }), (bytes, size) => {
        const pieces: Uint8Array[] = [];
        // The byte order mark is looked for in the first chunk, so that chunk has at least two bytes.
        for (let at = 0; at < bytes.length; at += size + 1) pieces.push(bytes.subarray(at, at + size + 1));
        expect(split(...pieces)).toEqual(split(bytes));
      }),
    );
  });
});
