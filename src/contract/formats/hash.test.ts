import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashOf, sha256Hex } from './hash.ts';

test('gives the expected hashes', () => {
  expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(hashOf({})).toBe(sha256Hex('{}\n'));
});

test('the order of members does not change the hash', () => {
  expect(hashOf({ a: 1, b: [2, { c: 3, d: 4 }] })).toBe(hashOf({ b: [2, { d: 4, c: 3 }], a: 1 }));
  expect(hashOf({ a: 1 })).not.toBe(hashOf({ a: 2 }));
});

test('agrees with Node for every length around the block size', () => {
  for (let length = 0; length <= 200; length += 1) {
    const text = 'aé海\u{1f600}'.repeat(length).slice(0, length * 2);
    expect(sha256Hex(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
  }
});
