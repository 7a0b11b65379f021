// Runs inside the user's `node --test`: writes one JSON line per result, with the file that the test is in. Node's JUnit
// report has no file before Node 24, and omits tests that have subtests.
import { closeSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';

/** The used part of Node's events; the members of an event differ between versions of Node. */
interface TestEvent {
  type: string;
  data?: {
    name?: string;
    nesting?: number;
    file?: string;
    skip?: string | boolean;
    todo?: string | boolean;
    message?: string;
    line?: number;
    details?: { type?: string; duration_ms?: number; error?: { message?: string; cause?: unknown } };
  };
}

/** Several runs in one command write a report each. */
const REPORT = `${new URL(import.meta.url).searchParams.get('folder')}/node-test-${process.pid}.jsonl`;
const MAX_ERROR_LENGTH = 10_000;
const COUNT = /^(tests|suites|pass|fail|cancelled|skipped|todo) (\d{1,9})$/;

export default class HydraReporter extends Transform {
  /** Null if the report cannot be written: that must not affect the tests. */
  #descriptor: number | null = null;
  /** The names of the tests and suites that are open, outermost first. */
  #names: string[] = [];
  /** The file of the outermost of them: a helper may define tests for several files. */
  #file: string | undefined;
  readonly #counts: Record<string, number> = {};

  constructor() {
    super({ writableObjectMode: true });
    this.#attempt(() => {
      this.#descriptor = openSync(REPORT, 'w');
    });
    this.#write({ node_test: 'start', node: process.versions.node });
  }

  override _transform({ type, data = {} }: TestEvent, _encoding: BufferEncoding, done: TransformCallback): void {
    const { name = '', nesting = 0 } = data;
    if (nesting === 0 && data.file !== undefined) this.#file = toPath(data.file);
    if (type === 'test:start') this.#names[nesting] = name;
    else if (type === 'test:pass' || type === 'test:fail') this.#result(type, name, nesting, data);
    else if (type === 'test:diagnostic' && nesting === 0) {
      // Node's own totals come last, after the output of tests.
      const [, word, count] = COUNT.exec(data.message ?? '') ?? [];
      if (word !== undefined) this.#counts[word] = Number(count);
    }
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#write({ node_test: 'end', counts: this.#counts });
    this.#attempt(() => {
      if (this.#descriptor !== null) closeSync(this.#descriptor);
    });
    done();
  }

  #result(type: string, name: string, nesting: number, { skip, todo, line, details }: NonNullable<TestEvent['data']>): void {
    const isSet = (value: string | boolean | undefined) => value !== undefined && value !== false;
    const isSkipped = isSet(skip) || isSet(todo);
    // A file that does not load, or has no tests, is reported as a test.
    const isFile = nesting === 0 && resolve(name) === this.#file;
    this.#write({
      node_test: 'result',
      kind: details?.type === 'suite' ? 'suite' : 'test',
      status: isSkipped ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed',
      file: this.#file ?? null,
      names: isFile ? [] : [...this.#names.slice(0, nesting), name],
      line: line ?? null,
      duration_ms: details?.duration_ms ?? null,
      error: textOf(details?.error),
    });
  }

  #write(document: unknown): void {
    this.#attempt(() => {
      if (this.#descriptor !== null) writeSync(this.#descriptor, `${JSON.stringify(document)}\n`);
    });
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch {
      this.#descriptor = null;
    }
  }
}

/** The error of the test is the cause of Node's own; long texts would only be cut off later. */
function textOf(error: { message?: string; cause?: unknown } | undefined): string | null {
  if (error === undefined) return null;
  const cause = error.cause;
  const text = cause instanceof Error ? withValues(cause) : (error.message ?? '');
  return typeof text === 'string' ? text.slice(0, MAX_ERROR_LENGTH) : null;
}

/** The stack of an error. An assertion with a message of its own has the compared values beside it, not in it. */
function withValues(cause: Error & { generatedMessage?: boolean; expected?: unknown; actual?: unknown }): string {
  const { stack = cause.message, generatedMessage, expected, actual } = cause;
  if (typeof stack !== 'string' || generatedMessage !== false) return stack;
  const frames = stack.search(/\n {4}at /);
  const end = frames === -1 ? stack.length : frames;
  return `${stack.slice(0, end)}\nexpected: ${inspect(expected)}\nactual: ${inspect(actual)}${stack.slice(end)}`;
}

function toPath(file: string): string {
  return file.startsWith('file:') ? fileURLToPath(file) : file;
}
