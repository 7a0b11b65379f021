// Checks AWS signatures of version 4 as a server does, independently of the package that signs:
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface SignedRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: IncomingHttpHeaders;
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** The error code that S3 answers, or null if the signature is right. */
export function findSignatureFault({ method, path, headers }: SignedRequest, keyId: string, secret: string): string | null {
  const [, usedId, date = '', region = '', signed = '', signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  const names = signed.split(';');
  const time = String(headers['x-amz-date']);
  if (usedId !== keyId) return usedId === undefined ? 'AccessDenied' : 'InvalidAccessKeyId';
  // S3 requires the signature to cover the host and all headers of its own.
  const isCovered = (name: string) => names.includes(name) || !name.startsWith('x-amz-');
  if (!names.includes('host') || !Object.keys(headers).every(isCovered) || !time.startsWith(date)) return 'AccessDenied';
  const [pathOnly = '', query = ''] = path.split('?');
  const canonical = [
    ...[method, pathOnly, query],
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    ...['', signed, String(headers['x-amz-content-sha256'])],
  ].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
