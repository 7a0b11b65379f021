import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openSharedStore, packFolder, retrying, type SharedStore, unpackFolder } from '../../src/store/index.ts';
import type { Clock } from '../../src/store/shared/back-off.ts';
import { readS3Settings } from '../../src/store/shared/s3-settings.ts';
import { S3Store } from '../../src/store/shared/s3-store.ts';
import { temporaryFolder, writeFiles } from '../temporary-repository.ts';
import { answering, BUCKET, hangUp, S3Server, truncate } from './s3-server.ts';
import { findSignatureFault } from './s3-signature.ts';

const server = new S3Server();
beforeAll(() => server.start());
afterAll(() => server.stop());
afterEach(() => {
  expect(server.faults.splice(0)).toEqual([]);
  server.conditions = 'honored';
});

/** Does not wait. */
function fakeClock(): Clock & { waits: number[] } {
  const waits: number[] = [];
  return { waits, now: () => 0, wait: async (ms) => void waits.push(ms), random: () => 0 };
}

let stores = 0;

/** Every test has its own prefix. */
function setUp(env: NodeJS.ProcessEnv = {}, idleMs = 10_000) {
  stores += 1;
  const prefix = `team/run-${stores}`;
  const home = temporaryFolder();
  writeFiles(home, { one: 'content one', two: 'content two' });
  const settings = readS3Settings(BUCKET, prefix, { ...server.env, ...env });
  const clock = fakeClock();
  const open = () => new S3Store(settings, { clock, idleMs });
  server.log.length = 0;
  const path = (name: string) => join(home, name);
  const url = (name: string) => `/${BUCKET}/${prefix}/${name}`;
  return { prefix, clock, open, store: open(), home, one: path('one'), two: path('two'), out: path('out'), url, path };
}

const NAME = 'captures/0123abcd';

async function readBack(store: SharedStore, name: string): Promise<string | null> {
  const file = join(temporaryFolder(), 'read');
  return (await store.get(name, file)) ? readFileSync(file, 'utf8') : null;
}

test('the check of signatures accepts the example of AWS, and nothing else', () => {
  const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
  const example = (signature: string) => ({
    method: 'GET',
    path: '/test.txt',
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
        `SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=${signature}`,
    },
  });
  const right = example('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
  expect(findSignatureFault(right, 'AKIAIOSFODNN7EXAMPLE', secret)).toBe(null);
  expect(findSignatureFault(right, 'AKIAIOSFODNN7EXAMPLE', 'other')).toBe('SignatureDoesNotMatch');
  expect(findSignatureFault(example('0'.repeat(64)), 'AKIAIOSFODNN7EXAMPLE', secret)).toBe('SignatureDoesNotMatch');
  expect(findSignatureFault(right, 'OTHER', secret)).toBe('InvalidAccessKeyId');
});

describe('files', () => {
  test('are stored below the prefix and read by another machine', async () => {
    const { store, prefix, one, out, url } = setUp();
    expect([await store.has(NAME), await store.put(NAME, one), await store.has(NAME)]).toEqual([false, true, true]);
    const other = openSharedStore(`s3://${BUCKET}/${prefix}/`, server.env);
    expect(other.address).toBe(`s3://${BUCKET}/${prefix}`);
    expect([await other.has(NAME), await other.get(NAME, out), readFileSync(out, 'utf8')]).toEqual([true, true, 'content one']);
    expect(server.log).toContain(`PUT ${url(NAME)} *`);
  });

  test('that are missing leave the target as it was', async () => {
    const { store, two } = setUp();
    expect([await store.get(NAME, two), readFileSync(two, 'utf8')]).toEqual([false, 'content two']);
  });

  test('may be empty', async () => {
    const { store, path } = setUp();
    writeFileSync(path('empty'), '');
    expect([await store.put(NAME, path('empty')), await store.has(NAME), await readBack(store, NAME)]).toEqual([true, true, '']);
  });

  test('may be large', async () => {
    const { store, path, out } = setUp();
    const content = randomBytes(9_000_001);
    writeFileSync(path('large'), content);
    expect([await store.put(NAME, path('large')), await store.get(NAME, out)]).toEqual([true, true]);
    expect(readFileSync(out).equals(content)).toBe(true);
  });

  test('carry packed folders from one machine to another', async () => {
    const { store, path, out } = setUp();
    writeFiles(path('capture'), { 'capture.json': '{}', 'logs/stdout.log': 'x'.repeat(100_000) });
    const { sha256 } = await packFolder(path('capture'), path('packed'));
    await store.put(`blobs/${sha256}`, path('packed'));
    await store.get(`blobs/${sha256}`, out);
    expect(createHash('sha256').update(readFileSync(out)).digest('hex')).toBe(sha256);
    await unpackFolder(out, path('unpacked'));
    expect(readFileSync(path('unpacked/logs/stdout.log'), 'utf8')).toBe('x'.repeat(100_000));
  });

  test('have names that are checked before any request', async () => {
    const { store, one, out } = setUp();
    for (const operation of [() => store.has('../a'), () => store.put('a?acl', one), () => store.get('A', out)]) {
      await expect(operation()).rejects.toThrow(expect.objectContaining({ code: 'store_name' }));
    }
    expect(server.log).toEqual([]);
  });

  test('that are missing locally are errors of the file, not of the store', async () => {
    const { store, one, path, clock } = setUp();
    await expect(store.put(NAME, path('none'))).rejects.toThrow(expect.objectContaining({ code: 'ENOENT' }));
    await store.put(NAME, one);
    await expect(store.get(NAME, join(one, 'x'))).rejects.toThrow(expect.objectContaining({ code: 'EEXIST' }));
    expect(clock.waits).toEqual([]);
  });
});

