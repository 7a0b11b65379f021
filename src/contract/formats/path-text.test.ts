import { describe, expect, test } from 'vitest';
import { pathText, readQuotedPath } from './path-text.ts';

describe('pathText', () => {
  test.each([
    ['src/a%20b.c', 'src/a%20b.c'],
    ['gr\xc3\xb6\xc3\x9fe.c', 'größe.c'],
    ['gr\xf6\xdfe.c', 'gr\\xf6\\xdfe.c'],
    // A single byte that is not UTF-8 escapes all bytes, so that no name has two spellings.
    ['\xc3\xb6/\xf6%41', '\\xc3\\xb6/\\xf6%41'],
    ['\xef\xbb\xbfmark', '\ufeffmark'],
    ['\xed\xa0\x80', '\\xed\\xa0\\x80'],
    ['a\\b\n', 'a\\b\n'],
  ])('%j', (bytes, text) => {
    expect(pathText(bytes)).toBe(text);
  });
});

describe('readQuotedPath', () => {
  test.each([
    ['"gr\\303\\266\\303\\237e.c" rest', 'größe.c', ' rest'],
    ['"gr\\366\\337e.c"', 'gr\\xf6\\xdfe.c', ''],
    ['"tab\\t quote\\" back\\\\ nl\\n %41"', 'tab\t quote" back\\ nl\n %41', ''],
    ['"größe\\001"', 'größe\u0001', ''],
    ['"odd \\q \ud800"', 'odd \\q \ufffd', ''],
  ])('%j', (text, path, rest) => {
    expect(readQuotedPath(text)).toEqual({ path, rest });
  });

  test.each(['plain', '"open', '', 'x"y"'])('rejects %j', (text) => {
    expect(readQuotedPath(text)).toBeNull();
  });
});
