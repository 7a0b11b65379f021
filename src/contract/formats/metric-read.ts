// How a metric's number is found in the output of its command: the syntax of `read`.
import { compilePattern, type PatternProgram } from './pattern.ts';
import { PatternError } from './pattern-syntax.ts';

type MetricRead =
  /** A number in a JSON document, by the names and positions that lead to it. */
  | { kind: 'json'; path: readonly (string | number)[] }
  /** The group of a pattern that matches once. */
  | { kind: 'regex'; program: PatternProgram }
  | { kind: 'last_number' };

/** `problem` completes the sentence "`read` cannot be used: ...". */
export type ParsedMetricRead = MetricRead | { kind: 'invalid'; problem: string };

/** What was found in the output of one run. `why` completes the sentence "there is no number: ...". */
export type MetricReading = { state: 'read'; value: number } | { state: 'unreadable'; why: string };

const SYNTAX = /^(json|regex):\s*(.*)$/s;

export function parseMetricRead(text: string): ParsedMetricRead {
  if (text.trim() === 'last number') return { kind: 'last_number' };
  const [, kind, rest = ''] = SYNTAX.exec(text) ?? [];
  if (kind === 'json') return parsePath(rest.trim());
  if (kind === 'regex') return parsePattern(rest);
  return invalid('it is none of `json: $.path`, `regex: PATTERN` and `last number`');
}

function invalid(problem: string): ParsedMetricRead {
  return { kind: 'invalid', problem };
}

const STEP = /\.([A-Za-z_][\w-]*)|\[(\d{1,9})\]|\["((?:[^"\\]|\\["\\])*)"\]/y;

/** `$`, then `.name`, `["any name"]` or `[0]`: the paths of RFC 9535 that select one value. */
function parsePath(text: string): ParsedMetricRead {
  if (!text.startsWith('$')) return invalid('a JSON path begins with `$`, as in `json: $.gzip.total`');
  const path: (string | number)[] = [];
  let at = 1;
  while (at < text.length) {
    STEP.lastIndex = at;
    const found = STEP.exec(text);
    if (found === null) return invalid(`the JSON path cannot be read from \`${text.slice(at, at + 20)}\` on`);
    const [step, name, index, quoted] = found;
    path.push(index === undefined ? (name ?? (quoted ?? '').replace(/\\(.)/g, '$1')) : Number(index));
    at += step.length;
  }
  return { kind: 'json', path };
}

function parsePattern(source: string): ParsedMetricRead {
  try {
    return { kind: 'regex', program: compilePattern(source) };
  } catch (error) {
    if (error instanceof PatternError) return invalid(error.message);
    throw error;
  }
}
