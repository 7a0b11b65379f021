// A real S3 server on loopback: s3rver, behind a front that adds what s3rver lacks and S3 has (checked signatures, hashes
// of bodies and conditional writes) and that fails on request.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import S3rver from 's3rver';
import { temporaryFolder } from '../temporary-repository.ts';
import { findSignatureFault } from './s3-signature.ts';

export const BUCKET = 'hydra-captures';
export const KEY_ID = 'S3RVER';
export const SECRET = 'a secret of tests';

/** Handles one request instead of the server. `pass` lets the server handle it, and resolves when it has answered. */
export type Fault = (request: IncomingMessage, response: ServerResponse, pass: () => Promise<void>) => void | Promise<void>;

export class S3Server {
  /** What a server does with `If-None-Match: *` in a PUT. */
  conditions: 'honored' | 'ignored' | 'refused' = 'honored';
  /** Each handles one request, in this order. */
  readonly faults: Fault[] = [];
  /** Method, path, and `*` for a conditional write. */
  readonly log: string[] = [];
  readonly #folder = join(temporaryFolder(), 's3');
  #backend: S3rver | null = null;
  #backendPort = 0;
  #front: Server | null = null;
  #port = 0;
  /** Paths of stored objects. Real servers decide at the end of an upload, in one step. */
  readonly #stored = new Set<string>();

  get env(): NodeJS.ProcessEnv {
    return {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${this.#port}`,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: KEY_ID,
      AWS_SECRET_ACCESS_KEY: SECRET,
    };
  }

  /** On the same port as before, with the same files. */
  async start(): Promise<void> {
    mkdirSync(this.#folder, { recursive: true });
    const buckets = [{ name: BUCKET, configs: [] }];
    const options = { address: '127.0.0.1', port: 0, silent: true, directory: this.#folder, configureBuckets: buckets };
    this.#backend = new S3rver(options);
    this.#backendPort = (await this.#backend.run()).port;
    const front = createServer((incoming, response) => void this.#handle(incoming, response));
    // Without this listener, Node asks for the body before a fault can refuse it.
    front.on('checkContinue', (incoming, response) => void this.#handle(incoming, response));
    await once(front.listen(this.#port, '127.0.0.1'), 'listening');
    this.#port = (front.address() as AddressInfo).port;
    this.#front = front;
  }

  async stop(): Promise<void> {
    this.#front?.closeAllConnections();
    this.#front?.close();
    await this.#backend?.close();
    this.#front = null;
    this.#backend = null;
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const isConditional = incoming.headers['if-none-match'] === '*';
    this.log.push(`${incoming.method} ${incoming.url}${isConditional ? ' *' : ''}`);
    const pass = () => this.#serve(incoming, response);
    const fault = this.faults.shift();
    await (fault === undefined ? pass() : fault(incoming, response, pass));
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = incoming;
    const fault = findSignatureFault({ method, path, headers }, KEY_ID, SECRET);
    if (fault !== null) return refuse(response, 403, fault);
    const isConditional = method === 'PUT' && headers['if-none-match'] === '*' && this.conditions !== 'ignored';
    if (isConditional && this.conditions === 'refused') return refuse(response, 501, 'NotImplemented');
    if (headers.expect === '100-continue') response.writeContinue();
    if (method !== 'PUT') return await this.#forward(incoming, response, incoming);
    // S3 stores an object only if its hash is right, and only after all of it has arrived.
    const body = await readAll(incoming);
    const hash = createHash('sha256').update(body).digest('hex');
    if (hash !== headers['x-amz-content-sha256']) return refuse(response, 400, 'XAmzContentSHA256Mismatch');
    if (isConditional && this.#stored.has(path)) return refuse(response, 412, 'PreconditionFailed');
    this.#stored.add(path);
    await this.#forward(incoming, response, body);
  }

  async #forward({ method, url, headers }: IncomingMessage, response: ServerResponse, body: IncomingMessage | Buffer) {
    const { expect: _, ...passed } = headers;
    const options = { port: this.#backendPort, host: '127.0.0.1', method, path: url, headers: passed, agent: false };
    const forwarded = request(options);
    if (Buffer.isBuffer(body)) forwarded.end(body);
    else body.pipe(forwarded);
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
    await once(response, 'close');
  }
}

/** A fault: the answer of S3 to a request that fails. */
export function answering(status: number, code: string): Fault {
  return (incoming, response) => {
    incoming.resume();
    refuse(response, status, code);
  };
}

/** A fault: the connection ends without an answer. */
export const hangUp: Fault = (incoming) => void incoming.socket.destroy();

/** A fault: the connection ends after half of the answer. */
export const truncate: Fault = async (_, response, pass) => {
  const send = response.write.bind(response);
  const cut = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      send(chunk.subarray(0, chunk.length / 2), () => response.socket?.destroy());
      done();
    },
  });
  response.write = cut.write.bind(cut) as typeof response.write;
  await pass();
};

function refuse(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Refused</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
