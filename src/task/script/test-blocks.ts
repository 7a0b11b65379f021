// Whole tests in a text: `test('name', (t) => {...})`, also inside of `describe`.
import { argumentsAt, maskSource } from '../../languages/index.ts';

export interface TestBlock {
  /** The statements of the test. */
  readonly body: string;
  /** What the function calls its parameter; null without one. */
  readonly parameter: string | null;
  /** The line of the body in the code, from 0. */
  readonly line: number;
}

const TEST = /^(?:test|it|specify)(?:\.(?:only|serial|concurrent))?\s{0,4}(?=\()/;
const GROUP = /^(?:describe|context|suite)(?:\.only)?\s{0,4}(?=\()/;
const FUNCTION =
  /^(?:async\s{1,4})?(?:function\s{0,4}\w{0,60}\s{0,4})?(?:\(\s{0,8}([A-Za-z_$][\w$]{0,60})?\s{0,8}\)|([A-Za-z_$][\w$]{0,60}))\s{0,8}(?:=>\s{0,8})?(?=\{)/;
const CALLBACK = /^(?:done|cb|callback|next|end)$/;

/** A test, or the statements of a group of tests. Null for other code, and for a test that ends with a callback. */
export function testBlock(code: string): (TestBlock & { readonly isGroup: boolean }) | null {
  const [test] = TEST.exec(code) ?? [];
  const [start] = test === undefined ? (GROUP.exec(code) ?? []) : [test];
  const source = start === undefined ? null : maskSource('example.ts', code);
  const list = source === null || start === undefined ? null : argumentsAt(source.bare, start.length);
  const last = list?.list.at(-1);
  if (source === null || last === undefined || list === null || list.list.length < 2) return null;
  const head = FUNCTION.exec(source.bare.slice(last.start, last.end));
  const parameter = head?.[1] ?? head?.[2] ?? null;
  if (head === null || (parameter !== null && CALLBACK.test(parameter))) return null;
  const from = last.start + head[0].length + 1;
  const line = code.slice(0, from).split('\n').length - 1;
  return { body: code.slice(from, last.end - 1), parameter, line, isGroup: test === undefined };
}

export function looksLikeTest(code: string): boolean {
  return TEST.test(code) || GROUP.test(code);
}