describe('the first content of a name', () => {
  test('stays, and the second upload is saved', async () => {
    const { store, one, two, url } = setUp();
    expect([await store.put(NAME, one), await store.put(NAME, two), await readBack(store, NAME)]).toEqual([
      true,
      false,
      'content one',
    ]);
    expect(server.log.filter((line) => line.startsWith('PUT'))).toEqual([`PUT ${url(NAME)} *`]);
  });

  test('stays if two upload at once', async () => {
    const { open, one, two } = setUp();
    // Both have seen that the name is free before one of them is stored.
    let arrive = () => {};
    const bothArrived = new Promise<void>((resolve) => {
      let missing = 2;
      arrive = () => {
        missing -= 1;
        if (missing === 0) resolve();
      };
    });
    const hold = async (incoming: { method?: string | undefined }, _: unknown, pass: () => Promise<void>) => {
      if (incoming.method === 'PUT') {
        arrive();
        await bothArrived;
      }
      await pass();
    };
    // Each sends HEAD for the name, HEAD for the bucket and PUT.
    server.faults.push(...Array.from({ length: 6 }, () => hold));
    const first = await Promise.all([open().put(NAME, one), open().put(NAME, two)]);
    expect([...first].sort()).toEqual([false, true]);
    expect(await readBack(open(), NAME)).toBe(first[0] ? 'content one' : 'content two');
  });

  test('stays if another upload is under way, which the server answers with 409', async () => {
    const { open, store, one, two } = setUp();
    await store.has('any');
    server.faults.push((_request, _response, pass) => pass());
    server.faults.push(async (incoming, response, pass) => {
      expect(await open().put(NAME, two)).toBe(true);
      await answering(409, 'ConditionalRequestConflict')(incoming, response, pass);
    });
    expect([await store.put(NAME, one), await readBack(store, NAME)]).toEqual([false, 'content two']);
  });

  test('is not claimed to be there after 409 if it is not', async () => {
    const { store, one } = setUp();
    await store.has('any');
    const conflict = answering(409, 'ConditionalRequestConflict');
    server.faults.push((_request, _response, pass) => pass(), conflict, conflict, conflict, conflict);
    await expect(store.put(NAME, one)).rejects.toThrow('cannot be reached: HTTP 409 ConditionalRequestConflict.');
  });

  test('stays on a server that ignores conditions', async () => {
    const { store, one, two } = setUp();
    server.conditions = 'ignored';
    expect([await store.put(NAME, one), await store.put(NAME, two), await readBack(store, NAME)]).toEqual([
      true,
      false,
      'content one',
    ]);
  });

  test('stays on a server that refuses conditions, which is asked only once', async () => {
    const { store, one, two, url } = setUp();
    server.conditions = 'refused';
    expect([await store.put(NAME, one), await store.put(NAME, two), await store.put('b', two)]).toEqual([true, false, true]);
    expect(await readBack(store, NAME)).toBe('content one');
    const uploads = server.log.filter((line) => line.startsWith('PUT'));
    expect(uploads).toEqual([`PUT ${url(NAME)} *`, `PUT ${url(NAME)}`, `PUT ${url('b')}`]);
  });

  test('stays without an upload of a large file if the server answers first', async () => {
    const { store, path } = setUp();
    writeFileSync(path('large'), Buffer.alloc(20_000_000));
    await store.has('any');
    let received = 0;
    server.faults.push((_request, _response, pass) => pass());
    server.faults.push((incoming, response, pass) => {
      expect(incoming.headers).toMatchObject({ expect: '100-continue', 'content-length': '20000000' });
      incoming.on('data', (chunk: Buffer) => {
        received += chunk.length;
      });
      return answering(412, 'PreconditionFailed')(incoming, response, pass);
    });
    expect([await store.put(NAME, path('large')), received]).toEqual([false, 0]);
  });
});

