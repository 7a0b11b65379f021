import { expect, test } from 'vitest';
import { readS3Settings } from './s3-settings.ts';

const KEYS = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };
const MINIO = { ...KEYS, AWS_ENDPOINT_URL_S3: 'http://minio:9000' };

test('puts the bucket in the path below an endpoint, and needs no region there', () => {
  expect(readS3Settings('bucket', 'team/a', MINIO)).toEqual({
    address: 's3://bucket/team/a',
    bucket: 'bucket',
    bucketUrl: 'http://minio:9000/bucket/',
    keyPrefix: 'team/a/',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    sessionToken: null,
  });
});

test('prefers the variables of S3 to the general ones, and ignores empty ones', () => {
  const both = { ...MINIO, AWS_ENDPOINT_URL: 'http://other', AWS_REGION: 'eu-west-1', AWS_DEFAULT_REGION: 'us-west-2' };
  expect(readS3Settings('bucket', '', both)).toMatchObject({ bucketUrl: 'http://minio:9000/bucket/', region: 'eu-west-1' });
  const empty = { ...both, AWS_ENDPOINT_URL_S3: '', AWS_REGION: '', AWS_SESSION_TOKEN: 'token' };
  const expected = { bucketUrl: 'http://other/bucket/', region: 'us-west-2', sessionToken: 'token', keyPrefix: '' };
  expect(readS3Settings('bucket', '', empty)).toMatchObject(expected);
  expect(readS3Settings('bucket', '', { ...MINIO, AWS_ENDPOINT_URL_S3: 'https://host/s3/' }).bucketUrl).toBe(
    'https://host/s3/bucket/',
  );
});

test.each([
  ['bucket', 'eu-central-1', 'https://bucket.s3.eu-central-1.amazonaws.com/'],
  ['my.bucket', 'eu-central-1', 'https://s3.eu-central-1.amazonaws.com/my.bucket/'],
  ['bucket', 'cn-north-1', 'https://bucket.s3.cn-north-1.amazonaws.com.cn/'],
])('finds %s in %s at AWS', (bucket, region, url) => {
  expect(readS3Settings(bucket, '', { ...KEYS, AWS_REGION: region }).bucketUrl).toBe(url);
});

test.each([
  ['AWS_ACCESS_KEY_ID', { ...MINIO, AWS_ACCESS_KEY_ID: undefined }, 'is not set', null],
  ['AWS_SECRET_ACCESS_KEY', { ...MINIO, AWS_SECRET_ACCESS_KEY: '' }, 'is not set', null],
  ['AWS_REGION', KEYS, 'is not set', null],
  ['AWS_DEFAULT_REGION', { ...KEYS, AWS_DEFAULT_REGION: 'a.evil.org/' }, 'is not a region', 'a.evil.org/'],
  ['AWS_ENDPOINT_URL', { ...KEYS, AWS_ENDPOINT_URL: 'minio:9000' }, notUrl(), 'minio:9000'],
  ['AWS_ENDPOINT_URL_S3', { ...KEYS, AWS_ENDPOINT_URL_S3: 'http://me:pass@minio' }, notUrl(), 'http://***@minio'],
])('names %s if it cannot be used', (variable, env, problem, value) => {
  const message = `The environment variable ${variable} ${problem}; the shared store s3://bucket/p needs it.`;
  const expected = expect.objectContaining({ code: 'store_variable', message, value });
  expect(() => readS3Settings('bucket', 'p', env)).toThrow(expected);
});

function notUrl() {
  return 'is not an http or https URL without credentials';
}
