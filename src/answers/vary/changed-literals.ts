// Other values of the type of a literal, those that tell most first.
import type { MaskedLanguage, MaskedSource } from '../../languages/index.ts';
import type { Expression } from '../calls/read-expression.ts';

export interface ChangedLiteral {
  text: string;
  change: string;
}

/** Near the value or small enough for a loop; it fits into 7 bits, as the numbers of decision 0042. */
const LARGE = 120;
const SMALL = 100;
const LARGE_STEP = 3;
const MAX_TEXT = 500;

export function changedLiterals(source: MaskedSource, part: Expression): ChangedLiteral[] {
  const literal = source.text.slice(part.start, part.end);
  if (part.kind === 'int' || part.kind === 'float') return changedNumber(literal, source.language);
  if (part.kind === 'boolean') return [{ text: OTHER_BOOLEAN.get(literal) ?? literal, change: 'boolean flipped' }];
  if (part.kind === 'text') return changedText(source, part);
  if (part.kind === 'list' || part.kind === 'set' || part.kind === 'map') return changedItems(source, part);
  return [];
}

const OTHER_BOOLEAN = new Map([
  ['true', 'false'],
  ['false', 'true'],
  ['True', 'False'],
  ['False', 'True'],
]);

/** A type of Go or Rust may have no negative numbers: only one change tries it, because it can cost another compilation. */
function changedNumber(literal: string, language: MaskedLanguage): ChangedLiteral[] {
  const value = Number(literal.replace(/\s/g, ''));
  const [, fraction = ''] = literal.split('.');
  const kind = literal.includes('.') ? 'float' : 'int';
  const isSigned = value < 0 || (language !== 'go' && language !== 'rust');
  const large = Math.abs(value) < SMALL ? LARGE : value + LARGE_STEP;
  const changes: [number, string][] = [
    [value + 1, '+ 1'],
    [0, 'zero'],
    [-value, 'negated'],
    [value - 1, '- 1'],
    [large, 'large'],
  ];
  return changes
    .filter(
      ([other, change]) =>
        (isSigned || other >= 0 || change === 'negated') && (kind === 'float' || fitsLike(value, other, language)),
    )
    .map(([other, change]) => ({ text: (other === 0 ? 0 : other).toFixed(fraction.length), change: `${kind} ${change}` }));
}

/** The largest values of the types of Go and Rust. */
const LIMITS = [127, 255, 32_767, 65_535, 2_147_483_647, 4_294_967_295];

/** A constant outside of its type does not compile: the type holds the value, and perhaps no more. */
function fitsLike(value: number, other: number, language: MaskedLanguage): boolean {
  if (language !== 'go' && language !== 'rust') return true;
  const sizeOf = (number: number) => LIMITS.findIndex((limit) => (number < 0 ? -number - 1 : number) <= limit);
  const [size, needed] = [sizeOf(value), sizeOf(other)];
  return needed === 0 || size === -1 || (needed !== -1 && needed <= size);
}

function changedText({ text, strings }: MaskedSource, part: Expression): ChangedLiteral[] {
  const token = strings.find(({ start }) => start === part.start);
  if (token === undefined || token.to - token.from > MAX_TEXT) return [];
  const content = text.slice(token.from, token.to);
  const changes = content.includes('\\') ? wholeChanges(content) : letterChanges(content);
  const [before, after] = [text.slice(token.start, token.from), text.slice(token.to, token.end)];
  return changes.map(([other, change]) => ({ text: before + other + after, change: `text ${change}` }));
}

/** An escape sequence must stay whole. */
function wholeChanges(content: string): [string, string][] {
  return [
    ['', 'empty'],
    [` ${content}`, 'with a blank'],
    [content + content, 'doubled'],
    [`${content}é`, 'with a non-ASCII letter'],
  ];
}

function letterChanges(content: string): [string, string][] {
  const letters = [...content];
  const upper = content.toUpperCase();
  return [
    ['', 'empty'],
    [` ${content}`, 'with a blank'],
    [upper === content ? content.toLowerCase() : upper, 'in another case'],
    [letters.slice(0, -1).join(''), 'without its last character'],
    [content + content, 'doubled'],
    [letters.toReversed().join(''), 'reversed'],
    [letters.slice(1).join(''), 'without its first character'],
    [`${content}é`, 'with a non-ASCII letter'],
  ];
}

function changedItems({ text, language }: MaskedSource, { kind, start, end, items, inner }: Expression): ChangedLiteral[] {
  if (inner === undefined || items.length === 0) return [];
  const written = items.map((item) => text.slice(item.start, item.end));
  const filled = (parts: readonly string[]) => text.slice(start, inner.start) + parts.join(', ') + text.slice(inner.end, end);
  const empty = { text: kind === 'set' && language === 'python' ? 'set()' : filled([]), change: `${kind} empty` };
  const shorter = { text: filled(written.slice(0, -1)), change: `${kind} without its last item` };
  if (kind !== 'list') return items.length === 1 ? [empty] : [empty, shorter];
  const last = written.at(-1) ?? '';
  return [
    empty,
    { text: filled(written.toReversed()), change: 'list reversed' },
    { text: filled([...written, last]), change: 'list with its last item twice' },
    ...(items.length === 1 ? [] : [shorter, { text: filled(written.slice(0, 1)), change: 'list of one item' }]),
  ];
}
