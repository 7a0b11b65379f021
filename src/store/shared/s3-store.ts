// A shared store in a bucket of an S3-compatible server.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { HydraError } from '../../contract/index.ts';
import { backOffMs, type Clock, SYSTEM_CLOCK } from './back-off.ts';
import { failureError, isUnsupported, passesByWaiting, readFailure, type S3Failure } from './s3-answer.ts';
import { IDLE_TIMEOUT_MS, receive, type S3Request, sendS3Request } from './s3-request.ts';
import type { S3Settings } from './s3-settings.ts';
import { checkName, type SharedStore } from './shared-store.ts';
import { readChunks, writeFileFrom } from './stream-files.ts';

/** Against short disturbances; `retrying` waits for a server that is away. */
const MAX_ATTEMPTS = 4;
const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 5_000;

export interface S3Timing {
  clock: Clock;
  idleMs: number;
}

const DEFAULT_TIMING: S3Timing = { clock: SYSTEM_CLOCK, idleMs: IDLE_TIMEOUT_MS };

type Answer<Value> = { value: Value } | { failure: S3Failure };
type Read<Value> = (answer: IncomingMessage) => Promise<Value>;

/**
 * On a server without conditional writes, such as OpenStack Swift, the last of several simultaneous uploads of one name
 * wins. Each of them is complete.
 */
export class S3Store implements SharedStore {
  readonly address: string;
  readonly #settings: S3Settings;
  readonly #timing: S3Timing;
  #hasBucket = false;
  /** Whether the server knows `If-None-Match: *` for PUT, as far as it said. */
  #writesConditionally = true;

  constructor(settings: S3Settings, timing: S3Timing = DEFAULT_TIMING) {
    this.address = settings.address;
    this.#settings = settings;
    this.#timing = timing;
  }

  async has(name: string): Promise<boolean> {
    const url = this.#url(name);
    const answer = await this.#send({ method: 'HEAD', url }, discard);
    if ('value' in answer) return true;
    if (answer.failure.status !== 404) throw await this.#explain(url, `look for ${name}`, answer.failure);
    await this.#confirmBucket();
    return false;
  }

  async get(name: string, file: string): Promise<boolean> {
    const read: Read<void> = (answer) => writeFileFrom(file, receive(this.#settings, answer));
    const answer = await this.#send({ method: 'GET', url: this.#url(name) }, read);
    if ('value' in answer) return true;
    if (answer.failure.code === 'NoSuchKey') return false;
    throw failureError(this.#settings, `read ${name}`, answer.failure);
  }

  async put(name: string, file: string): Promise<boolean> {
    // First, because a server may ignore the condition of the PUT, and to save the upload.
    if (await this.has(name)) return false;
    return await this.#upload(name, { method: 'PUT', url: this.#url(name), body: await describeBody(file) });
  }

  async #upload(name: string, request: S3Request): Promise<boolean> {
    const isConditional = this.#writesConditionally;
    const answer = await this.#send(isConditional ? { ...request, headers: { 'if-none-match': '*' } } : request, discard);
    if ('value' in answer) return true;
    const { failure } = answer;
    if (failure.status === 412) return false;
    // 409: another upload of this name is under way, or just ended.
    if (failure.status === 409 && (await this.has(name))) return false;
    if (isConditional && isUnsupported(failure)) {
      this.#writesConditionally = false;
      return await this.#upload(name, request);
    }
    throw failureError(this.#settings, `store ${name}`, failure);
  }

  /** Answers to HEAD do not say whether the key or the bucket is missing. */
  async #confirmBucket(): Promise<void> {
    if (this.#hasBucket) return;
    const { bucket, bucketUrl } = this.#settings;
    const answer = await this.#send({ method: 'HEAD', url: bucketUrl }, discard);
    if ('failure' in answer) {
      const { failure } = answer;
      const named = failure.status === 404 ? { ...failure, code: 'NoSuchBucket' } : failure;
      throw failureError(this.#settings, `show the bucket ${bucket}`, named);
    }
    this.#hasBucket = true;
  }

  /** Answers to HEAD have no error code; that to the same GET has. */
  async #explain(url: string, action: string, failure: S3Failure): Promise<HydraError> {
    const answer = await this.#send({ method: 'GET', url, headers: { range: 'bytes=0-0' } }, discard);
    return failureError(this.#settings, action, 'failure' in answer ? answer.failure : failure);
  }

  #url(name: string): string {
    checkName(name);
    return `${this.#settings.bucketUrl}${this.#settings.keyPrefix}${name}`;
  }

  /** Repeats what may pass, a few times. */
  async #send<Value>(request: S3Request, read: Read<Value>): Promise<Answer<Value>> {
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt + 1 === MAX_ATTEMPTS;
      try {
        const answer = await this.#sendOnce(request, read);
        if ('value' in answer || isLast || !passesByWaiting(answer.failure)) return answer;
      } catch (error) {
        if (isLast || !(error instanceof HydraError && error.code === 'store_unreachable')) throw error;
      }
      await this.#timing.clock.wait(backOffMs(attempt, FIRST_WAIT_MS, MAX_WAIT_MS, this.#timing.clock));
    }
  }

  async #sendOnce<Value>(request: S3Request, read: Read<Value>): Promise<Answer<Value>> {
    const answer = await sendS3Request(this.#settings, request, this.#timing.idleMs);
    const status = answer.statusCode ?? 0;
    return status >= 200 && status < 300 ? { value: await read(answer) } : { failure: await readFailure(answer) };
  }
}

/** Reads to the end, so that the connection can be used again. */
async function discard(answer: IncomingMessage): Promise<void> {
  for await (const _ of answer);
}

async function describeBody(file: string): Promise<NonNullable<S3Request['body']>> {
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(file, 'r');
  try {
    for await (const chunk of readChunks(handle)) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } finally {
    await handle.close();
  }
  // Exactly what was hashed, also if the file grows.
  return { bytes, sha256: hash.digest('hex'), open: () => createReadStream(file, { end: bytes - 1 }) };
}
