// Which idle parsers a line may concern. The first two and the last two characters rule out nearly all of them, so that the
// speed does not depend on the number of parsers.

import type { Triggers } from '../../parser.ts';
import { CharCode, isDigit } from '../../shared/characters.ts';

// Keys of the lookup tables: the indent of a line with its first two visible characters, and its last two characters.

/** Characters beyond ASCII share one key. */
const BEYOND_ASCII = 128;
const CODES = BEYOND_ASCII + 1;

/** Stands for the character beyond the end of a line. */
const NOTHING = 0;

/** Lines are divided by indent, up to four or more, and into those that start with a file position. */
const MAX_INDENT = 4;
const WITH_POSITION = MAX_INDENT + 1;
const PAIRS = CODES * CODES;

const PREFIX_KEYS = (WITH_POSITION + 1) * PAIRS;
const SUFFIX_KEYS = PAIRS;

function prefixKey(indent: number, first: number, second: number): number {
  return Math.min(indent, MAX_INDENT) * PAIRS + Math.min(first, BEYOND_ASCII) * CODES + Math.min(second, BEYOND_ASCII);
}

/** The key of an unindented line that starts with a file position. */
function positionKey(key: number): number {
  return WITH_POSITION * PAIRS + key;
}

function suffixKey(last: number, before: number): number {
  return Math.min(last, BEYOND_ASCII) * CODES + Math.min(before, BEYOND_ASCII);
}

interface LinePrefix {
  indent: number;
  hasPosition: boolean;
  /** The codes of the first two visible characters. */
  first: number;
  second: number;
}

function prefixOf(key: number): LinePrefix {
  const pair = key % PAIRS;
  const kind = (key - pair) / PAIRS;
  const second = pair % CODES;
  const hasPosition = kind === WITH_POSITION;
  return { indent: hasPosition ? 0 : kind, hasPosition, first: (pair - second) / CODES, second };
}

/** Whether a line with that key may start with the text. */
function mayStartWith(text: string, { first, second }: LinePrefix): boolean {
  return asciiAt(text, 0) === first && (text.length === 1 || asciiAt(text, 1) === second);
}

/** Whether a line with that key may end with the text. */
function mayEndWith(text: string, key: number): boolean {
  const before = key % CODES;
  const last = text.length - 1;
  return asciiAt(text, last) === (key - before) / CODES && (last === 0 || asciiAt(text, last - 1) === before);
}

function asciiAt(text: string, at: number): number {
  return Math.min(text.charCodeAt(at), BEYOND_ASCII);
}

/** A parser to call for a line if the line has one of the prefixes or suffixes and passes the prefilter. */
export interface Candidate {
  /** The index of the parser. */
  readonly parser: number;
  /** Checked after leading spaces; null when the key implies them. */
  readonly prefixes: readonly string[] | null;
  readonly suffixes: readonly string[] | null;
  /** What the line must contain; null where its beginning or end shows that it is the parser's. */
  readonly contains: RegExp | null;
  readonly prefilter: ((text: string) => boolean) | null;
  /** The index of the prefilter among those that several parsers share; -1 for an unshared one. */
  readonly shared: number;
}

export class TriggerIndex {
  /** Prefilters of several parsers: each runs once per line. */
  readonly sharedPrefilters: readonly ((text: string) => boolean)[];
  readonly #parsers: readonly Triggers[];
  /** Whether some parser has file positions as a trigger. */
  readonly #wantsPositions: boolean;
  /** By key; computed on first use. */
  readonly #byPrefix: (readonly Candidate[] | undefined)[] = new Array(PREFIX_KEYS).fill(undefined);
  readonly #bySuffix: (readonly Candidate[] | undefined)[] = new Array(SUFFIX_KEYS).fill(undefined);

  constructor(parsers: readonly Triggers[]) {
    this.#parsers = parsers;
    this.#wantsPositions = parsers.some(({ positions }) => positions === true);
    const all = parsers.flatMap(({ prefilter }) => (prefilter === undefined ? [] : [prefilter]));
    this.sharedPrefilters = [...new Set(all.filter((prefilter, index) => all.indexOf(prefilter) !== index))];
  }

  /** `visible` is the index of the first visible character, the length of a blank line. */
  prefixKeyOf(text: string, visible: number): number {
    const hasPosition = this.#wantsPositions && visible === 0 && hasFilePosition(text);
    const key = prefixKey(visible, codeAt(text, visible), codeAt(text, visible + 1));
    return hasPosition ? positionKey(key) : key;
  }

  suffixKeyOf(text: string): number {
    const { length } = text;
    return suffixKey(length > 0 ? text.charCodeAt(length - 1) : NOTHING, length > 1 ? text.charCodeAt(length - 2) : NOTHING);
  }

  candidates(prefix: number): readonly Candidate[] {
    return this.#byPrefix[prefix] ?? this.#prefixCandidates(prefix);
  }

  /** Parsers with a suffix trigger; they may be among the other candidates too. */
  candidatesBySuffix(end: number): readonly Candidate[] {
    return this.#bySuffix[end] ?? this.#suffixCandidates(end);
  }

