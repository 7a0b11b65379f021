// What the literals of each language look like.
import type { MaskedLanguage, MaskedSource } from '../../languages/index.ts';
import type { Kind } from './kind.ts';

const DECIMAL = '(?:\\d[\\d_]{0,40}(?:\\.(?!\\.)[\\d_]{0,40})?|\\.\\d[\\d_]{0,40})(?:[eE][+-]?\\d{1,4})?';
const BASES = '0[xX][\\da-fA-F_]{1,40}|0[bB][01_]{1,80}|0[oO][0-7_]{1,40}';

function number(suffix: string): RegExp {
  return new RegExp(`[-+]?\\s?(?:${BASES}|${DECIMAL})${suffix}(?![\\w$])`, 'y');
}

const RUST_NUMBER = new RegExp(
  `-?(?:${BASES}|\\d[\\d_]{0,40}(?:\\.\\d[\\d_]{0,40})?(?:[eE][+-]?\\d{1,4})?)(?:_?(?:[iu](?:8|16|32|64|128|size)|f32|f64))?(?!\\w)`,
  'y',
);

/** Numbers with their sign. */
export const NUMBERS: Record<MaskedLanguage, RegExp> = {
  python: number('[jJ]?'),
  javascript: number('n?'),
  go: number('i?'),
  rust: RUST_NUMBER,
  java: number('[lLfFdD]?'),
  php: number(''),
};

const kinds = (list: readonly (readonly [string, Kind])[]): ReadonlyMap<string, Kind> => new Map(list);

/** Words that are values. */
export const CONSTANTS: Record<MaskedLanguage, ReadonlyMap<string, Kind>> = {
  python: kinds([
    ['True', 'boolean'],
    ['False', 'boolean'],
    ['None', 'null'],
  ]),
  javascript: kinds([
    ['true', 'boolean'],
    ['false', 'boolean'],
    ['null', 'null'],
    ['undefined', 'null'],
    ['NaN', 'constant'],
    ['Infinity', 'constant'],
  ]),
  go: kinds([
    ['true', 'boolean'],
    ['false', 'boolean'],
    ['nil', 'null'],
  ]),
  rust: kinds([
    ['true', 'boolean'],
    ['false', 'boolean'],
    ['None', 'null'],
  ]),
  java: kinds([]),
  php: kinds([]),
};

/** Names that are always in scope and only make values. */
export const VALUE_NAMES: Record<MaskedLanguage, ReadonlySet<string>> = {
  python: new Set('set frozenset list tuple dict bytes bytearray float int str complex range object'.split(' ')),
  javascript: new Set('Set Map Date Array Object BigInt Number String RegExp Symbol URL Error Uint8Array Buffer'.split(' ')),
  go: new Set('string int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 float32 float64 byte rune bool'.split(' ')),
  rust: new Set('String Some Ok Err Box Rc Arc Vec'.split(' ')),
  java: new Set(),
  php: new Set(),
};

/** `[]int`, `map[string][]T`, `[]interface{}` */
const GO_TYPE = /(?:\[\d{0,6}\]|map\[[\w.]{1,40}\]|\*){1,8}(?:(?:interface|struct)\{\}|[A-Za-z_][\w.]{0,60})/y;

export interface CompositeType {
  /** Where its bracket opens. */
  end: number;
  kind: Kind;
  /** `[]byte("a")` */
  isConversion: boolean;
}

/** The type of a composite literal of Go. */
export function typeBefore({ bare, language }: MaskedSource, start: number): CompositeType | null {
  if (language !== 'go') return null;
  GO_TYPE.lastIndex = start;
  const [type] = GO_TYPE.exec(bare) ?? [];
  if (type === undefined) return null;
  const end = start + type.length;
  const kind = type.startsWith('map') ? 'map' : type.startsWith('[]') ? 'list' : 'record';
  return { end, kind, isConversion: bare.charAt(end) === '(' };
}
