// Reads the answers of an S3 server: its error codes, and which of them pass by waiting.
import type { IncomingMessage } from 'node:http';
import { type HydraError, hydraError } from '../../contract/index.ts';
import type { S3Settings } from './s3-settings.ts';

const MAX_ERROR_BYTES = 64 * 1024;
const CODE = /<Code>([A-Za-z0-9.]{1,80})<\/Code>/;
const REGION = /<Region>([a-z0-9-]{1,40})<\/Region>/;
/** Servers answer these with a status that otherwise means a wrong request. */
const PASSING_CODES = new Set(['RequestTimeout', 'SlowDown', 'ConditionalRequestConflict', 'OperationAborted']);
const NOT_IMPLEMENTED = 501;

/** An answer other than success; `code` is empty if the server sent none, as to every HEAD request. */
export interface S3Failure {
  status: number;
  code: string;
  /** Where the bucket is, if it is elsewhere. */
  region: string;
}

export async function readFailure(answer: IncomingMessage): Promise<S3Failure> {
  const status = answer.statusCode ?? 0;
  const body = await readStart(answer).catch(() => '');
  const named = answer.headers['x-amz-bucket-region'];
  const region = REGION.exec(named === undefined ? body : `<Region>${String(named)}</Region>`)?.[1] ?? '';
  return { status, code: CODE.exec(body)?.[1] ?? '', region };
}

async function readStart(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop destroys the connection.
    if (bytes > MAX_ERROR_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The server or the network is at fault, and the same request may succeed later. */
export function passesByWaiting({ status, code }: S3Failure): boolean {
  if (status >= 500) return status !== NOT_IMPLEMENTED;
  return status === 408 || status === 429 || PASSING_CODES.has(code);
}

export function isUnsupported({ status }: S3Failure): boolean {
  return status === NOT_IMPLEMENTED;
}

/** `action` completes "refused to". */
export function failureError(settings: S3Settings, action: string, failure: S3Failure): HydraError {
  const { address, bucket } = settings;
  const place = { place: { file: settings.bucketUrl } };
  const reason = `HTTP ${failure.status}${failure.code === '' ? '' : ` ${failure.code}`}`;
  if (failure.code === 'NoSuchBucket') return hydraError('store_bucket_missing', { bucket, address }, place);
  if (passesByWaiting(failure)) return hydraError('store_unreachable', { address, reason }, place);
  return hydraError('store_refused', { address, action, reason, advice: advise(settings, failure) }, place);
}

function advise({ region: used }: S3Settings, { status, code, region }: S3Failure): string {
  if (code === 'RequestTimeTooSkewed') return 'Set the clock of this machine.';
  if (code === 'ExpiredToken') return 'Set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN to new credentials.';
  if (region !== '' && region !== used) return `The bucket is in another region: set AWS_REGION=${region}.`;
  if (status >= 300 && status < 400) return 'Check AWS_REGION and AWS_ENDPOINT_URL_S3: the server redirects to another address.';
  return 'Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and that they allow s3:ListBucket, s3:GetObject and s3:PutObject.';
}
