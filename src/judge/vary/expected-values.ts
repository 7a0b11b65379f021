// Finds the expected values in the assertions of a test, and literals in them that can be changed.
import { argumentsAt, type MaskedLanguage, type MaskedSource, type Range, statementEnd, trimmed } from '../../languages/index.ts';

/** A literal in an expected value: if it changes, the assertion must fail. Or one in an input, where it may. */
export interface Literal extends Range {
  kind: 'number' | 'text' | 'boolean';
}

/** The first that finds something constant decides; the last one is the usual place of the expected value. */
type Sides = readonly Range[];

/** Of one expected value. */
const MAX_LITERALS = 20;

/** The literals of every expected value in a part of a file, in order. */
export function expectedLiterals(source: MaskedSource, within: Range): Literal[] {
  const { bare, language } = source;
  const part = bare.slice(within.start, within.end);
  const found = [
    ...sidesInCalls(source, part, within.start),
    ...SIDES[language].flatMap((find) => find(source, part, within.start)),
  ];
  const byStart = new Map<number, Literal>();
  for (const sides of [...found, ...namedValues(source, part, within.start)]) {
    const literals = sides.map((side) => literalsOf(source, side)).find((inSide) => inSide.length > 0) ?? [];
    for (const literal of literals.slice(0, MAX_LITERALS)) byStart.set(literal.start, literal);
  }
  return [...byStart.values()].sort((a, b) => a.start - b.start);
}

type FindSides = (source: MaskedSource, part: string, offset: number) => Sides[];

interface CallForm {
  /** Ends with the opening bracket. */
  head: RegExp;
  /** The positions of the two compared arguments; the second is tried first. */
  compared: readonly [number, number];
}

