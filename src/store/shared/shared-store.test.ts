import { describe, expect, test } from 'vitest';
import { checkName } from './shared-store.ts';

const GOOD = ['captures/0123abcdef', `blobs/${'f'.repeat(64)}`, 'a', 'a/b/c.tar.gz', 'run_1/a-b', 'a..b'];
const BAD = [
  ...['', '/', '/etc/passwd', 'a/', 'a//b', '.', '..', '../a', 'a/../b', 'a/./b', 'a/.hidden', '.hidden'],
  ...['A', 'a b', 'a\\b', 'a\nb', 'a\0', 'é', 'a~1', '~incoming/a', 'a?b', 'a%2e', 'a'.repeat(513)],
];

describe('a name', () => {
  test.each(GOOD)('%j is accepted', (name) => {
    expect(() => checkName(name)).not.toThrow();
  });

  test.each(BAD)('%j is rejected', (name) => {
    expect(() => checkName(name)).toThrow(expect.objectContaining({ code: 'store_name', value: name }));
  });
});
