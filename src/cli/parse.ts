// `hydra parse`: prints the parsed results, one line of JSON per file.
// Reads files in chunks, so that memory does not grow with the log.
import { closeSync, openSync, readSync } from 'node:fs';
import { canonicalJsonBlocks, hydraError, type Summary } from '../contract/index.ts';
import type { ParseKind } from '../parse/index.ts';
import { openOutputParser } from '../tools/index.ts';
import type { Outcome } from './exit-code.ts';
import { unreadable } from './read-text.ts';

const CHUNK_BYTES = 64 * 1024;
const KINDS: readonly string[] = ['test', 'lint', 'security'] satisfies ParseKind[];

export interface ParseOptions {
  kind: string;
  command?: string;
  exit?: string;
}

export function parse(files: readonly string[], options: ParseOptions): Outcome {
  const request = { kind: toKind(options.kind), command: options.command ?? null, exitCode: toExitCode(options.exit) };
  return { text: summaryLines(files, request), exitCode: 0 };
}

function* summaryLines(files: readonly string[], request: ParseRequest): Generator<string, void> {
  for (const file of files) yield* canonicalJsonBlocks({ file, ...parseFile(file, request) });
}

interface ParseRequest {
  kind: ParseKind;
  command: string | null;
  exitCode: number | null;
}

function parseFile(file: string, { kind, command, exitCode }: ParseRequest): Summary {
  const parser = openOutputParser({ kind, command });
  const buffer = new Uint8Array(CHUNK_BYTES);
  let descriptor: number | null = null;
  try {
    descriptor = openSync(file, 'r');
    for (let bytes = readSync(descriptor, buffer); bytes > 0; bytes = readSync(descriptor, buffer)) {
      parser.push(buffer.subarray(0, bytes));
    }
  } catch (error) {
    throw unreadable(file, 'file', error as NodeJS.ErrnoException);
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
  return parser.end(exitCode);
}

function toKind(text: string): ParseKind {
  if (KINDS.includes(text)) return text as ParseKind;
  throw hydraError('usage', {
    problem: `Expected --kind to be test, lint or security, got \`${text}\`.`,
    command: 'hydra parse',
  });
}

function toExitCode(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw hydraError('usage', { problem: `Expected --exit to be an exit code, got \`${text}\`.`, command: 'hydra parse' });
}
