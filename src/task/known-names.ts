// Names that a language gives to every program.
import type { CodeLanguage } from './syntax.ts';

const PYTHON =
  'abs aiter all any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod ' +
  'enumerate eval exec filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter ' +
  'len list locals map max memoryview min next object oct open ord pow print property range repr reversed round set setattr slice ' +
  'sorted staticmethod str sum super tuple type vars zip ArithmeticError AssertionError AttributeError BaseException EOFError ' +
  'Exception FileExistsError FileNotFoundError ImportError IndexError KeyError KeyboardInterrupt LookupError ModuleNotFoundError ' +
  'NameError NotImplementedError OSError OverflowError PermissionError RecursionError RuntimeError StopIteration SyntaxError ' +
  'SystemExit TimeoutError TypeError UnicodeDecodeError UnicodeEncodeError UnicodeError UserWarning ValueError Warning ' +
  'ZeroDivisionError NotImplemented Ellipsis __name__ __file__';
const JAVASCRIPT =
  'Array ArrayBuffer BigInt Boolean Buffer DataView Date Error EvalError Float32Array Float64Array Function Infinity Int16Array ' +
  'Int32Array Int8Array Intl JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String Symbol ' +
  'SyntaxError TextDecoder TextEncoder TypeError URIError URL URLSearchParams Uint16Array Uint32Array Uint8Array WeakMap WeakSet ' +
  'clearTimeout console decodeURI decodeURIComponent encodeURI encodeURIComponent globalThis isFinite isNaN parseFloat parseInt ' +
  'process queueMicrotask require setImmediate setTimeout structuredClone AbortController Event EventTarget module exports arguments';
const GO =
  'append cap clear close complex copy delete imag len make max min new panic print println real recover bool byte complex128 complex64 ' +
  'error float32 float64 int int16 int32 int64 int8 rune string uint uint16 uint32 uint64 uint8 uintptr any iota nil true false t';
const RUST =
  'assert assert_eq assert_ne vec format println print panic matches String Vec Some None Ok Err Box Option Result Default Clone ' +
  'ToString From Into Iterator drop std core alloc crate self Self dbg todo unreachable write i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 ' +
  'usize isize f32 f64 bool char str';

const words = (text: string) => new Set(text.split(' '));
const javascript = words(JAVASCRIPT);

const KNOWN: Readonly<Record<CodeLanguage, ReadonlySet<string>>> = {
  python: words(PYTHON),
  javascript,
  typescript: javascript,
  go: words(GO),
  rust: words(RUST),
};

export function isKnownName(name: string, language: CodeLanguage): boolean {
  return KNOWN[language].has(name);
}