describe('credentials', () => {
  const ADVICE =
    'Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and that they allow s3:ListBucket, s3:GetObject and s3:PutObject.';

  test.each([
    ['secret', { AWS_SECRET_ACCESS_KEY: 'wrong' }, 'SignatureDoesNotMatch'],
    ['key', { AWS_ACCESS_KEY_ID: 'OTHER' }, 'InvalidAccessKeyId'],
  ])('with a wrong %s are an error at once', async (_, env, code) => {
    const { store, prefix, one, out, clock } = setUp(env);
    const refused = (action: string) =>
      expect.objectContaining({
        code: 'store_refused',
        message: `The shared store s3://${BUCKET}/${prefix} refused to ${action} ${NAME}: HTTP 403 ${code}.`,
        next: ADVICE,
        place: { file: `${server.env.AWS_ENDPOINT_URL_S3}/${BUCKET}/` },
      });
    const waiting = retrying(store, { forMs: 60_000, clock });
    await expect(waiting.has(NAME)).rejects.toThrow(refused('look for'));
    await expect(waiting.put(NAME, one)).rejects.toThrow(refused('look for'));
    await expect(waiting.get(NAME, out)).rejects.toThrow(refused('read'));
    expect([existsSync(out), clock.waits]).toEqual([false, []]);
  });

  test('of a session are sent and signed', async () => {
    const { store, one } = setUp({ AWS_SESSION_TOKEN: 'a/token+of=a session' });
    let token: unknown;
    server.faults.push((incoming, _response, pass) => {
      token = incoming.headers['x-amz-security-token'];
      return pass();
    });
    expect([await store.put(NAME, one), token]).toEqual([true, 'a/token+of=a session']);
  });

  test.each([
    [400, 'ExpiredToken', 'Set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN to new credentials.'],
    [403, 'RequestTimeTooSkewed', 'Set the clock of this machine.'],
    [301, 'PermanentRedirect', 'Check AWS_REGION and AWS_ENDPOINT_URL_S3: the server redirects to another address.'],
  ])('refused with %s %s get advice', async (status, code, next) => {
    const { store, out } = setUp();
    server.faults.push(answering(status, code));
    const message = expect.stringContaining(`HTTP ${status} ${code}.`);
    await expect(store.get(NAME, out)).rejects.toThrow(expect.objectContaining({ code: 'store_refused', message, next }));
  });

  const REGION = '<Error><Code>AuthorizationHeaderMalformed</Code><Region>us-west-2</Region></Error>';

  test.each([
    ['a header', 301, { 'x-amz-bucket-region': 'us-west-2' }, ''],
    ['the answer', 400, {}, REGION],
  ])('for another region name the region of the bucket from %s', async (_, status, headers, body) => {
    const { store, out } = setUp();
    server.faults.push((_request, response) => void response.writeHead(status, headers).end(body));
    await expect(store.get(NAME, out)).rejects.toThrow(
      expect.objectContaining({ next: 'The bucket is in another region: set AWS_REGION=us-west-2.' }),
    );
  });
});

test('a missing bucket is an error of every operation', async () => {
  const { one, out } = setUp();
  const store = openSharedStore('s3://other-bucket/x', server.env);
  const missing = expect.objectContaining({
    code: 'store_bucket_missing',
    message: 'The bucket `other-bucket` of the shared store s3://other-bucket/x does not exist.',
  });
  for (const operation of [() => store.has(NAME), () => store.put(NAME, one), () => store.get(NAME, out)]) {
    await expect(operation()).rejects.toThrow(missing);
  }
});

