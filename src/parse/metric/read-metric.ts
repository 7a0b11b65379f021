// Finds the number of a metric in the output of its command, or says why there is none. Never guesses.
import { MAX_METRIC_VALUE, type MetricReading, type ParsedMetricRead } from '../../contract/index.ts';
import { stripColors } from '../engine/input/strip-decorations.ts';
import { findMatches } from './search-pattern.ts';

const MEGABYTE = 1024 * 1024;
/** Reports as JSON can be long; other output is searched character by character. */
const MAX_BYTES: Record<ParsedMetricRead['kind'], number> = {
  json: 16 * MEGABYTE,
  regex: MEGABYTE / 4,
  last_number: MEGABYTE / 4,
  invalid: 0,
};

/** `size` is that of the whole output; `text` is called only if it is not too long. */
export function readMetric(read: ParsedMetricRead, size: number, text: () => string): MetricReading {
  if (read.kind === 'invalid') return unreadable(`its \`read\` cannot be used: ${read.problem}`);
  const limit = MAX_BYTES[read.kind];
  if (size > limit) return unreadable(`it printed more than ${limit / 1024} KiB on standard output`);
  const output = text();
  if (output.trim() === '') return unreadable('it printed nothing on standard output');
  switch (read.kind) {
    case 'json':
      return readJson(output, read.path);
    case 'regex':
      return readGroup(findMatches(read.program, stripColors(output), 2));
    case 'last_number':
      return readLastNumber(stripColors(output));
  }
}

function unreadable(why: string): MetricReading {
  return { state: 'unreadable', why };
}

function readJson(text: string, path: readonly (string | number)[]): MetricReading {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    // The message of the runtime differs between versions.
    return unreadable('its standard output is not one JSON document');
  }
  let place = '$';
  for (const step of path) {
    const below = `${place}${typeof step === 'number' ? `[${step}]` : `.${step}`}`;
    if (
      typeof value !== 'object' ||
      value === null ||
      !Object.hasOwn(value, step) ||
      Array.isArray(value) !== (typeof step === 'number')
    )
      return unreadable(`its JSON output has no \`${below}\``);
    value = (value as Record<string | number, unknown>)[step];
    place = below;
  }
  return typeof value === 'number' ? checked(value, String(value)) : unreadable(`\`${place}\` is ${kindOf(value)}, not a number`);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function readGroup([match, second]: ReturnType<typeof findMatches>): MetricReading {
  if (match === undefined) return unreadable('its output does not match the pattern');
  if (second !== undefined) return unreadable('its output matches the pattern more than once');
  return match.group === null ? unreadable('the group of the pattern matched nothing') : toNumber(match.group);
}

const NUMBER = /[-+]?\d{1,40}(?:\.\d{1,40})?(?:[eE][-+]?\d{1,4})?/y;
/** Not the spaces that some languages put between thousands. */
const SPACES = /[ \t\r\n\v\f]+/;
/** Parts of a longer number, a version, a date or a name; a minus sign that is not ASCII. */
const JOINED_BEFORE = /[\p{L}\p{N}\p{Pd}\u2212_.,]$/u;
const JOINED_AFTER = /\p{N}|^x/iu;
/** What some programs print instead of a number. */
const NO_NUMBER = /(?:^|[^a-z])[-+]?(?:nan|inf|infinity)(?:[^a-z]|$)/i;

/** The last word with a digit, such as `12.5`, `size=12.5kB` or `(98%)`. A word that is more than one number is refused. */
function readLastNumber(text: string): MetricReading {
  const word = text.split(SPACES).findLast((each) => /\d/.test(each) || NO_NUMBER.test(each));
  if (word === undefined) return unreadable('its output has no number');
  const digit = word.search(/\d/);
  const start = /[-+]/.test(word.charAt(digit - 1)) ? digit - 1 : digit;
  NUMBER.lastIndex = start;
  const [number = ''] = NUMBER.exec(word) ?? [];
  const [before, after] = [word.slice(0, start), word.slice(start + number.length)];
  const isPlain = number !== '' && !JOINED_BEFORE.test(before) && !JOINED_AFTER.test(after);
  return isPlain ? toNumber(number) : unreadable(`the last number in its output is not a plain one: \`${shorten(word)}\``);
}

function toNumber(text: string): MetricReading {
  NUMBER.lastIndex = 0;
  const [number] = NUMBER.exec(text) ?? [];
  return number === text ? checked(Number(text), text) : unreadable(`\`${shorten(text)}\` is not a number`);
}

function checked(value: number, text: string): MetricReading {
  if (!(Math.abs(value) <= MAX_METRIC_VALUE)) return unreadable(`\`${shorten(text)}\` is beyond ${MAX_METRIC_VALUE}`);
  // A negative zero is stored as 0.
  return { state: 'read', value: value === 0 ? 0 : value };
}

const SHOWN = 40;

function shorten(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}...`;
}