  #prefixCandidates(key: number): readonly Candidate[] {
    const prefix = prefixOf(key);
    const list = this.#parsers.flatMap((parser, index) => this.#candidate(parser, index, prefix));
    this.#byPrefix[key] = list;
    return list;
  }

  #suffixCandidates(key: number): readonly Candidate[] {
    const list = this.#parsers.flatMap(({ endsWith = [], prefilter = null }, index) => {
      const suffixes = endsWith.filter((suffix) => mayEndWith(suffix, key));
      return suffixes.length === 0
        ? []
        : [{ parser: index, prefixes: null, suffixes, contains: null, prefilter, shared: this.#sharedAt(prefilter) }];
    });
    this.#bySuffix[key] = list;
    return list;
  }

  #sharedAt(prefilter: Candidate['prefilter']): number {
    return prefilter === null ? -1 : this.sharedPrefilters.indexOf(prefilter);
  }

  #candidate(parser: Triggers, index: number, prefix: LinePrefix): Candidate[] {
    const { indent, hasPosition, first } = prefix;
    if (indent > 0 && parser.atMargin === true) return [];
    if (parser.onlyIndents?.every((wanted) => wanted !== indent)) return [];
    const { prefilter = null, contains: text = null } = parser;
    const shared = this.#sharedAt(prefilter);
    const candidate = (prefixes: readonly string[] | null, contains: RegExp | null = null) => [
      { parser: index, prefixes, suffixes: null, contains, prefilter, shared },
    ];
    if (parser.startsWith === null) return candidate(null);
    if (indent !== 0 && parser.indents?.some((wanted) => wanted === indent)) return candidate(null);
    if (indent === 0 && first === NOTHING && parser.empty === true) return candidate(null);
    const byPosition = hasPosition && parser.positions === true ? candidate(null, text) : [];
    const fitting = [...parser.startsWith].filter((text) => mayStartWith(text, prefix));
    if (fitting.length === 0 || (byPosition.length > 0 && text === null)) return byPosition;
    const isSettled = fitting.some((text) => text.length <= 2 && !/[^\0-\u0080]/.test(text));
    return [...byPosition, ...candidate(isSettled ? null : fitting, isDigit(first) ? text : null)];
  }
}

/** File positions are near the start of a line. */
const MAX_POSITION = 1024;
/** By character code: whether it may follow a line number, or the space after one. */
const AFTER_NUMBER = codesAmong(':-,.)]\t\0');
const AFTER_SPACE = codesAmong('-[(ABCDEFGHIJKLMNOPQRSTUVWXYZewin');
/** What follows a path without a number: a notebook cell, a line number in words, or an error of the whole file. */
const WITHOUT_NUMBER: Readonly<Record<string, string>> = { c: 'cell ', l: ' line ', e: ' error: ' };

/** Whether the line starts with something like a file position. */
function hasFilePosition(text: string): boolean {
  for (let at = text.indexOf(':', 1); at !== -1 && at < MAX_POSITION; at = text.indexOf(':', at + 1)) {
    if (isPosition(text, at)) return true;
  }
  return false;
}

/** A number follows a colon that is not part of a time, or is in brackets before or after it. */
function isPosition(text: string, colon: number): boolean {
  const next = codeAt(text, colon + 1);
  if ((next === CharCode.LEFT_PAREN || (isDigit(next) && mayFollowNumber(text, colon + 1))) && mayEndPath(text, colon))
    return true;
  const before = text.charCodeAt(colon - 1);
  if ((before === CharCode.RIGHT_PAREN || before === CharCode.RIGHT_BRACKET) && isDigit(text.charCodeAt(colon - 2))) return true;
  const words = WITHOUT_NUMBER[text.charAt(next === CharCode.SPACE ? colon + 2 : colon + 1)];
  return words !== undefined && text.startsWith(words, colon + 1);
}

/** After a line number comes the end of the line, punctuation, or a word of a tool; a port number is followed by any word. */
function mayFollowNumber(text: string, start: number): boolean {
  let end = start + 1;
  while (isDigit(codeAt(text, end))) end += 1;
  const follows = codeAt(text, end);
  return follows === CharCode.SPACE ? AFTER_SPACE[codeAt(text, end + 1)] === true : AFTER_NUMBER[follows] === true;
}

/** A path may end in digits, but is not all digits, nor the quoted name of a member, nor a date. */
function mayEndPath(text: string, end: number): boolean {
  let last = end - 1;
  while (last > end - 3 && isDigit(text.charCodeAt(last))) last -= 1;
  const code = text.charCodeAt(last);
  if (code <= CharCode.SPACE || code === CharCode.COLON || code === CharCode.QUOTE) return false;
  return code !== CharCode.UPPER_T || !isDigit(text.charCodeAt(last - 1));
}

/** Nothing beyond the end. Engines must not be asked for what is there: the answer, no number, slows down all that follow. */
function codeAt(text: string, at: number): number {
  return at < text.length ? Math.min(text.charCodeAt(at), BEYOND_ASCII) : NOTHING;
}

function codesAmong(characters: string): readonly boolean[] {
  return Array.from({ length: BEYOND_ASCII + 1 }, (_, code) => characters.includes(String.fromCharCode(code)));
}
