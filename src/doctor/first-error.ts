// Finds the most informative error line in a failed command's output. The output is untrusted and made visible.
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { visibleText } from '../text/index.ts';

const HEAD_BYTES = 64 * 1024;
const TAIL_BYTES = 64 * 1024;
const MAX_LINE = 180;
const MAX_RAW_LINE = 2000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what escape sequences begin with
const ESCAPES = /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g;

/** DNS or connection failures. */
export const NETWORK_FAILURE =
  /no such host|Could not (?:resolve|reach) |getaddrinfo|Name or service not known|name resolution|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|Network is unreachable|Non-resolvable|Could not transfer|Connection refused/;

/** The most specific patterns first. */
const SIGNS: readonly RegExp[] = [
  /\b(?:command )?not found\b|No module named|cannot load such file|Could not find gem|Cannot find (?:module|package)|ModuleNotFoundError|No such file or directory/,
  NETWORK_FAILURE,
  /unrecognized arguments|UsageError|unknown option|Unknown (?:command|option)|Missing script|No rule to make target/i,
  /^\s*(?:error|fatal|ERROR|E)\b[\s:!]/,
  /\b(?:error|fatal|exception|failed|cannot|missing)\b|\bproblems? (?:were|was) (?:detected|found)/i,
];
/** Lines that only report a failure, or where to read about it. */
const SAYS_NOTHING =
  /^(?:> .*|Node\.js v\d.*|(?:Error: )?Command failed(?: with exit code \d+)?:? .*|(?:code|errno|syscall|status|signal): .*|(?:from|at) \S.*|npm warn\b.*|npm (?:ERR!|error)$|npm (?:ERR!|error) (?:code|errno|path|command|syscall|A complete log|Lifecycle script|workspace|location)\b|.*\b0 (?:errors?|failed)\b|=+ (?:ERRORS|FAILURES) =+$)/i;

/** Null when the command printed nothing. */
export function firstErrorLine(output: string): string | null {
  const lines = withoutNodeExcerpts(output.split(/\r?\n|\r/).map((line) => line.replace(ESCAPES, '').trim())).filter(
    (line) => line !== '' && /\w/.test(line) && !SAYS_NOTHING.test(line),
  );
  for (const sign of SIGNS) {
    const line = lines.find((text) => sign.test(text));
    if (line !== undefined) return abridged(line);
  }
  const last = lines.at(-1);
  return last === undefined ? null : abridged(last);
}

/** The most lines that Node prints from a position to its caret. */
const MAX_EXCERPT = 4;

/** Node prints the line of code that threw before the error itself: a position, the code, a caret. */
function withoutNodeExcerpts(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const caret = /^(?:node:|file:\/\/|\/|[A-Z]:\\)\S.{0,500}:\d{1,7}$/.test(line)
      ? lines.slice(at + 1, at + 1 + MAX_EXCERPT).findIndex((text) => /^\^+$/.test(text))
      : -1;
    if (caret === -1) kept.push(line);
    else at += caret + 1;
  }
  return kept;
}

/** Both ends of a long line: it starts with the location and often ends with the reason. */
function abridged(line: string): string {
  const text = visibleText(
    line.length <= MAX_RAW_LINE ? line : `${line.slice(0, MAX_RAW_LINE / 2)}${line.slice(-MAX_RAW_LINE / 2)}`,
  );
  return text.length <= MAX_LINE ? text : `${text.slice(0, MAX_LINE / 2)}…${text.slice(1 - MAX_LINE / 2)}`;
}

/** The output of a check: stderr first, and of a long output the beginning and the end. */
export function outputOf(folder: string): string {
  return ['stderr.log', 'stdout.log'].map((name) => readEnds(join(folder, name))).join('\n');
}

function readEnds(file: string): string {
  if (!existsSync(file)) return '';
  const { size } = statSync(file);
  const descriptor = openSync(file, 'r');
  try {
    const read = (from: number, length: number) => {
      const buffer = Buffer.alloc(Math.min(length, size - from));
      return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, from)).toString('utf8');
    };
    if (size <= HEAD_BYTES + TAIL_BYTES) return read(0, size);
    return `${read(0, HEAD_BYTES)}\n${read(size - TAIL_BYTES, TAIL_BYTES)}`;
  } finally {
    closeSync(descriptor);
  }
}