const CALLS: Record<MaskedLanguage, readonly CallForm[]> = {
  javascript: [
    {
      head: /(?<![\w$.])(?:(?:chai\.)?assert|t)\s*\.\s*(?:equal|equals|strictEqual|deepEqual|deepStrictEqual|eql|is|same|strictSame)\s*\(/g,
      compared: [0, 1],
    },
    { head: /(?<![\w$.])(?:equal|strictEqual|deepEqual|deepStrictEqual|assertEquals)\s*\(/g, compared: [0, 1] },
  ],
  python: [
    {
      head: /\bself\s*\.\s*assert(?:Equals?|Is|(?:List|Dict|Tuple|Set|Count|Sequence|MultiLine)Equal)\s*\(/g,
      compared: [0, 1],
    },
  ],
  go: [
    { head: /\b(?:assert|require)\s*\.\s*(?:Equal|EqualValues|Exactly)f?\s*\(/g, compared: [2, 1] },
    { head: /\bif\s+!\s*reflect\s*\.\s*DeepEqual\s*\(/g, compared: [0, 1] },
  ],
  rust: [{ head: /\bassert_eq!\s*[([]/g, compared: [0, 1] }],
  java: [{ head: /\bassert(?:Array|Iterable|Lines)?(?:Equals|Match)\s*\(/g, compared: [1, 0] }],
  php: [{ head: /\bassert(?:Same|Equals|EqualsCanonicalizing)\s*\(/g, compared: [1, 0] }],
};

function sidesInCalls({ bare, language }: MaskedSource, part: string, offset: number): Sides[] {
  return CALLS[language].flatMap(({ head, compared: [other, usual] }) =>
    [...part.matchAll(head)].flatMap((match): Sides[] => {
      const list = argumentsAt(bare, offset + match.index + match[0].length - 1)?.list ?? [];
      const [first, second] = [list[usual], list[other]];
      return first === undefined || second === undefined ? [] : [[first, second]];
    }),
  );
}

const SIDES: Record<MaskedLanguage, readonly FindSides[]> = {
  javascript: [sidesOfExpect, comparedIn(/(?<![\w$.])assert(?:\.ok)?\s*\(/g, /===?/)],
  python: [sidesOfAssertStatement, sidesOfParameters],
  go: [sidesOfConditions, sidesOfTables],
  rust: [comparedIn(/\bassert!\s*[([]/g, /==/)],
  java: [sidesOfAssertThat],
  php: [],
};

/** `expect(a).toBe(1)`, `expect(a).to.deep.equal(1)` */
const MATCHER =
  /^(?:\s*\.\s*(?:to|be|deep|have|that|is|and|resolves))*\s*\.\s*(?:toBe|toEqual|toStrictEqual|equals?|eql|eq)\s*\(/;
const MAX_CHAIN = 200;

function sidesOfExpect({ bare }: MaskedSource, part: string, offset: number): Sides[] {
  return chained(bare, part, offset, /(?<![\w$.])expect\s*\(/g, MATCHER);
}

function sidesOfAssertThat({ bare }: MaskedSource, part: string, offset: number): Sides[] {
  return chained(bare, part, offset, /\bassertThat\s*\(/g, /^\s*\.\s*isEqualTo\s*\(/);
}

function chained(bare: string, part: string, offset: number, head: RegExp, matcher: RegExp): Sides[] {
  return [...part.matchAll(head)].flatMap((match): Sides[] => {
    const subject = argumentsAt(bare, offset + match.index + match[0].length - 1);
    const chain = subject === null ? null : matcher.exec(bare.slice(subject.end, subject.end + MAX_CHAIN));
    if (subject === null || chain === null) return [];
    const [expected] = argumentsAt(bare, subject.end + chain[0].length - 1)?.list ?? [];
    return expected === undefined ? [] : [[expected]];
  });
}

/** The two sides of the only comparison in the first argument of a call. */
function comparedIn(head: RegExp, operator: RegExp): FindSides {
  return ({ bare }, part, offset) =>
    [...part.matchAll(head)].flatMap((match): Sides[] => {
      const [condition] = argumentsAt(bare, offset + match.index + match[0].length - 1)?.list ?? [];
      return condition === undefined ? [] : sidesOfComparison(bare, condition, operator);
    });
}

const OTHER_OPERATORS = /[<>!]=|&&|\|\||[?]|=>|<|>/;

function sidesOfComparison(bare: string, { start, end }: Range, operator: RegExp): Sides[] {
  const text = bare.slice(start, end);
  const parts = text.split(operator);
  const [left = ''] = parts;
  if (parts.length !== 2 || OTHER_OPERATORS.test(text.replace(operator, ''))) return [];
  const length = operator.exec(text)?.[0].length ?? 0;
  const sides = [
    { start: start + left.length + length, end },
    { start, end: start + left.length },
  ];
  return [sides.map((side) => trimmed(bare, side))];
}

function sidesOfAssertStatement({ bare }: MaskedSource, part: string, offset: number): Sides[] {
  return [...part.matchAll(/^[ \t]*assert\b(?=[ (])/gm)].flatMap((match): Sides[] => {
    const start = offset + match.index + match[0].length;
    const range = trimmed(bare, { start, end: statementEnd(bare, start, ';,') });
    if (/\b(?:and|or|not|if|else|in|lambda|for)\b|\\/.test(bare.slice(range.start, range.end))) return [];
    return sidesOfComparison(bare, range, /==|\bis\b/);
  });
}

const EXPECTED_NAME = /^(?:want(?:ed)?|expected|expect|exp|result|res|out|output|answer)(?![a-z])/i;

/** `@pytest.mark.parametrize("text, expected", [("1h", 3600), ...])` */
function sidesOfParameters({ bare, text }: MaskedSource, part: string, offset: number): Sides[] {
  return [...part.matchAll(/\bparametrize\s*\(/g)].flatMap((match): Sides[] => {
    const [names, rows] = argumentsAt(bare, offset + match.index + match[0].length - 1)?.list ?? [];
    if (names === undefined || rows === undefined || bare.charAt(rows.start) !== '[') return [];
    const last = text.slice(names.start, names.end).match(/\w+/g)?.at(-1) ?? '';
    return EXPECTED_NAME.test(last) ? lastOfRows(bare, argumentsAt(bare, rows.start)?.list ?? [], '(') : [];
  });
}

function lastOfRows(bare: string, rows: readonly Range[], open: string): Sides[] {
  return rows.flatMap((row): Sides[] => {
    const values = bare.charAt(row.start) === open ? (argumentsAt(bare, row.start)?.list ?? []) : [];
    const last = values.at(-1);
    return values.length < 2 || last === undefined ? [] : [[last]];
  });
}

/** `if got := f(1); got != 2 { t.Errorf(...) }` */
function sidesOfConditions({ bare }: MaskedSource, part: string, offset: number): Sides[] {
  return [...part.matchAll(/\bif\b([^{}\n]{1,300}?)!=([^{}\n]{1,300}?)\{[^}]{0,400}?\.(?:Error|Fatal|Fail)/g)].flatMap(
    (match) => {
      const [, left = '', right = ''] = match;
      if (OTHER_OPERATORS.test(left + right)) return [];
      const start = offset + match.index + 2 + left.length + 2;
      return [[trimmed(bare, { start, end: start + right.length })]];
    },
  );
}

/** `[]struct{ in string; want int }{{"a", 1}, ...}` */
function sidesOfTables({ bare }: MaskedSource, part: string, offset: number): Sides[] {
  return [...part.matchAll(/\bstruct\s*\{([^{}]{1,600})\}\s*\{/g)].flatMap((match): Sides[] => {
    const fields = (match[1] ?? '').split(/[;\n]/).filter((field) => field.trim() !== '');
    const names = /^\s*([\w, ]+?)\s+\S/.exec(fields.at(-1) ?? '')?.[1]?.split(',') ?? [];
    if (!EXPECTED_NAME.test(names.at(-1)?.trim() ?? '')) return [];
    return lastOfRows(bare, argumentsAt(bare, offset + match.index + match[0].length - 1)?.list ?? [], '{').filter(
      ([side]) => side !== undefined && !/^\w+\s*:/.test(bare.slice(side.start, side.end)),
    );
  });
}

/** `want := 3`, `expected = 3`, `expected: 3` */
function namedValues({ bare, language }: MaskedSource, part: string, offset: number): Sides[] {
  const pattern = /(?<![\w$.>-])\$?(?:want(?:ed)?|expected|exp)(?:[A-Z_]\w*)?\s*(?::=|=(?![=>~])|:(?![:=]))\s*/g;
  return [...part.matchAll(pattern)].flatMap((match): Sides[] => {
    const isKey = /:\s*$/.test(match[0]);
    // An annotation in Python, a type in TypeScript and Rust.
    if (isKey && language !== 'go' && language !== 'javascript') return [];
    const start = offset + match.index + match[0].length;
    return [[trimmed(bare, { start, end: statementEnd(bare, start, ';,') })]];
  });
}

/** Names that may be in a constant expression: types and constructors. */
const CONSTANT_NAMES: Record<MaskedLanguage, RegExp> = {
  javascript: /^(?:new|null|undefined)$/,
  python: /^(?:None|set|frozenset|tuple|list|dict|[A-Z]\w*)$/,
  go: /^(?:nil|string|u?int(?:8|16|32|64)?|float(?:32|64)|bool|byte|rune|map|any)$/,
  rust: /^(?:from|to_string|to_owned|into|vec|as_str|[iu](?:8|16|32|64|128|size)|f32|f64|[A-Z]\w*)$/,
  java: /^(?:new|null|of|asList|valueOf|int|long|double|char|boolean|byte|[A-Z]\w*)$/,
  php: /^(?:null|array)$/i,
};
const NUMBER = /(?<![\w.$])\d+(?:\.\d+)?(?![\w.])|(?<![\w.$])\d+(?=_?(?:[iu](?:8|16|32|64|128|size)|f32|f64)\b)/g;
const BOOLEAN = /(?<![\w$.])(?:true|false|True|False)(?![\w$])/g;

/** Empty unless the side consists of literals, brackets and constructors. */
function literalsOf(source: MaskedSource, { start, end }: Range): Literal[] {
  const { bare, strings, language } = source;
  const side = bare.slice(start, end);
  const inSide = strings.filter((token) => token.start >= start && token.end <= end);
  if (side.length > 2000 || inSide.some(({ isPlain }) => !isPlain) || /[^\s\w"'`\uE000.,:()[\]{}&!#*+-]/.test(side)) return [];
  if (!namesOf(side).every(({ name, isKey }) => isKey || CONSTANT_NAMES[language].test(name))) return [];
  // A product with 0 stays 0.
  if (side.includes('*') && /(?<![\w.])0(?![\w.])/.test(side)) return [];
  return literalsIn(source, { start, end });
}

/** Every literal that can be changed, in order; without keys, and without strings that contain expressions. */
export function literalsIn(source: MaskedSource, { start, end }: Range): Literal[] {
  const { bare, strings } = source;
  const part = bare.slice(start, end);
  const at = (kind: Literal['kind'], pattern: RegExp) =>
    [...part.matchAll(pattern)].map((match) => ({
      kind,
      start: start + match.index,
      end: start + match.index + match[0].length,
    }));
  const texts = strings.filter((token) => token.start >= start && token.end <= end && token.isPlain);
  const all = [
    ...texts.map((token) => ({ kind: 'text' as const, start: token.start, end: token.end })),
    ...at('number', NUMBER),
    ...at('boolean', BOOLEAN),
  ];
  const isKey = (literal: Range) => /^\s*(?::(?!:)|=>)/.test(bare.slice(literal.end, Math.min(end, literal.end + 20)));
  return all
    .filter((literal) => !isKey(literal) && changedLiteral(source, literal, 1) !== null)
    .sort((a, b) => a.start - b.start);
}

function namesOf(side: string): { name: string; isKey: boolean }[] {
  // Prefixes of strings and suffixes of numbers are not names.
  return [...side.matchAll(/(?<![\w$])[A-Za-z_]\w*(?!["'\w])/g)].flatMap((match) => {
    const [name] = match;
    if (/^(?:true|false|True|False)$/.test(name)) return [];
    const after = side.slice(match.index + name.length, match.index + name.length + 20);
    return [{ name, isKey: /^\s*(?::(?!:)|\{)/.test(after) }];
  });
}

/** The text with another value of the same type; `step` is from 1 to 16. Null if the literal cannot be changed safely. */
export function changedLiteral(
  { text, strings }: MaskedSource,
  { start, end, kind }: Range & Pick<Literal, 'kind'>,
  step: number,
): string | null {
  const literal = text.slice(start, end);
  if (kind === 'boolean') return OTHER_BOOLEAN[literal] ?? null;
  if (kind === 'number') return changedNumber(literal, step);
  const token = strings.find((each) => each.start === start);
  return token === undefined ? null : changedText(text, token, step);
}

/** Near the value of the test: a much larger number could make the code under test run for minutes. */
export function changedInput(source: MaskedSource, literal: Literal, step: number): string | null {
  const { text } = source;
  const number = /^\d{1,15}$/.exec(text.slice(literal.start, literal.end))?.[0];
  if (literal.kind !== 'number' || number === undefined) return changedLiteral(source, literal, step);
  return number.startsWith('0') && number !== '0' ? null : String(Number(number) + 1 + (step % 3));
}

const OTHER_BOOLEAN: Readonly<Record<string, string>> = { true: 'false', false: 'true', True: 'False', False: 'True' };

/** Within the limits of the types that hold the number: 99 + 26 fits into 7 bits. Far enough to be no likely answer. */
function changedNumber(literal: string, step: number): string | null {
  const [whole = '', fraction] = literal.split('.');
  if (whole.length > 15 || (whole.length > 1 && whole.startsWith('0'))) return null;
  const value = Number(whole);
  const other = value < 100 ? value + 10 + step : value - 10 - step;
  return fraction === undefined ? String(other) : `${other}.${fraction}`;
}

/** Replaces a letter or digit that is not part of an escape sequence. */
function changedText(
  text: string,
  { start, end, from, to, isCharacter }: MaskedSource['strings'][number],
  step: number,
): string | null {
  const content = text.slice(from, to);
  const safe = content.includes('\\') ? content.slice(0, content.indexOf('\\')) : content;
  const place = safe.search(/[A-Za-z0-9](?=[^A-Za-z0-9]*$)/);
  const [before, after] = [text.slice(start, from), text.slice(to, end)];
  if (place !== -1) {
    return before + content.slice(0, place) + rotated(content.charAt(place), step) + content.slice(place + 1) + after;
  }
  if (isCharacter || content.includes('\\')) return null;
  return `${before}${content}${String.fromCharCode(97 + step)}${after}`;
}

/** Another letter or digit; letters keep their case. */
function rotated(char: string, step: number): string {
  const code = char.charCodeAt(0);
  const [first, count] = code < 58 ? [48, 10] : code < 91 ? [65, 26] : [97, 26];
  const distance = count === 10 ? 1 + (step % 9) : step;
  return String.fromCharCode(first + ((code - first + distance) % count));
}
