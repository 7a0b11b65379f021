// Assertions of JavaScript as a call with its result, so that they need no library: `expect(f(1)).toBe(2)`, `assert.equal(f(1), 2)`.
import type { ExpectedResult } from '../../contract/index.ts';
import { argumentsAt, bracketEnd, type MaskedSource, maskSource, type Range } from '../../languages/index.ts';
import { asValue } from '../value.ts';

export interface AssertedCall {
  readonly call: string;
  readonly expected: ExpectedResult;
}

const ASSERTION =
  /^(?:await\s{1,4})?(?:expect|assert|chai\.(?:assert|expect)|t|is|equal|deepEqual|strictEqual|ok)\b\s{0,4}[.(]|\.should\.\w/;
const EXPECT = /^(?:await\s{1,4})?(?:chai\.)?expect\s{0,4}(?=\()/;
const METHOD = /^(?:await\s{1,4})?(?:[A-Za-z_$][\w$]{0,30}\.){0,3}([A-Za-z_$][\w$]{0,30})\s{0,4}(?=\()/;
const SHOULD = /\.should\.((?:\w{1,20}\.){0,4}\w{1,20})\s{0,4}(?=\()/;
const CHAIN = /^\s{0,200}((?:\.\s{0,4}\w{1,30}){1,6})/;

const EQUAL = new Set(
  'toBe toEqual toStrictEqual toMatchObject equal equals eql eq deepEqual deepEquals strictEqual deepStrictEqual same strictSame is'.split(
    ' ',
  ),
);
const THROWS = new Set('toThrow toThrowError throw throws throwsAsync rejects throwError'.split(' '));
const CONSTANTS: ReadonlyMap<string, string> = new Map([
  ...(['toBeTrue', 'true', 'isTrue', 'assertTrue'].map((name) => [name, 'true']) as [string, string][]),
  ...(['toBeFalse', 'false', 'isFalse'].map((name) => [name, 'false']) as [string, string][]),
  ...(['toBeNull', 'null', 'isNull'].map((name) => [name, 'null']) as [string, string][]),
  ...(['toBeUndefined', 'undefined', 'isUndefined'].map((name) => [name, 'undefined']) as [string, string][]),
  ['toBeNaN', 'NaN'],
]);

export function isAssertion(code: string): boolean {
  return ASSERTION.test(code);
}

/** Null for one that compares with something else than a literal. */
export function assertedCall(code: string): AssertedCall | null {
  const source = maskSource('example.ts', code.trim().replace(/;+$/, ''));
  if (source === null) return null;
  return expectation(source) ?? should(source) ?? method(source) ?? equality(source);
}

/** `expect(a).toBe(b)`, `expect(a).to.be.true` */
function expectation(source: MaskedSource): AssertedCall | null {
  const [start] = EXPECT.exec(source.bare) ?? [];
  const given = start === undefined ? null : argumentsAt(source.bare, start.length);
  const [actual] = given?.list ?? [];
  const [whole, chain = ''] = given === null ? [] : (CHAIN.exec(source.bare.slice(given.end)) ?? []);
  if (given === null || actual === undefined || whole === undefined) return null;
  const names = chain.split('.').map((name) => name.trim());
  if (names.includes('not')) return null;
  const open = given.end + whole.length;
  const isCalled = source.bare.charAt(open) === '(';
  if (source.bare.slice(isCalled ? (bracketEnd(source, open) ?? 0) : open).trim() !== '') return null;
  const list = isCalled ? (argumentsAt(source.bare, open)?.list ?? []) : [];
  const isRejected = names.includes('rejects');
  return asserted(source, names.at(-1) ?? '', { actual, others: list, isCall: !isRejected });
}

/** `f(1).should.equal(2)` */
function should(source: MaskedSource): AssertedCall | null {
  const match = SHOULD.exec(source.bare);
  const list = match === null ? null : argumentsAt(source.bare, match.index + match[0].length);
  if (match === null || list === null || source.bare.slice(list.end).trim() !== '' || match[1]?.includes('not')) return null;
  const name = match[1]?.split('.').at(-1) ?? '';
  return asserted(source, name, { actual: { start: 0, end: match.index }, others: list.list, isCall: true });
}

/** `assert.equal(a, b)`, `t.is(a, b)`, `assert(a === b)` */
function method(source: MaskedSource): AssertedCall | null {
  const [whole, name = ''] = METHOD.exec(source.bare) ?? [];
  const given = whole === undefined ? null : argumentsAt(source.bare, whole.length);
  const [actual, ...others] = given?.list ?? [];
  if (given === null || actual === undefined || source.bare.slice(given.end).trim() !== '') return null;
  if (/^(?:assert|ok|true|truthy)$/.test(name)) return equality(maskSource('example.ts', textOf(source, actual)));
  return asserted(source, name, { actual, others, isCall: name !== 'rejects' });
}

/** `f(1) === 2` */
function equality(source: MaskedSource | null): AssertedCall | null {
  const match = source === null ? null : /(?<![=!<>])={2,3}(?![=>])/.exec(source.bare);
  if (source === null || match === null) return null;
  const [before, after] = [source.text.slice(0, match.index), source.text.slice(match.index + match[0].length)];
  return compared(before.trim(), after.trim());
}

interface Operands {
  readonly actual: Range;
  readonly others: readonly Range[];
  /** Whether a function that must fail is called; else it is a promise. */
  readonly isCall: boolean;
}

function asserted(source: MaskedSource, name: string, { actual, others, isCall }: Operands): AssertedCall | null {
  const call = textOf(source, actual);
  const [first] = others;
  const wanted = first === undefined ? '' : textOf(source, first);
  if (THROWS.has(name) || name === 'rejects') {
    const [, error = null] = /^([A-Z][\w$]{0,60}(?:Error|Exception))\b/.exec(wanted) ?? [];
    return { call: isCall && !/^async\b/.test(call) ? calledBody(call) : call, expected: { kind: 'error', name: error } };
  }
  const constant = CONSTANTS.get(name);
  if (constant !== undefined) return { call, expected: { kind: 'value', code: constant } };
  return EQUAL.has(name) && wanted !== '' ? compared(call, wanted) : null;
}

/** The literal is what the other side must be. */
function compared(one: string, other: string): AssertedCall | null {
  const [right, left] = [asValue(other, 'javascript'), asValue(one, 'javascript')];
  if (right !== null && left === null && one.includes('(')) return { call: one, expected: { kind: 'value', code: right } };
  if (left !== null && right === null && other.includes('(')) return { call: other, expected: { kind: 'value', code: left } };
  return null;
}

/** `() => f(1)` -> `f(1)`; another function is called. */
function calledBody(code: string): string {
  const [arrow] = /^\(\s{0,8}\)\s{0,8}=>\s{0,8}(?!\{)/.exec(code) ?? [];
  return arrow === undefined ? `(${code})()` : code.slice(arrow.length);
}

function textOf({ text }: MaskedSource, { start, end }: Range): string {
  return text.slice(start, end).trim();
}
