// Parses a whole output with some parsers, for tests of what a parser emits.
import { ParserSet } from '../src/parse/engine/dispatch/parser-set.ts';
import { MemoryBudget } from '../src/parse/engine/memory-budget.ts';
import { OutputReader } from '../src/parse/engine/read-output.ts';
import type { Parser } from '../src/parse/parser.ts';
import type { Section } from '../src/parse/section.ts';

export function readWithParsers(kind: Section['kind'], parsers: readonly Parser[], text: string, maxBytes = 42_000_000) {
  const budget = new MemoryBudget(maxBytes);
  const reader = new OutputReader(new ParserSet(kind, parsers), budget);
  reader.push(new TextEncoder().encode(text));
  const isFull = budget.isExceeded;
  return { isFull, sections: reader.end().streams.flatMap(({ sections }) => sections) };
}
