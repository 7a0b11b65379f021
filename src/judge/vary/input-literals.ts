// The literals that a test passes to the code under test.
import type { FoundTest, MaskedSource, Range } from '../../languages/index.ts';
import { type Literal, literalsIn } from './expected-values.ts';

const MAX_LINE = 2000;

/**
 * The literals on the lines of expected values that are not expected themselves. Some are messages or indexes: changing one
 * has the same effect on every tree, so that it can show no difference that is not there.
 */
export function inputLiterals(source: MaskedSource, { at }: FoundTest, expected: readonly Literal[]): Literal[] {
  const lines = [
    ...new Map(expected.map(({ start }) => lineAround(source.bare, start)).map((line) => [line.start, line])).values(),
  ];
  const isOther = ({ start, end }: Range, other: Range) => end <= other.start || start >= other.end;
  return lines
    .filter(({ start, end }) => end - start <= MAX_LINE)
    .flatMap((line) => literalsIn(source, line))
    .filter((literal) => literal.kind !== 'boolean' && [at, ...expected].every((other) => isOther(literal, other)));
}

function lineAround(text: string, at: number): Range {
  const end = text.indexOf('\n', at);
  return { start: text.lastIndexOf('\n', at - 1) + 1, end: end === -1 ? text.length : end };
}
