// One signed request to an S3 server. Bodies are streams; nothing is retried here.
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import { type HydraError, hydraError } from '../../contract/index.ts';
import type { S3Settings } from './s3-settings.ts';

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: { bytes: number; sha256: string; open(): Readable } | undefined;
}

/** `echo -n | sha256sum` */
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Without any byte in either direction; a large file may take much longer. */
export const IDLE_TIMEOUT_MS = 60_000;

/** Asks before the upload of more than this: the server can refuse a name that exists without reading the file. */
const MAX_UNASKED_BYTES = 1024 * 1024;
/** For servers that do not answer the question. */
const CONTINUE_AFTER_MS = 1_000;

/** Rejects with `store_unreachable` if there is no answer. The caller has to consume or destroy the answer. */
export async function sendS3Request(settings: S3Settings, request: S3Request, idleMs: number): Promise<IncomingMessage> {
  const { method, body } = request;
  const { url, headers } = await sign(settings, request);
  const start = url.protocol === 'https:' ? requestHttps : requestHttp;
  const sending = start(url, { method, headers: { ...Object.fromEntries(headers), ...bodyHeaders(body) } });
  sending.setTimeout(idleMs, () => sending.destroy(new Error(`no data from ${url.host} for ${idleMs / 1000} s`)));
  return await new Promise((resolve, reject) => {
    sending.on('response', (answer) => {
      // The server refused an upload half way.
      answer.on('end', () => sending.writableFinished || sending.destroy());
      resolve(answer);
    });
    // A server may answer and then close the connection before it has read the body: the answer counts.
    sending.on('error', (error) => reject(networkError(settings, error)));
    sendBody(sending, body, reject);
  });
}

/** The content of an answer. Rejects with `store_unreachable` if the connection ends too early. */
export async function* receive(settings: S3Settings, answer: IncomingMessage): AsyncGenerator<Uint8Array> {
  const chunks = (answer as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await chunks.next().catch((error: Error) => Promise.reject(networkError(settings, error)));
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // The consumer may have failed.
    answer.destroy();
  }
}

function networkError({ address, bucketUrl }: S3Settings, error: Error): HydraError {
  // Several addresses of one host were tried; the first error stands for them.
  const first = error instanceof AggregateError ? (error.errors[0] as Error) : error;
  return hydraError('store_unreachable', { address, reason: first.message }, { place: { file: bucketUrl } });
}

/** The hash of the body is part of the signature, so the server refuses a body that changed on the way. */
async function sign(settings: S3Settings, { method, url, headers, body }: S3Request) {
  const { region, accessKeyId, secretAccessKey, sessionToken } = settings;
  const signer = new AwsV4Signer({
    ...{ method, url, region, accessKeyId, secretAccessKey, service: 's3' },
    ...(sessionToken === null ? {} : { sessionToken }),
    headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? EMPTY_SHA256 },
  });
  return await signer.sign();
}

function bodyHeaders(body: S3Request['body']): Record<string, string> {
  if (body === undefined) return {};
  const length = { 'content-length': String(body.bytes) };
  return body.bytes > MAX_UNASKED_BYTES ? { ...length, expect: '100-continue' } : length;
}

function sendBody(sending: ClientRequest, body: S3Request['body'], reject: (error: Error) => void): void {
  if (body === undefined || body.bytes === 0) {
    sending.end();
    return;
  }
  let hasStarted = false;
  const start = () => {
    if (hasStarted) return;
    hasStarted = true;
    const source = body.open();
    source.on('error', (error) => {
      reject(error);
      sending.destroy();
    });
    sending.on('close', () => source.destroy());
    source.pipe(sending);
  };
  if (body.bytes <= MAX_UNASKED_BYTES) {
    start();
    return;
  }
  const timer = setTimeout(start, CONTINUE_AFTER_MS);
  sending.on('continue', start);
  for (const event of ['response', 'close']) sending.on(event, () => clearTimeout(timer));
  sending.flushHeaders();
}