describe('a disturbance', () => {
  const unreachable = (prefix: string, reason: string) =>
    expect.objectContaining({
      code: 'store_unreachable',
      message: `The shared store s3://${BUCKET}/${prefix} cannot be reached: ${reason}.`,
    });

  test.each([
    ['HTTP 503', answering(503, 'SlowDown'), 'HTTP 503 SlowDown'],
    ['HTTP 429', answering(429, 'TooManyRequests'), 'HTTP 429 TooManyRequests'],
    ['HTTP 400 RequestTimeout', answering(400, 'RequestTimeout'), 'HTTP 400 RequestTimeout'],
    ['a lost connection', hangUp, 'socket hang up'],
  ])('%s is repeated three times, with growing waits', async (_, fault, reason) => {
    const { store, one, prefix, out, clock } = setUp();
    await store.put(NAME, one);
    server.faults.push(fault, fault, fault);
    expect([await store.get(NAME, out), readFileSync(out, 'utf8'), clock.waits]).toEqual([true, 'content one', [100, 200, 400]]);
    server.faults.push(fault, fault, fault, fault);
    await expect(store.get(NAME, out)).rejects.toThrow(unreachable(prefix, reason));
    expect(clock.waits.length).toBe(6);
  });

  test('half way through a download is repeated, and leaves nothing if it stays', async () => {
    const { store, home, one, prefix, out } = setUp();
    await store.put(NAME, one);
    server.faults.push(truncate, truncate, truncate, truncate);
    await expect(store.get(NAME, out)).rejects.toThrow(unreachable(prefix, 'aborted'));
    expect(readdirSync(home).sort()).toEqual(['one', 'two']);
    server.faults.push(truncate);
    expect([await store.get(NAME, out), readFileSync(out, 'utf8')]).toEqual([true, 'content one']);
  });

  test('half way through an upload leaves nothing', async () => {
    const { store, prefix, path } = setUp();
    const content = randomBytes(900_000);
    writeFileSync(path('large'), content);
    await store.has('any');
    const lengths: number[] = [];
    const cut = (incoming: import('node:http').IncomingMessage) => {
      let bytes = 0;
      incoming.on('error', () => {});
      incoming.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes < 100_000) return;
        lengths.push(bytes);
        incoming.destroy();
      });
    };
    server.faults.push((_request, _response, pass) => pass(), cut, cut, cut, cut);
    await expect(store.put(NAME, path('large'))).rejects.toThrow(
      expect.objectContaining({ code: 'store_unreachable', message: expect.stringContaining(prefix) }),
    );
    expect(lengths.every((bytes) => bytes < content.length)).toBe(true);
    expect([await store.has(NAME), await readBack(store, NAME)]).toEqual([false, null]);
    expect([await store.put(NAME, path('large')), statSync(path('large')).size]).toEqual([true, 900_000]);
    await store.get(NAME, path('back'));
    expect(readFileSync(path('back')).equals(content)).toBe(true);
  });

  test('that is silence ends after the limit', async () => {
    const { store, prefix } = setUp({}, 30);
    const host = new URL(server.env.AWS_ENDPOINT_URL_S3 ?? '').host;
    const silence = () => {};
    server.faults.push(silence, silence, silence, silence);
    await expect(store.has(NAME)).rejects.toThrow(unreachable(prefix, `no data from ${host} for 0.03 s`));
  });

  test('of a server that was stopped ends when it is started again on its port', async () => {
    const { store, one, two, out, prefix } = setUp();
    await store.put(NAME, one);
    await server.stop();
    const host = new URL(server.env.AWS_ENDPOINT_URL_S3 ?? '').host;
    await expect(store.has(NAME)).rejects.toThrow(unreachable(prefix, `connect ECONNREFUSED ${host}`));
    const reasons: string[] = [];
    const clock: Clock = {
      ...fakeClock(),
      wait: async () => {
        if (reasons.length === 2) await server.start();
      },
    };
    const waiting = retrying(store, { forMs: 60_000, clock, onWait: ({ error }) => reasons.push(error.code) });
    expect([await waiting.get(NAME, out), readFileSync(out, 'utf8')]).toEqual([true, 'content one']);
    expect(reasons).toEqual(['store_unreachable', 'store_unreachable']);
    expect([await waiting.put(NAME, two), await waiting.put('captures/b', two)]).toEqual([false, true]);
  });
});
