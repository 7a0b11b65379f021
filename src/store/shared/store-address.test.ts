import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseStoreAddress } from './store-address.ts';

test.each([
  ['/mnt/hydra', { kind: 'folder', path: '/mnt/hydra' }],
  ['/mnt/hydra/', { kind: 'folder', path: '/mnt/hydra' }],
  ['store/of team', { kind: 'folder', path: resolve('store/of team') }],
  ['./a@b', { kind: 'folder', path: resolve('a@b') }],
  ['s3://bucket', { kind: 's3', bucket: 'bucket', prefix: '' }],
  ['s3://my.bucket-1/', { kind: 's3', bucket: 'my.bucket-1', prefix: '' }],
  ['s3://bucket/team/Hydra_1.0/', { kind: 's3', bucket: 'bucket', prefix: 'team/Hydra_1.0' }],
])('reads %s', (address, expected) => {
  expect(parseStoreAddress(address)).toEqual(expected);
});

test.each([
  ['', 'it is not a path', ''],
  ['gs://bucket', 'its scheme is `gs:`', 'gs://bucket'],
  ['https://user:secret@host/x', 'its scheme is `https:`', 'https://***@host/x'],
  ['s3:bucket', '`bucket` is not the name of a bucket', 's3:bucket'],
  ['s3://', '`` is not the name of a bucket', 's3://'],
  ['s3://Bucket', '`Bucket` is not the name of a bucket', 's3://Bucket'],
  ['s3://ab', '`ab` is not the name of a bucket', 's3://ab'],
  ['s3://bucket/a/../b', '`..` cannot be part of its prefix', 's3://bucket/a/../b'],
  ['s3://bucket/a b', '`a b` cannot be part of its prefix', 's3://bucket/a b'],
  ['s3://bucket/a?x=1', '`a?x=1` cannot be part of its prefix', 's3://bucket/a?x=1'],
  ['s3://key:secret@bucket', 'it contains credentials, which belong in AWS_ACCESS_KEY_ID and others', 's3://***@bucket'],
])('rejects %j', (address, problem, value) => {
  const expected = { code: 'store_address', message: `The address of the shared store cannot be used: ${problem}.`, value };
  expect(() => parseStoreAddress(address)).toThrow(expect.objectContaining(expected));
});
